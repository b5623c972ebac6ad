import { noData, type Reading, readAnswers } from './read-answers.ts';
import { filesAnywhere } from './tour/files-anywhere.ts';
import { readTour } from './tour/read-tour.ts';
import type { ShownOperation, Tour } from './tour/tour.ts';

/** Which tour, and through what. */
export interface ReadThroughProxy {
  /** Where the SDK's proxy answers, as in `/api/tours`. */
  readonly src: string;
  readonly code: string;
  readonly fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

/**
 * Reads a tour through the integrator's own back end, with the visitor's cookies and nothing else, unless the page brings a `fetch` of its own.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readFromProxy(source: ReadThroughProxy, reading: Reading): Promise<Tour> {
  return readTour(await readAnswers(reading, (operation, signal) => read(source, operation, signal)), filesAnywhere);
}

async function read(
  { src, code, fetch: call = fetch }: ReadThroughProxy,
  operation: ShownOperation,
  signal: AbortSignal,
): Promise<unknown> {
  const [path = '', query] = src.split('?', 2);
  const address = `${path.replace(/\/$/, '')}/${operation}?${query ? `${query}&` : ''}resource_code=${encodeURIComponent(code)}`;
  const response = await call(address, { signal, headers: { accept: 'application/json' } });
  const { status, message, data } = (await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw noData(
      response.status,
      `${address} was answered ${response.status} without JSON: is the proxy there, and does it run?`,
    );
  })) as Record<'status' | 'message' | 'data', unknown>;
  if (status !== 'success')
    throw noData(response.status, `${operation} of ${code} was answered ${response.status} ${status}: ${message}`);
  return data;
}
