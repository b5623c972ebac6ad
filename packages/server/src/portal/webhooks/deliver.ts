import type { DeliveryProblem } from '@openhouse/contract';
import { boundedSignal } from '../../kernel/bounded-signal.ts';
import { LeadsInside } from '../../kernel/http/outside-fetch.ts';
import type { Tried } from './outbox-store.ts';

/** Milliseconds from the connection to the end of the answer; shorter than a lease. */
const ATTEMPT_MS = 15_000;
/** Bytes of an answer that are read: its end says that the receiver has finished. Nobody looks at them. */
const ANSWER_MAX_BYTES = 16 * 1024;
/** HTTP status by which a receiver says that it wants no more (Standard Webhooks). */
const GONE = 410;

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Tries a delivery once: any 2xx whose answer ends, or is longer than anybody reads, is a success. Redirects are not followed, since
 * nobody has looked where they lead.
 * @param fetching `outsideFetch`, so that an address that leads inside is refused when it connects (decision 0094).
 * @param stopping Aborted when this process ends.
 * @returns Undefined when `stopping` ended it.
 */
export async function deliver(
  fetching: typeof fetch,
  { url, headers, body }: Delivery,
  stopping: AbortSignal,
  attemptMs = ATTEMPT_MS,
): Promise<Tried | undefined> {
  const attempt = boundedSignal(stopping, attemptMs);
  let status: number | null = null;
  try {
    const answer = await fetching(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Openhouse-Webhooks', ...headers },
      body,
      redirect: 'manual',
      signal: attempt.signal,
    });
    status = answer.status;
    await readSome(answer.body);
    return { status, problem: problemOfStatus(status) };
  } catch (error) {
    if (stopping.aborted) return undefined;
    return { status, problem: attempt.isLate ? 'timeout' : problemOf(error) };
  } finally {
    attempt.close();
  }
}

async function readSome(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  let read = 0;
  while (read < ANSWER_MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) return;
    read += value.length;
  }
  // What else it would send is of no use; that cancelling fails neither.
  await reader.cancel().catch(() => undefined);
}

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === GONE ? 'gone' : 'status';
}

const BY_CODE: Readonly<Record<string, DeliveryProblem>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
};

/** Failures of a certificate or a handshake, as Node.js names them. */
const OF_TLS = /CERT|TLS|SSL|SIGNATURE|VERIFY/;

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof LeadsInside) return 'inside';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return BY_CODE[code] ?? (OF_TLS.test(code) ? 'tls' : 'reset');
  // `fetch` wraps what happened; several addresses of a name fail together.
  const inner = cause ?? errors?.[0];
  return inner === undefined ? 'reset' : problemOf(inner);
}
