import type { OperationAnswer, OperationName } from '@openhouse/contract';
import type { GatewayAnswer } from '../gateway-client/gateway-client.ts';

/** Headers of an answer that matter to an integrator. */
const SHOWN_HEADERS = [
  'allow',
  'content-type',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-ignored-parameters',
  'x-request-id',
] as const;

/** Replaces a token. It does not have the form of one. */
const MASK = 'oht_<hidden>';

/** Any access token of ours, at any position. */
const TOKEN = /oh[ct]_[A-Za-z0-9_-]{20,}/g;
const TOKEN_FIELD = /("access_token"\s*:\s*")[^"]*(?=")/g;

/** An answer as a page may show it: without the token of an exchange (SPEC 2.5). */
export function shownAnswer(operation: OperationName, answer: GatewayAnswer): OperationAnswer {
  const { httpStatus, headers, body, requestId, roundTripMs } = answer;
  const text = body.toString();
  return {
    httpStatus,
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [{ name, value: String(value) }];
    }),
    // Tours may contain any text; only an exchange answers with a token.
    envelope: operation === 'access-token' ? text.replace(TOKEN_FIELD, `$1${MASK}`).replace(TOKEN, MASK) : text,
    bytes: body.length,
    requestId,
    roundTripMs,
  };
}

/** `status` of an envelope; undefined for what is none. */
export function envelopeStatus(body: Buffer): string | undefined {
  try {
    const { status } = JSON.parse(body.toString()) as { readonly status?: unknown };
    return typeof status === 'string' ? status : undefined;
  } catch {
    return undefined;
  }
}
