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
  /** Told the reads that did not answer in time: the tour shows without them. */
  readonly onLate: (late: readonly ShownOperation[]) => void;
}

/**
 * Reads what a tour consists of.
 * @param read Is told when an answer is no longer waited for.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readAnswers(
  { reads, signal, onLate }: Reading,
  read: (operation: ShownOperation, signal: AbortSignal) => Promise<unknown>,
): Promise<Answers & { readonly 'vr-info': OperationData['vr-info'] }> {
  const answers: Partial<Record<ShownOperation, unknown>> = {};
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  const basics = read('vr-info', signal);
  const awaited = new Set(shownOperations.filter((one) => one !== 'vr-info' && reads.includes(one)));
  const others = Promise.all(
    [...awaited].map(async (operation) => {
      const answer = await read(operation, ending.signal).catch(() => undefined);
      if (awaited.delete(operation)) answers[operation] = answer;
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
    if (late.length > 0) onLate(late);
    return answers as Answers & { readonly 'vr-info': OperationData['vr-info'] };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // Ends what hangs: a browser has few connections to a host, and pictures need them.
    end();
  }
}
