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
  /** The kept token, or a new one; however many ask at once, they share one exchange while it goes on. */
  get(): Promise<AccessTokenData>;
  /** Drops a token that the gateway refused; a newer one stays. */
  forget(accessToken: string): void;
}

/** An exchange under way. */
export interface Begun {
  /** Milliseconds of `performance.now()`: when it began or sent its last request, or when its wait before the next ends. */
  activeAtMs: number;
}

/**
 * @param exchange A failed one is forgotten: the next call tries again. It keeps `begun` up to date.
 * @param attemptTimeoutMs Milliseconds after `activeAtMs` in which an exchange ends or goes on. One that does neither is
 * abandoned by the next call: a Worker runs nothing more of what a cancelled request began, so that exchange never ends.
 */
export function tokenKeeper(exchange: (begun: Begun) => Promise<HeldToken>, attemptTimeoutMs: number): TokenKeeper {
  let held: HeldToken | undefined;
  let pending: Promise<AccessTokenData> | undefined;
  let begun: Begun = { activeAtMs: 0 };

  async function renew(own: Begun): Promise<AccessTokenData> {
    begun = own;
    try {
      const token = await exchange(own);
      // Not of one that was abandoned: what came since is newer.
      if (begun === own) held = token;
      return token.data;
    } finally {
      if (begun === own) pending = undefined;
    }
  }

  return {
    async get() {
      const nowMs = performance.now();
      if (held !== undefined && nowMs < held.endsAtMs && Date.now() < held.endsAtEpochMs) return held.data;
      if (nowMs > begun.activeAtMs + attemptTimeoutMs) pending = undefined;
      pending ??= renew({ activeAtMs: nowMs });
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
