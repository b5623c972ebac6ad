import type { Limiter, LimitVerdict } from '../../kernel/limiter/limiter.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { LimitName } from '../http/limit-lines.ts';

/** One of the limits that a request counts against. */
export interface Limit {
  /** Its name in the RateLimit headers. */
  readonly name: LimitName;
  /** The limiter's key of an app, Team or address. */
  readonly keyOf: (counted: string) => string;
}

/** Cache size of keys: building one costs more than a lookup. */
const MAX_REMEMBERED_KEYS = 10_000;

/** @param countedAs Maps addresses that count as one to the same text. */
export function limitOf(name: LimitName, countedAs = (counted: string) => counted): Limit {
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
  return { name, keyOf };
}

/**
 * Counts a request against a limit.
 * @param quota Requests a window allows; 0 switches the limit off.
 * @returns The verdict, synchronously when the limiter needs no I/O; undefined when the limit is off.
 */
export function takeLimit(
  limiter: Limiter,
  limit: Limit,
  counted: string,
  quota: number,
): LimitVerdict | undefined | Promise<LimitVerdict | undefined> {
  return quota === 0 ? undefined : limiter.take(limit.keyOf(counted), quota);
}

/** The refusal of an exhausted limit. */
export function limitRefusal({ name }: Limit, { quota, resetS }: LimitVerdict): GatewayError {
  return new GatewayError('err_rate_limited', `${USED[name](quota)} of this minute. Try again in ${resetS} seconds.`, {
    'Retry-After': String(resetS),
  });
}

const USED: { readonly [Name in LimitName]: (quota: number) => string } = {
  app: (quota) => `This app has used its ${quota} requests`,
  team: (quota) => `The apps of this Team have together used its ${quota} requests`,
  exchange: (quota) => `This app, whose tokens can be used until their expire_at, has used its ${quota} exchanges`,
  ip: (quota) => `This IP address has used its ${quota} requests`,
};
