import { LRUCache } from 'lru-cache';
import { type IdentityProvider, IdentityProviderUnavailable } from './identity-provider.ts';

/** Consecutive failures that open the breaker. */
export const FAILURES_TO_OPEN = 5;

/**
 * Milliseconds it stays open; then one request tests the provider. With the 2 s timeout of a call, the service is back
 * within 3 s of the provider.
 */
export const PAUSE_MS = 1000;

/** Maximum number of people whose failures are counted separately. */
const PEOPLE_MAX = 10_000;

/**
 * Lets calls through, or fails them at once while the provider is known to be away.
 * @param from Consecutive failures with the same text count once; without one each counts.
 */
export type Breaker = <T>(call: () => Promise<T>, from?: string) => Promise<T>;

/** @param nowMs Milliseconds of a clock that nobody sets: set back, it would keep everybody out. */
export function breaker(nowMs: () => number = () => performance.now()): Breaker {
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
        // The provider answers: its refusal concerns that person only.
        failures.clear();
      }
      throw error;
    } finally {
      if (open) trying = false;
    }
  };
}

/**
 * The same provider with a breaker for each kind of call: a broken profile service must not stop the others. Profiles
 * also have one per person: a profile that breaks the provider each time affects nobody else. Exchanges count each
 * caller's consecutive failures once: a code that breaks the provider can be sent again and again (decision 0090).
 */
export function withBreakers(provider: IdentityProvider): IdentityProvider {
  const [begin, finish, profile] = [breaker(), breaker(), breaker()];
  const people = new LRUCache<string, Breaker>({ max: PEOPLE_MAX });
  const personal = (person: string): Breaker => {
    const own = people.get(person) ?? breaker();
    people.set(person, own);
    return own;
  };
  return {
    ...provider,
    begin: () => begin(() => provider.begin()),
    finish: (query, memory, from) => finish(() => provider.finish(query, memory, from), from),
    profile: (token, person) => personal(person)(() => profile(() => provider.profile(token, person), person)),
  };
}
