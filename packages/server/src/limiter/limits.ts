import { GatewayError } from '../http/gateway-error.ts';
import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';

/** One of the limits that a request counts against. */
export interface Limit {
  /** Its name in the RateLimit headers. */
  readonly name: 'app' | 'ip';
  /** Requests a window allows; 0 switches the limit off. */
  readonly quota: number;
  /** What the limiter counts of an app or address under. */
  readonly keyOf: (counted: string) => string;
}

/** Keys that a limit remembers: putting one together costs more than finding it. */
const MAX_REMEMBERED_KEYS = 10_000;

export function limitOf(name: Limit['name'], quota: number): Limit {
  const keys = new Map<string, string>();
  function keyOf(counted: string): string {
    let key = keys.get(counted);
    if (key === undefined) {
      key = `${name}:${counted}`;
      if (keys.size >= MAX_REMEMBERED_KEYS) keys.clear();
      keys.set(counted, key);
    }
    return key;
  }
  return { name, quota, keyOf };
}

/**
 * Counts a request against a limit.
 * @returns The verdict, at once when the limiter needs no I/O; undefined when the limit is off.
 */
export function takeLimit(
  limiter: Limiter,
  limit: Limit,
  counted: string,
): LimitVerdict | undefined | Promise<LimitVerdict | undefined> {
  return limit.quota === 0 ? undefined : limiter.take(limit.keyOf(counted), limit.quota);
}

/**
 * RateLimit-Policy and RateLimit as header lines, `Name: value\r\n` each (RFC 9651 lists; decision 0016): the app's limit
 * first. Empty while nothing has been counted.
 */
export function limitLines(app: LimitVerdict | undefined, address: LimitVerdict | undefined): string {
  if (app !== undefined && address !== undefined) {
    return `${bothPolicies(app.quota, address.quota)}${stateOf('app', app)}, ${stateOf('ip', address)}\r\n`;
  }
  if (app !== undefined) return `${headOf(policyOf('app', app.quota))}${stateOf('app', app)}\r\n`;
  return address === undefined ? '' : `${headOf(policyOf('ip', address.quota))}${stateOf('ip', address)}\r\n`;
}

let policies = '';
let ofApp = Number.NaN;
let ofAddress = Number.NaN;

/** All calls of a process have the same quotas. */
function bothPolicies(app: number, address: number): string {
  if (app !== ofApp || address !== ofAddress) {
    [ofApp, ofAddress] = [app, address];
    policies = headOf(`${policyOf('app', app)}, ${policyOf('ip', address)}`);
  }
  return policies;
}

const headOf = (policy: string): string => `RateLimit-Policy: ${policy}\r\nRateLimit: `;

const policyOf = (name: Limit['name'], quota: number): string => `"${name}";q=${quota};w=${WINDOW_S}`;

const stateOf = (name: Limit['name'], { remaining, resetS }: LimitVerdict): string =>
  `"${name}";r=${spelled(remaining)};t=${resetS}`;

const THOUSAND = 1000;
const THREE_DIGITS = Array.from({ length: THOUSAND }, (_, number) => String(number).padStart(3, '0'));

/**
 * A count in digits, put together from texts that exist. V8 remembers thousands of the numbers it has spelled, and what
 * counts down from a large quota is another one at each call: remembering them took most of a young collection's time.
 */
function spelled(count: number): string {
  if (count < THOUSAND) return String(count);
  return spelled(Math.floor(count / THOUSAND)) + THREE_DIGITS[count % THOUSAND];
}

/** The refusal of an exhausted limit. */
export function limitRefusal({ name, quota }: Limit, { resetS }: LimitVerdict): GatewayError {
  const whose = name === 'app' ? 'This app' : 'This IP address';
  return new GatewayError(
    'err_rate_limited',
    `${whose} has used its ${quota} requests of this minute. Try again in ${resetS} seconds.`,
    { 'Retry-After': String(resetS) },
  );
}
