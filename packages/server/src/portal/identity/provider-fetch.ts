import { IdentityProviderUnavailable } from './identity-provider.ts';

/** Largest answer of a provider, in bytes. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * Asks a provider, with everything bounded: time for the whole answer, its size, and no redirect is followed, so that
 * credentials reach the configured address only.
 * @param timeoutMs Milliseconds until the last byte.
 * @throws {IdentityProviderUnavailable} without the address, the headers or the body.
 */
export async function providerFetch(address: string, request: RequestInit, timeoutMs: number): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { ...request, redirect: 'manual', signal });
    const body = await bodyOf(response);
    // A body is not allowed with these statuses; the constructor would throw.
    const empty = [101, 204, 205, 304].includes(response.status);
    return new Response(empty ? null : body, { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof IdentityProviderUnavailable) throw error;
    throw new IdentityProviderUnavailable(reasonOf(error));
  }
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES)
      throw new IdentityProviderUnavailable(`its answer is larger than ${ANSWER_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Names and codes only: messages of network errors can carry addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const cause = error.cause as { readonly code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? `it could not be reached (${cause.code})` : 'it could not be reached';
}
