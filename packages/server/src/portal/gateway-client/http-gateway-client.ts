import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { sealPortalToken, sealTeamToken } from '../../apps/portal-token.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { PortalError, RETRY_AFTER_S } from '../http/portal-error.ts';
import type { GatewayAnswer, GatewayCall, GatewayClient } from './gateway-client.ts';
import { type WireRequest, wireRequest } from './rules.ts';

export interface HttpGatewayClientOptions {
  /** Address of the gateway, without a trailing slash. */
  readonly baseUrl: string;
  readonly accessTokenKeys: KeyRing;
  /** Milliseconds until the last byte of an answer. */
  readonly timeoutMs?: number;
  /** Largest answer, in bytes. */
  readonly answerMaxBytes?: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

const TIMEOUT_MS = 10_000;
/** The largest file an import accepts, and room for the envelope. */
const ANSWER_MAX_BYTES = 65 * 1024 * 1024;
/** Maximum number of connections to the gateway; further calls wait for one, within their timeout. */
const CONNECTIONS_MAX = 32;

/** Calls the gateway over kept-alive connections. */
export function httpGatewayClient(options: HttpGatewayClientOptions): GatewayClient {
  const { baseUrl, accessTokenKeys, nowMs, timeoutMs = TIMEOUT_MS, answerMaxBytes = ANSWER_MAX_BYTES } = options;
  const isHttps = baseUrl.startsWith('https:');
  const send: typeof httpRequest = isHttps ? httpsRequest : httpRequest;
  const kept = { keepAlive: true, maxSockets: CONNECTIONS_MAX };
  const agent = isHttps ? new HttpsAgent(kept) : new HttpAgent(kept);

  function attempt(wire: WireRequest, headers: Record<string, string>, signal: AbortSignal): Promise<Attempt> {
    return new Promise((resolve, reject) => {
      const request = send(`${baseUrl}${wire.target}`, {
        agent,
        method: wire.method,
        headers: { ...wire.headers, ...headers },
        signal,
      });
      request.on('error', (error) => reject(new Unanswered(error, request.reusedSocket)));
      request.once('response', (response) => {
        bodyOf(response, answerMaxBytes).then(
          (body) => resolve({ response, body }),
          (error) => {
            request.destroy();
            reject(error);
          },
        );
      });
      request.end(wire.body);
    });
  }

  async function answered(wire: WireRequest, headers: Record<string, string>, signal: AbortSignal): Promise<Attempt> {
    try {
      return await attempt(wire, headers, signal);
    } catch (error) {
      // A kept-alive connection can be closed by the other side just as it is reused: a read is then retried.
      const isStale = error instanceof Unanswered && error.reusedSocket && !signal.aborted;
      if (!isStale || wire.method !== 'GET') throw error;
      return attempt(wire, headers, signal);
    }
  }

  return {
    async call({
      operation,
      parameters,
      signal,
      encoding = 'identity',
      ...caller
    }: GatewayCall): Promise<GatewayAnswer> {
      const startedAtMs = performance.now();
      const wire = wireRequest(operation, parameters);
      const token =
        'teamId' in caller
          ? sealTeamToken(BigInt(caller.teamId), accessTokenKeys, nowMs())
          : sealPortalToken(BigInt(caller.appId), accessTokenKeys, nowMs());
      const ended = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
      const headers = { authorization: token, 'accept-encoding': encoding };
      const { response, body } = await answered(wire, headers, ended).catch((error: unknown) => {
        throw unavailable(ended, error);
      });
      return {
        httpStatus: response.statusCode ?? 0,
        headers: response.headers,
        body,
        requestId: String(response.headers['x-request-id'] ?? ''),
        roundTripMs: Math.round(performance.now() - startedAtMs),
      };
    },
    close: () => agent.destroy(),
  };
}

interface Attempt {
  readonly response: IncomingMessage;
  readonly body: Buffer;
}

/** No answer came. */
class Unanswered extends Error {
  readonly reusedSocket: boolean;

  constructor(cause: unknown, reusedSocket: boolean) {
    super('the gateway did not answer', { cause });
    this.reusedSocket = reusedSocket;
  }
}

class TooLarge extends Error {}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  // Without an announced length, a connection that is cut ends the stream without an error.
  if (!response.complete) throw new Error('the answer was cut');
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

function unavailable(ended: AbortSignal, error: unknown): PortalError {
  const headers = { 'retry-after': String(RETRY_AFTER_S) };
  if (error instanceof TooLarge) {
    return new PortalError(
      'GATEWAY_UNAVAILABLE',
      "The gateway's answer is larger than the portal hands on. Call the gateway yourself.",
      headers,
    );
  }
  if (!ended.aborted) return new PortalError('GATEWAY_UNAVAILABLE', undefined, headers);
  return new PortalError(
    'GATEWAY_UNAVAILABLE',
    'The gateway did not answer in time. Try again after the seconds in Retry-After.',
    headers,
  );
}
