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

/** RateLimit and RateLimit-Policy of the verdicts so far, in Node's flat form (RFC 9651 lists; decision 0016). */
export function limitHeaders(verdicts: readonly (readonly [Limit, LimitVerdict])[]): string[] {
  if (verdicts.length === 0) return [];
  const policy = verdicts.map(([{ name, quota }]) => `"${name}";q=${quota};w=${WINDOW_S}`);
  const state = verdicts.map(([{ name }, { remaining, resetS }]) => `"${name}";r=${remaining};t=${resetS}`);
  return ['RateLimit-Policy', policy.join(', '), 'RateLimit', state.join(', ')];
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
