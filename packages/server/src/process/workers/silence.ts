import { ASK_EVERY_MS, SILENT_AFTER } from './rules.ts';

/**
 * Asks a worker again and again whether it is there.
 * @param answers Asks once. @returns Whether an answer came within so many milliseconds.
 * @param isOver Whether nobody needs to know any more.
 * @returns true as soon as it has left SILENT_AFTER questions in a row without an answer, false once it is over.
 */
export async function fallsSilent(
  answers: (patienceMs: number) => Promise<boolean>,
  isOver: () => boolean,
): Promise<boolean> {
  let unanswered = 0;
  while (unanswered < SILENT_AFTER) {
    // Questions that follow each other, not one long wait: a machine that slept is awake again when the second is asked.
    if (unanswered === 0) await pause();
    if (isOver()) return false;
    unanswered = (await answers(ASK_EVERY_MS)) ? 0 : unanswered + 1;
  }
  return !isOver();
}

/** Keeps no process alive. */
const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS).unref());
