import { GatewayError } from '../http/gateway-error.ts';
import { type Limiter, type LimitVerdict, WINDOW_S } from './limiter.ts';

/** One of the limits that a request counts against. */
export interface Limit {
  /** Its name in the RateLimit headers. */
  readonly name: 'app' | 'ip';
  /** Requests a window allows; 0 switches the limit off. */
  readonly quota: number;
}

/**
 * Counts a request against a limit.
 * @returns The verdict, at once when the limiter needs no I/O; undefined when the limit is off.
 */
export function takeLimit(
  limiter: Limiter,
  limit: Limit,
  key: string,
): LimitVerdict | undefined | Promise<LimitVerdict | undefined> {
  return limit.quota === 0 ? undefined : limiter.take(`${limit.name}:${key}`, limit.quota);
}

/**
 * RateLimit-Policy and RateLimit as header lines, `Name: value\r\n` each (RFC 9651 lists; decision 0016): the app's limit
 * first. Empty while nothing has been counted.
 */
export function limitLines(app: LimitVerdict | undefined, address: LimitVerdict | undefined): string {
  if (app !== undefined && address !== undefined) {
    return lines(
      `${policyOf('app', app)}, ${policyOf('ip', address)}`,
      `${stateOf('app', app)}, ${stateOf('ip', address)}`,
    );
  }
  if (app !== undefined) return lines(policyOf('app', app), stateOf('app', app));
  return address === undefined ? '' : lines(policyOf('ip', address), stateOf('ip', address));
}

const lines = (policies: string, states: string): string => `RateLimit-Policy: ${policies}\r\nRateLimit: ${states}\r\n`;

const policyOf = (name: Limit['name'], { quota }: LimitVerdict): string => `"${name}";q=${quota};w=${WINDOW_S}`;

const stateOf = (name: Limit['name'], { remaining, resetS }: LimitVerdict): string =>
  `"${name}";r=${remaining};t=${resetS}`;

/** The refusal of an exhausted limit. */
export function limitRefusal({ name, quota }: Limit, { resetS }: LimitVerdict): GatewayError {
  const whose = name === 'app' ? 'This app' : 'This IP address';
  return new GatewayError(
    'err_rate_limited',
    `${whose} has used its ${quota} requests of this minute. Try again in ${resetS} seconds.`,
    { 'Retry-After': String(resetS) },
  );
}
