import type { OperationData } from '@openhouse/contract';
import type { Answers } from './tour/read-tour.ts';
import { type ShownOperation, shownOperations } from './tour/tour.ts';

/** Which reads a page makes. The others' answers show as well where they are there. */
export const usualReads: readonly ShownOperation[] = ['vr-info', 'hot-list'];

/** Milliseconds that the tour waits for the other reads once its basic data is there. */
export const OTHERS_WAIT_MS = 10_000;

/** How a tour is read. */
export interface Reading {
  readonly reads: readonly ShownOperation[];
  /** Ends the reads. */
  readonly signal: AbortSignal;
  /** Told what did not arrive, in words for a log: the tour shows without it. */
  readonly onMissing: (reasons: readonly string[]) => void;
}

/** There is no such data for this visitor: most tours lack some, and a proxy forwards what its page shows. */
export class NotThere extends Error {
  override name = 'NotThere';
}

/** What an answer without data means. Hosts answer 403 and 404 for a file that a bundle does not have. */
export function noData(status: number, message: string): Error {
  return status >= 500 || status === 429 ? new Error(message) : new NotThere(message);
}

/**
 * Reads what a tour consists of.
 * @param read Is told when an answer is no longer waited for.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readAnswers(
  { reads, signal, onMissing }: Reading,
  read: (operation: ShownOperation, signal: AbortSignal) => Promise<unknown>,
): Promise<Answers & { readonly 'vr-info': OperationData['vr-info'] }> {
  const answers: Partial<Record<ShownOperation, unknown>> = {};
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const basics = read('vr-info', signal);
  const awaited = new Set(shownOperations.filter((one) => one !== 'vr-info' && reads.includes(one)));
  const missing: string[] = [];
  const others = Promise.all(
    [...awaited].map(async (operation) => {
      try {
        const answer = await read(operation, ending.signal);
        if (awaited.delete(operation)) answers[operation] = answer;
      } catch (error) {
        if (awaited.delete(operation) && !(error instanceof NotThere)) missing.push(reasonOf(operation, error));
      }
    }),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    answers['vr-info'] = await basics;
    const waited = new Promise((resolve) => {
      timer = setTimeout(resolve, OTHERS_WAIT_MS);
    });
    await Promise.race([others, waited]);
    const late = [...awaited];
    awaited.clear();
    if (late.length > 0) missing.push(`No answer within ${OTHERS_WAIT_MS / 1000} s: ${late.join(', ')}.`);
    if (missing.length > 0) onMissing(missing);
    return answers as Answers & { readonly 'vr-info': OperationData['vr-info'] };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // Ends what hangs: a browser has few connections to a host, and pictures need them.
    end();
  }
}

/** Browsers say of a network that failed no more than that it did. */
function reasonOf(operation: ShownOperation, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.includes(operation) ? message : `${operation}: ${message}`;
}
