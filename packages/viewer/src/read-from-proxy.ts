import { readAnswers } from './read-answers.ts';
import { filesAnywhere } from './tour/files-anywhere.ts';
import { readTour } from './tour/read-tour.ts';
import type { ShownOperation, Tour } from './tour/tour.ts';

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
  return readTour(await readAnswers(reads, (operation) => read(src, operation, code, signal)), filesAnywhere);
}

async function read(src: string, operation: ShownOperation, code: string, signal: AbortSignal): Promise<unknown> {
  const address = `${src.replace(/\/$/, '')}/${operation}?resource_code=${encodeURIComponent(code)}`;
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  const { status, message, data } = (await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${address} was answered ${response.status} without JSON: is the proxy there, and does it run?`);
  })) as Record<'status' | 'message' | 'data', unknown>;
  if (status !== 'success')
    throw new Error(`${operation} of ${code} was answered ${response.status} ${status}: ${message}`);
  return data;
}
