import { LeadsInside } from '../../kernel/http/outside-fetch.ts';
import { IdentityProviderUnavailable } from './identity-provider.ts';

/** Maximum size of a provider's answer, in bytes. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * Calls a provider with everything bounded: time for the whole answer, and its size. No redirect is followed, so that
 * credentials reach the configured address only.
 * @param timeoutMs Milliseconds until the last byte.
 * @param fetching `outsideFetch` for an address that must be on the internet.
 * @throws {IdentityProviderUnavailable} without the address, the headers or the body.
 */
export async function providerFetch(
  address: string,
  request: RequestInit,
  timeoutMs: number,
  fetching = fetch,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetching(address, { ...request, redirect: 'manual', signal });
    const body = await bodyOf(response);
    // A body is not allowed with these statuses; the constructor would throw.
    const empty = [101, 204, 205, 304].includes(response.status);
    return new Response(empty ? null : body, { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof IdentityProviderUnavailable) throw error;
    throw new IdentityProviderUnavailable(reasonOf(error), 'provider');
  }
}

/** Maximum Retry-After that is passed on, in seconds. */
const RETRY_AFTER_MAX_S = 3600;

/**
 * The error for an answer that cannot be used, by its status: a 5xx is the provider's failure, a 4xx concerns the
 * person asked about, and a 429 keeps its Retry-After (decision 0090).
 * @param says What was wrong; the status is put before it.
 */
export function unusable(answer: Pick<Response, 'status' | 'headers'>, says: string): IdentityProviderUnavailable {
  const { status, headers } = answer;
  const reason = `it answered ${status} ${says}`;
  if (status >= 500) return new IdentityProviderUnavailable(reason, 'provider');
  if (status < 400) return new IdentityProviderUnavailable(reason, 'answer');
  return new IdentityProviderUnavailable(
    reason,
    'person',
    status === 429 ? secondsOf(headers.get('retry-after')) : null,
  );
}

/** Of a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(RETRY_AFTER_MAX_S, Math.max(1, Math.ceil(seconds)));
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES)
      throw new IdentityProviderUnavailable(`its answer is larger than ${ANSWER_MAX_BYTES} bytes`, 'answer');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Names and codes only: messages of network errors can hold addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached';
  if (error instanceof LeadsInside) return 'its address leads inside this network';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const cause = error.cause as { readonly code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? `it could not be reached (${cause.code})` : 'it could not be reached';
}
