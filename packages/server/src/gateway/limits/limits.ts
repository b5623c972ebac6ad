import type { Limiter, LimitVerdict } from '../../kernel/limiter/limiter.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { LimitName } from '../http/limit-lines.ts';

/** One of the limits that a request counts against. */
export interface Limit {
  /** Its name in the RateLimit headers. */
  readonly name: LimitName;
  /** Requests a window allows; 0 switches the limit off. */
  readonly quota: number;
  /** What the limiter counts of an app or address under. */
  readonly keyOf: (counted: string) => string;
}

/** Keys that a limit remembers: putting one together costs more than finding it. */
const MAX_REMEMBERED_KEYS = 10_000;

/** @param countedAs What several apps or addresses that count as one are counted as. */
export function limitOf(name: LimitName, quota: number, countedAs = (counted: string) => counted): Limit {
  const keys = new Map<string, string>();
  function keyOf(counted: string): string {
    let key = keys.get(counted);
    if (key === undefined) {
      key = `${name}:${countedAs(counted)}`;
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

/** The refusal of an exhausted limit. */
export function limitRefusal({ name, quota }: Limit, { resetS }: LimitVerdict): GatewayError {
  const whose = name === 'app' ? 'This app' : 'This IP address';
  return new GatewayError(
    'err_rate_limited',
    `${whose} has used its ${quota} requests of this minute. Try again in ${resetS} seconds.`,
    { 'Retry-After': String(resetS) },
  );
}
