import { type IdentityProvider, IdentityProviderUnavailable } from './identity-provider.ts';

/** Failures in a row after which the provider is left alone. */
export const FAILURES_TO_OPEN = 5;

/**
 * Milliseconds it is left alone; then one request tries. With the 2 s budget of a call, the service is back within
 * 3 s of the provider.
 */
export const PAUSE_MS = 1000;

/** Lets calls through, or fails them at once while the other side is known to be away. */
export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

export function breaker(nowMs: () => number): Breaker {
  let failures = 0;
  let closedUntilMs = 0;
  let trying = false;
  return async (call) => {
    const open = failures >= FAILURES_TO_OPEN;
    if (open && (trying || nowMs() < closedUntilMs)) {
      throw new IdentityProviderUnavailable('not asked: it has not answered several times in a row');
    }
    trying = open;
    try {
      const result = await call();
      failures = 0;
      return result;
    } catch (error) {
      // Any other error is ours and says nothing about the provider.
      if (error instanceof IdentityProviderUnavailable) {
        failures += 1;
        closedUntilMs = nowMs() + PAUSE_MS;
      }
      throw error;
    } finally {
      if (open) trying = false;
    }
  };
}

/** The same provider with one breaker a call: a broken profile service must not stop the others. */
export function withBreakers(provider: IdentityProvider, nowMs: () => number): IdentityProvider {
  const [begin, finish, profile] = [breaker(nowMs), breaker(nowMs), breaker(nowMs)];
  return {
    name: provider.name,
    ticketsOf: (query) => provider.ticketsOf(query),
    begin: () => begin(() => provider.begin()),
    finish: (query, memory) => finish(() => provider.finish(query, memory)),
    profile: (token) => profile(() => provider.profile(token)),
  };
}
