import {
  type AnswerBounds,
  boundedCall,
  boundsOf,
  GatewayRefusal,
  LATER,
  retryAfterOf,
  STALL_S,
  type WholeAnswer,
} from '../bounded-call.ts';
import { Refusal, UsageError } from '../command.ts';
import { askGateway, type Caller, exchangeToken } from '../gateway-client.ts';
import { languageHeaders } from '../languages/locale.ts';
import { politely } from '../politely.ts';
import { told } from '../told.ts';
import type { World } from '../world.ts';

/** Bytes of one answer at most: what an import takes of one file. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;

/** An answer that came. */
export interface Answered {
  /** Whether it is the version that the caller has; `body` is empty then. */
  readonly isKnown: boolean;
  readonly body: Buffer;
  /** Its version, if the gateway names one. */
  readonly etag: string | undefined;
}

/** A client that retries with backoff and honours Retry-After. */
export interface PoliteGateway {
  readonly baseUrl: string;
  /**
   * One read. @returns The envelope's bytes. @throws {GatewayRefusal}
   * @param knownEtag Version that the caller has: it is not sent again.
   */
  read(path: string, knownEtag?: string): Promise<Answered>;
  /** A file of a tour, without the token: files are public or carry a signature. @throws {Refusal} TOO_LARGE and others */
  file(address: string, mostBytes: number, knownEtag?: string): Promise<Answered>;
}

/** @param stallS Seconds without a byte after which an answer counts as stalled. */
export function politeGateway(caller: Caller, world: Pick<World, 'sleep'>, stallS = STALL_S): PoliteGateway {
  let token: Promise<string> | undefined;
  let isGateway = false;
  const withRetries = politely(world);
  const bounds = (bytes: number): AnswerBounds => boundsOf(stallS, bytes);

  /** What answered as a gateway once and answers something else now has a fault before it: that passes. */
  const asFault = (error: unknown): unknown => {
    const isWrongAddress = error instanceof UsageError || (error instanceof Refusal && error.exitCode === 2);
    return isGateway && isWrongAddress ? new GatewayRefusal('UNAVAILABLE', error.said, 4) : error;
  };

  const exchanged = async (): Promise<string> => {
    const given = await exchangeToken(caller, bounds(ANSWER_MAX_BYTES)).catch((error: unknown) => {
      throw asFault(error);
    });
    isGateway = true;
    return given;
  };

  const read = async (path: string, knownEtag: string | undefined): Promise<Answered> => {
    token ??= withRetries(exchanged);
    const used = token;
    const given = await used.catch((error: unknown) => {
      if (token === used) token = undefined;
      throw error;
    });
    const init = {
      headers: { authorization: given, ...languageHeaders(caller.language), ...unless(knownEtag) },
    };
    const answer = askGateway(`${caller.baseUrl}${path}`, init, bounds(ANSWER_MAX_BYTES));
    return answer.then(answered).catch((error) => {
      const isOver = error instanceof GatewayRefusal && error.code.startsWith('err_access_token_');
      // The first one refused drops the token; the others share the new exchange.
      if (isOver && token === used) token = undefined;
      if (isOver) throw new GatewayRefusal(error.code, error.said, 4);
      throw asFault(error);
    });
  };

  return {
    baseUrl: caller.baseUrl,
    read: (path, knownEtag) => withRetries(() => read(path, knownEtag)),
    file: (address, mostBytes, knownEtag) => {
      let wasEndless = false;
      return withRetries(() =>
        fileAt(address, bounds(mostBytes), knownEtag).catch((error: unknown) => {
          const isEndless = error instanceof GatewayRefusal && error.code === 'ENDLESS';
          // Once is a fault that passes. Twice it is only large: a proxy that packs it declares no length.
          if (isEndless && wasEndless) throw new Refusal('TOO_LARGE', error.said);
          wasEndless = isEndless;
          throw error;
        }),
      );
    },
  };
}

const unless = (knownEtag: string | undefined) => (knownEtag === undefined ? {} : { 'if-none-match': knownEtag });

const answered = ({ status, headers, body }: WholeAnswer): Answered => ({
  isKnown: status === 304,
  body,
  etag: headers.get('etag') ?? undefined,
});

async function fileAt(address: string, bounds: AnswerBounds, knownEtag: string | undefined): Promise<Answered> {
  const answer = await boundedCall(address, { headers: unless(knownEtag) }, bounds);
  const { status, headers } = answer;
  if (LATER.includes(status) || status >= 500) {
    throw new GatewayRefusal('UNAVAILABLE', told`HTTP ${status}`, 4, retryAfterOf(headers));
  }
  if (status !== 200 && !(status === 304 && knownEtag !== undefined))
    throw new Refusal('FILE_REFUSED', told`HTTP ${status}`);
  return answered(answer);
}
