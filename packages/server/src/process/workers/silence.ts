import { ASK_EVERY_MS, SILENT_AFTER } from './rules.ts';

/**
 * Health-checks a worker repeatedly.
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
    // Several checks in a row, not one long timeout: a machine that was suspended is awake again by the second.
    if (unanswered === 0) await pause();
    if (isOver()) return false;
    unanswered = (await answers(ASK_EVERY_MS)) ? 0 : unanswered + 1;
  }
  return !isOver();
}

/** Does not keep the process alive. */
const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS).unref());
