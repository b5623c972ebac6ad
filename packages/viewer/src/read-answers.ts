import type { OperationData } from '@openhouse/contract';
import type { Answers } from './tour/read-tour.ts';
import { type ShownOperation, shownOperations } from './tour/tour.ts';

/** Which reads a page makes. The others' answers show as well where they are there. */
export const usualReads: readonly ShownOperation[] = ['vr-info', 'hot-list'];

/**
 * Reads what a tour consists of.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readAnswers(
  reads: readonly ShownOperation[],
  read: (operation: ShownOperation) => Promise<unknown>,
): Promise<Answers & { readonly 'vr-info': OperationData['vr-info'] }> {
  const answers = await Promise.all(
    shownOperations
      .filter((operation) => operation === 'vr-info' || reads.includes(operation))
      .map(async (operation) => {
        const reading = read(operation);
        return [operation, operation === 'vr-info' ? await reading : await reading.catch(() => undefined)] as const;
      }),
  );
  return Object.fromEntries(answers) as Answers & { readonly 'vr-info': OperationData['vr-info'] };
}
