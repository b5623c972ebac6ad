import { type LimitVerdict, WINDOW_S } from '../../kernel/limiter/limiter.ts';

/** Name of a limit in the RateLimit headers. */
export type LimitName = 'app' | 'ip';

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

const policyOf = (name: LimitName, quota: number): string => `"${name}";q=${quota};w=${WINDOW_S}`;

const stateOf = (name: LimitName, { remaining, resetS }: LimitVerdict): string =>
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
