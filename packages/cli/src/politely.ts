import { Refusal } from './command.ts';
import type { World } from './world.ts';

/** Attempts of one call at most. */
const MAX_ATTEMPTS = 6;
/** Of a call that the server itself asks to repeat later: others may use the same app, or the same address, up meanwhile. */
const MAX_ASKED_ATTEMPTS = 20;
/** First wait without Retry-After, in seconds; doubled with each attempt. */
const FIRST_WAIT_S = 1;
/** Longest wait, in seconds, whatever Retry-After says. */
const LONGEST_WAIT_S = 120;
/** Most that is added to a wait, in seconds, so that commands that were refused together do not come back together. */
const JITTER_S = 0.5;

/** Repeats what may succeed later, after a wait that all share. */
export function politely({ sleep }: Pick<World, 'sleep'>) {
  // One pause for all calls in flight: after one 429 the others would get one too.
  let pause: Promise<unknown> = Promise.resolve();
  return async <Answer>(ask: () => Promise<Answer>, mostAttempts = MAX_ATTEMPTS): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      await pause;
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refusal) || error.exitCode !== 4) throw error;
        const { retryAfterS: named } = error;
        if (attempt >= (named === undefined ? mostAttempts : MAX_ASKED_ATTEMPTS)) throw error;
        const waitS = Math.min(named ?? FIRST_WAIT_S * 2 ** (attempt - 1), LONGEST_WAIT_S);
        // Beside one that lasts: a short wait must not end the long one that the gateway asked another call for.
        pause = Promise.all([pause, sleep((waitS + Math.random() * JITTER_S) * 1000)]);
      }
    }
  };
}
