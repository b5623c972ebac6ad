import { type LimitVerdict, WINDOW_S } from '../../kernel/limiter/limiter.ts';
import { onePiece } from './one-piece.ts';

/** Name of a limit in the RateLimit headers. */
export type LimitName = 'app' | 'team' | 'exchange' | 'ip';

/** What the limits said of a call, as far as it was counted. */
export interface LimitVerdicts {
  readonly appVerdict?: LimitVerdict | undefined;
  readonly teamVerdict?: LimitVerdict | undefined;
  readonly exchangeVerdict?: LimitVerdict | undefined;
  readonly addressVerdict?: LimitVerdict | undefined;
}

/**
 * RateLimit-Policy and RateLimit as header lines, `Name: value\r\n` each (RFC 9651 lists; decision 0016): the app's limit
 * first. Empty while nothing has been counted.
 */
export function limitLines(verdicts: LimitVerdicts): string {
  const { appVerdict: app, addressVerdict: address, teamVerdict, exchangeVerdict } = verdicts;
  if (teamVerdict !== undefined || exchangeVerdict !== undefined) return allLines(verdicts);
  if (app !== undefined && address !== undefined) {
    return `${bothPolicies(app.quota, address.quota)}${stateOf('app', app)}, ${stateOf('ip', address)}\r\n`;
  }
  if (app !== undefined) return `${headOf(policyOf('app', app.quota))}${stateOf('app', app)}\r\n`;
  return address === undefined ? '' : `${headOf(policyOf('ip', address.quota))}${stateOf('ip', address)}\r\n`;
}

/** The same of any limits: those of a plan come between the others. */
function allLines({ appVerdict, teamVerdict, exchangeVerdict, addressVerdict }: LimitVerdicts): string {
  const counted: readonly (readonly [LimitName, LimitVerdict | undefined])[] = [
    ['app', appVerdict],
    ['team', teamVerdict],
    ['exchange', exchangeVerdict],
    ['ip', addressVerdict],
  ];
  const said = counted.flatMap(([name, verdict]) => (verdict === undefined ? [] : [{ name, verdict }]));
  const states = said.map(({ name, verdict }) => stateOf(name, verdict)).join(', ');
  return `${headOf(said.map(({ name, verdict }) => policyOf(name, verdict.quota)).join(', '))}${states}\r\n`;
}

let policies = '';
let ofApp = Number.NaN;
let ofAddress = Number.NaN;

/** Calls one after the other have the same quotas, mostly. */
function bothPolicies(app: number, address: number): string {
  if (app !== ofApp || address !== ofAddress) {
    [ofApp, ofAddress] = [app, address];
    policies = onePiece(headOf(`${policyOf('app', app)}, ${policyOf('ip', address)}`));
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
 * A count in digits, concatenated from existing strings. V8 caches thousands of numbers it has formatted, and a
 * countdown from a large quota gives it another one at each call: caching them took most of the time of young
 * collections.
 */
function spelled(count: number): string {
  if (count < THOUSAND) return String(count);
  return spelled(Math.floor(count / THOUSAND)) + THREE_DIGITS[count % THOUSAND];
}
