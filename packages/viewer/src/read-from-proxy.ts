import type { OperationData } from '@openhouse/contract';
import { filesAnywhere } from './tour/files-anywhere.ts';
import { type Answers, readTour } from './tour/read-tour.ts';
import { type ShownOperation, shownOperations, type Tour } from './tour/tour.ts';

/** Which reads a page makes. The others' answers show as well where the back end passes them on. */
export const usualReads: readonly ShownOperation[] = ['vr-info', 'hot-list'];

/**
 * Reads a tour through the integrator's own back end, with the visitor's cookies and nothing else.
 * @param src Where the SDK's proxy answers, as in `/api/tours`.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readFromProxy(
  src: string,
  code: string,
  reads: readonly ShownOperation[],
  signal: AbortSignal,
): Promise<Tour> {
  const answers = await Promise.all(
    shownOperations
      .filter((operation) => operation === 'vr-info' || reads.includes(operation))
      .map(async (operation) => {
        const reading = read(src, operation, code, signal);
        return [operation, operation === 'vr-info' ? await reading : await reading.catch(() => undefined)] as const;
      }),
  );
  const told = Object.fromEntries(answers) as Answers & { readonly 'vr-info': OperationData['vr-info'] };
  return readTour(told, filesAnywhere);
}

async function read(src: string, operation: ShownOperation, code: string, signal: AbortSignal): Promise<unknown> {
  const address = `${src.replace(/\/$/, '')}/${operation}?resource_code=${encodeURIComponent(code)}`;
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  const { status, message, data } = (await response.json()) as Record<'status' | 'message' | 'data', unknown>;
  if (status !== 'success')
    throw new Error(`${operation} of ${code} was answered ${response.status} ${status}: ${message}`);
  return data;
}
