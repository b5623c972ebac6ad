import { setTimeout as sleep } from 'node:timers/promises';
import { ATTEMPTS_WINDOW_S } from '../portal/attempts/count-attempt.ts';

/** Longer than counting up to a limit takes, shorter than a test may. */
const ROOM_S = 5;

/** Waits for the next window of counted attempts where this one is about to end: a limit is not reached in two halves. */
export async function roomInWindow(windowS = ATTEMPTS_WINDOW_S): Promise<void> {
  const leftS = windowS - ((Date.now() / 1000) % windowS);
  if (leftS < ROOM_S) await sleep(leftS * 1000 + 50);
}
