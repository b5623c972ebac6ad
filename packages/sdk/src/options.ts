import type { GivenLimits, Middleware, RequestEvent, ResponseEvent } from './connection.ts';
import type { Copies } from './copies.ts';
import { quietly } from './quietly.ts';

/** How to reach a gateway, and as whom. Only `baseUrl`, `appKey` and `appSecret` have no default. */
export interface GatewayOptions extends GivenLimits {
  /**
   * Address of the gateway. https, or http on this machine, also where it has no scheme; a path in front of the gateway's own is
   * kept.
   */
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
  readonly ids?: 'number' | 'bigint-safe' | undefined;
  /** Seconds before `expire_at` at which a token counts as ended; 30 by default, at most half of its lifetime. */
  readonly expiryMarginS?: number | undefined;
  /** Bytes an answer may have, unpacked; 32 MiB by default. */
  readonly maxResponseBytes?: number | undefined;
  /** Allows http to another machine. Whoever can listen on the way then reads the app secret. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Told before each request, the exchange too. What it returns is added to the request's headers, as in
   * `{ traceparent }`; the SDK's own headers win, and those of the connection and the body are left out. What it throws is ignored, and so is a
   * promise that it returns: tracing must not break calls.
   */
  readonly onRequest?: ((event: RequestEvent) => Readonly<Record<string, string>> | undefined) | undefined;
  /** Told when each request has ended, well or not. It is not waited for; what it throws or rejects with is ignored. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /**
   * Keeps answers of reads: one that has not changed since costs a header. Answers with secrets, such as signed links, are not
   * kept. What `get` or `set` throw or reject with is ignored: the call is made without a copy.
   */
  readonly copies?: Copies | undefined;
  /** Stands around each call; the first of the list is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Sends requests in place of the runtime's `fetch`; it sees credentials. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Numbers that have a default. */
const DEFAULTS = {
  attemptTimeoutMs: 10_000,
  // Longer than the minute that a limit may ask to wait for (decision 0053).
  totalTimeoutMs: 90_000,
  maxAttempts: 10,
  expiryMarginS: 30,
  maxResponseBytes: 32 * 1024 * 1024,
};

/** Options with every default filled in, judged. */
export type Settings = GatewayOptions &
  typeof DEFAULTS & {
    readonly fetch: NonNullable<GatewayOptions['fetch']>;
    /** Whether each request is said on standard error: `OPENHOUSE_LOG=debug`, where a runtime has an environment. */
    readonly debug: boolean;
  };

export const APP_SECRET_TAKES =
  'appSecret takes the app secret of the app, or a function that fetches it; it is empty where an environment variable is not set.';

/** @throws {TypeError} Says which option is wrong and what it takes; never a secret. */
export function settingsOf(options: GatewayOptions = {} as GatewayOptions): Settings {
  refuseBrowser();
  const appKey = trimmed(options.appKey);
  const appSecret = trimmed(options.appSecret);
  if (!isText(appKey)) throw new TypeError('appKey takes the app key of the app.');
  refuseSwapped(appKey, appSecret);
  if (!isText(appSecret) && typeof appSecret !== 'function') {
    throw new TypeError(APP_SECRET_TAKES);
  }
  refuseOthers(options);
  return {
    ...options,
    appKey,
    appSecret,
    ...numbersOf(options, DEFAULTS),
    baseUrl: baseUrlOf(options),
    // Deno throws when it may not read the environment.
    debug: quietly(() => environment().OPENHOUSE_LOG === 'debug') ?? false,
    // Called through, because Workers refuse a fetch that was taken off its global.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}

const environment = () => (globalThis as unknown as { process: { env: Record<string, unknown> } }).process.env;

/** Without white space around a text: keys and secrets are pasted, often with the end of their line. */
export const trimmed = <Value>(value: Value): Value => (typeof value === 'string' ? (value.trim() as Value) : value);

/** @throws {TypeError} When each has the form of the other: the secret is not sent as a key. Repeats neither. */
export function refuseSwapped(appKey: string, appSecret: unknown): void {
  if (appKey.startsWith('ohs_') || (typeof appSecret === 'string' && appSecret.startsWith('ohk_'))) {
    throw new TypeError('appKey and appSecret look swapped: the key begins with ohk_, the secret with ohs_.');
  }
}

const isFunction = (value: unknown) => typeof value === 'function';

/**
 * Judges the options that are neither names nor numbers: without types, the text `false` of an environment variable would allow
 * http.
 * @throws {TypeError}
 */
function refuseOthers(options: GatewayOptions): void {
  const takes = (what: string, is: (value: never) => unknown, ...names: (keyof GatewayOptions)[]) => {
    for (const name of names) {
      const value = options[name] ?? undefined;
      if (value !== undefined && !is(value as never)) throw new TypeError(`${name} takes ${what}.`);
    }
  };
  takes('true or false', (value) => typeof value === 'boolean', 'allowHttp');
  takes("'number' or 'bigint-safe'", (value) => ['number', 'bigint-safe'].includes(value), 'ids');
  takes('a function', isFunction, 'fetch', 'onRequest', 'onResponse');
  takes('a list of functions', (value) => Array.isArray(value) && (value as unknown[]).every(isFunction), 'middleware');
  takes('an object with get and set', ({ get, set }: Copies) => isFunction(get) && isFunction(set), 'copies');
}

/** Timers take 31 bits; a longer time would be over at once. */
const MOST = 2 ** 31 - 1;

/** The numbers that are given, else the usual ones. @throws {TypeError} */
export function numbersOf<Name extends string>(
  given: { readonly [N in NoInfer<Name>]?: number | undefined },
  usual: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const chosen: Record<Name, number> = { ...usual };
  for (const name of Object.keys(usual) as Name[]) {
    const value = given[name] ?? usual[name];
    const least = name === 'expiryMarginS' ? 0 : 1;
    // A text, as variables of the environment are, would be joined to numbers in place of being added.
    if (typeof value !== 'number' || !(value >= least && value <= MOST)) {
      throw new TypeError(`${name} takes a number from ${least} to ${MOST}.`);
    }
    chosen[name] = value;
  }
  return chosen;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function refuseBrowser(): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  if (window === undefined || document === undefined) return;
  throw new TypeError(
    'In a browser everybody can read the app secret. Use the SDK in your back end; createProxy passes chosen operations on to your signed-in users.',
  );
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/;

function baseUrlOf({ baseUrl, allowHttp = false }: GatewayOptions): string {
  const given = trimmed(baseUrl);
  const isBare = isText(given) && /^(?!\d+(\/|$))[\w[]/.test(given) && !given.includes('://');
  const whole = isBare ? `https://${given}` : given;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (isBare && url !== undefined && THIS_MACHINE.test(url.hostname)) url.protocol = 'http:';
  // The value is not repeated: an address may hold a password.
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  ) {
    throw new TypeError(
      'baseUrl takes the address of the gateway, as in https://gateway.example.com, without password or query.',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !THIS_MACHINE.test(url.hostname)) {
    throw new TypeError(
      'baseUrl is http to another machine: others could read the app secret. Use https, or allowHttp in a network you trust.',
    );
  }
  return url.href.replace(/\/+$/, '');
}
