import type { CallLimits, RequestEvent, ResponseEvent } from './connection.ts';

/** How to reach a gateway, and as whom. Only `baseUrl`, `appKey` and `appSecret` have no default. */
export interface GatewayOptions extends Partial<CallLimits> {
  /** Address of the gateway. https, or http on this machine; a path in front of the gateway's own is kept. */
  readonly baseUrl: string;
  /** App key (AK) of the app. */
  readonly appKey: string;
  /**
   * App secret of the app, or a function that fetches it before each exchange, so that a rotated secret is picked up
   * without a restart. It is sent to `baseUrl` only, and appears in no error and no hook.
   */
  readonly appSecret: string | (() => string | Promise<string>);
  /**
   * How integers beyond 2^53 arrive: `number` as `JSON.parse` makes them, digits lost (the default); `bigint-safe` as
   * `bigint`, exact.
   */
  readonly ids?: 'number' | 'bigint-safe';
  /** Seconds before `expire_at` at which a token counts as ended; 30 by default, at most half of its lifetime. */
  readonly expiryMarginS?: number;
  /** Bytes an answer may have, unpacked; 32 MiB by default. */
  readonly maxResponseBytes?: number;
  /** Allows http to another machine. Whoever can listen on the way then reads the app secret. */
  readonly allowHttp?: boolean;
  /**
   * Told before each request, the exchange too. What it returns is added to the request's headers, as in
   * `{ traceparent }`; the SDK's own headers win. What it throws is ignored: tracing must not break calls.
   */
  readonly onRequest?: (event: RequestEvent) => Readonly<Record<string, string>> | undefined;
  /** Told when each request has ended, well or not. What it throws is ignored. */
  readonly onResponse?: (event: ResponseEvent) => void;
  /** Sends requests in place of the runtime's `fetch`; it sees credentials. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options with every default filled in, judged. */
export interface Settings extends CallLimits {
  readonly baseUrl: string;
  readonly appKey: string;
  readonly appSecret: () => string | Promise<string>;
  readonly exact: boolean;
  readonly expiryMarginMs: number;
  readonly maxResponseBytes: number;
  readonly onRequest: GatewayOptions['onRequest'];
  readonly onResponse: GatewayOptions['onResponse'];
  readonly fetch: NonNullable<GatewayOptions['fetch']>;
}

/** @throws {TypeError} Says which option is wrong and what it takes; never a secret. */
export function settingsOf(options: GatewayOptions): Settings {
  refuseBrowser();
  const { appKey, appSecret } = options;
  if (!isText(appKey)) throw new TypeError('appKey takes the app key of the app, as its page shows it.');
  if (!isText(appSecret) && typeof appSecret !== 'function') {
    throw new TypeError('appSecret takes the app secret of the app, or a function that fetches it.');
  }
  return {
    baseUrl: baseUrlOf(options),
    appKey,
    appSecret: typeof appSecret === 'function' ? appSecret : () => appSecret,
    exact: options.ids === 'bigint-safe',
    expiryMarginMs: amount('expiryMarginS', options.expiryMarginS ?? 30, 0) * 1000,
    maxResponseBytes: amount('maxResponseBytes', options.maxResponseBytes ?? 32 * 1024 * 1024, 1),
    ...limitsOf(options, { attemptTimeoutMs: 10_000, totalTimeoutMs: 30_000, maxAttempts: 6 }),
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    // Called through, because Workers refuse a fetch that was taken off its global.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}

/** Limits where given, else the usual ones. @throws {TypeError} */
export function limitsOf(given: Partial<CallLimits>, usual: CallLimits): CallLimits {
  return {
    attemptTimeoutMs: amount('attemptTimeoutMs', given.attemptTimeoutMs ?? usual.attemptTimeoutMs, 1),
    totalTimeoutMs: amount('totalTimeoutMs', given.totalTimeoutMs ?? usual.totalTimeoutMs, 1),
    maxAttempts: amount('maxAttempts', given.maxAttempts ?? usual.maxAttempts, 1),
  };
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

function amount(name: string, value: number, least: number): number {
  // Timers take 31 bits; a longer one would fire at once.
  if (value >= least && value <= 2 ** 31 - 1) return value;
  throw new TypeError(`${name} takes a number from ${least} to ${2 ** 31 - 1}.`);
}

function refuseBrowser(): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  if (window === undefined || document === undefined) return;
  throw new TypeError(
    'This is a browser: an app secret in a page can be read by everybody who opens it. Use the SDK in your back end and let pages ask that; createProxy passes chosen operations on to your signed-in users.',
  );
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/;

function baseUrlOf({ baseUrl, allowHttp = false }: GatewayOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // The value is not repeated: an address may hold a password.
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  ) {
    throw new TypeError(
      'baseUrl takes the address of the gateway, as in https://gateway.example.com, without password, query or fragment.',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !THIS_MACHINE.test(url.hostname)) {
    throw new TypeError(
      'baseUrl is http to another machine, so the app secret could be read on the way. Use https, or allowHttp: true in a network you trust.',
    );
  }
  return url.href.replace(/\/+$/, '');
}
