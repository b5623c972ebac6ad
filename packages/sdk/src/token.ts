import type { AccessTokenData } from './generated/access-token.ts';

/** A token and when it counts as ended, by both clocks of this machine. */
export interface HeldToken {
  readonly data: AccessTokenData;
  /** Milliseconds of `performance.now()`: nobody sets that clock, but on some systems it stands still in sleep. */
  readonly endsAtMs: number;
  /** Milliseconds since the Unix epoch: goes on in sleep, but can be set. The earlier of the two counts. */
  readonly endsAtEpochMs: number;
}

/** Keeps the access token of a connection. */
export interface TokenKeeper {
  /** The kept token, or a new one; however many ask at once, there is one exchange. */
  get(): Promise<AccessTokenData>;
  /** Drops a token that the gateway refused; a newer one stays. */
  forget(accessToken: string): void;
}

/** @param exchange A failed one is forgotten: the next call tries again. */
export function tokenKeeper(exchange: () => Promise<HeldToken>): TokenKeeper {
  let held: HeldToken | undefined;
  let pending: Promise<AccessTokenData> | undefined;

  async function renew(): Promise<AccessTokenData> {
    try {
      held = await exchange();
      return held.data;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get() {
      if (held !== undefined && performance.now() < held.endsAtMs && Date.now() < held.endsAtEpochMs) return held.data;
      pending ??= renew();
      return pending;
    },
    forget(accessToken) {
      if (held?.data.access_token === accessToken) held = undefined;
    },
  };
}

/**
 * How long a token may be used, from the moment the exchange was sent. Its end is told by the gateway's clock, so its
 * lifetime is measured on that clock too, and a wrong clock here does no harm.
 * @param expireAtS Unix timestamp in seconds.
 * @param serverNowMs The gateway's clock when it answered, in milliseconds since the Unix epoch.
 * @returns Milliseconds; 0 or less when the token has ended already.
 */
export function usableMs(expireAtS: number, serverNowMs: number, marginMs: number): number {
  const lifetimeMs = expireAtS * 1000 - serverNowMs;
  return lifetimeMs - Math.min(marginMs, lifetimeMs / 2);
}
