import { LRUCache } from 'lru-cache';
import { type IdentityProvider, IdentityProviderUnavailable } from './identity-provider.ts';

/** Failures in a row after which the provider is left alone. */
export const FAILURES_TO_OPEN = 5;

/**
 * Milliseconds it is left alone; then one request tries. With the 2 s budget of a call, the service is back within
 * 3 s of the provider.
 */
export const PAUSE_MS = 1000;

/** People whose failures are counted apart, at most. */
const PEOPLE_MAX = 10_000;

/**
 * Lets calls through, or fails them at once while the other side is known to be away.
 * @param from Failures in a row with the same text count once; without one each counts.
 */
export type Breaker = <T>(call: () => Promise<T>, from?: string) => Promise<T>;

export function breaker(nowMs: () => number): Breaker {
  const failures = new Set<string | symbol>();
  let closedUntilMs = 0;
  let trying = false;
  return async (call, from) => {
    const open = failures.size >= FAILURES_TO_OPEN;
    if (open && (trying || nowMs() < closedUntilMs)) {
      throw new IdentityProviderUnavailable('not asked: it has not answered several times in a row', 'breaker');
    }
    trying = open;
    try {
      const result = await call();
      failures.clear();
      return result;
    } catch (error) {
      // Any other error is ours, or comes from another breaker, and says nothing about the provider.
      if (!(error instanceof IdentityProviderUnavailable) || error.because === 'breaker') throw error;
      if (error.because === 'provider') {
        if (failures.size < FAILURES_TO_OPEN) failures.add(from ?? Symbol());
        closedUntilMs = nowMs() + PAUSE_MS;
      } else {
        // It answers: what it said to one person is that person's.
        failures.clear();
      }
      throw error;
    } finally {
      if (open) trying = false;
    }
  };
}

/**
 * The same provider with one breaker a call: a broken profile service must not stop the others. Profiles have one a person
 * besides: a profile that breaks the provider each time stops nobody but its person (decision 0090).
 */
export function withBreakers(provider: IdentityProvider, nowMs: () => number): IdentityProvider {
  const [begin, finish, profile] = [breaker(nowMs), breaker(nowMs), breaker(nowMs)];
  const people = new LRUCache<string, Breaker>({ max: PEOPLE_MAX });
  const personal = (person: string): Breaker => {
    const own = people.get(person) ?? breaker(nowMs);
    people.set(person, own);
    return own;
  };
  return {
    ...provider,
    begin: () => begin(() => provider.begin()),
    finish: (query, memory) => finish(() => provider.finish(query, memory)),
    profile: (token, person) => personal(person)(() => profile(() => provider.profile(token, person), person)),
  };
}
