import { Refusal } from '../command.ts';
import { boundedBytes, type Caller, callGatewayForBytes, exchangeToken, GatewayRefusal } from '../gateway-client.ts';
import type { World } from '../world.ts';

/** Bytes of one answer at most: what an import takes of one file. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
/** Attempts of one call at most. */
const MAX_ATTEMPTS = 6;
/** First wait without Retry-After, in seconds; doubled with each attempt. */
const FIRST_WAIT_S = 1;
/** Longest wait, in seconds, whatever Retry-After says. */
const LONGEST_WAIT_S = 120;
/** Timeout of a file, in milliseconds. */
const FILE_MS = 300_000;

/** A client that retries with backoff and honours Retry-After. */
export interface PoliteGateway {
  readonly baseUrl: string;
  /** One read. @returns The envelope's bytes. @throws {GatewayRefusal} */
  read(path: string): Promise<Buffer>;
  /** A file of a tour, without the token: files are public or carry a signature. @throws {Refusal} */
  file(address: string, mostBytes: number): Promise<Buffer>;
}

export function politeGateway(caller: Caller, { sleep }: Pick<World, 'sleep'>): PoliteGateway {
  let token: Promise<string> | undefined;
  // One pause for all calls in flight: after one 429 the others would get one too.
  let pause: Promise<void> = Promise.resolve();

  async function withRetries<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      await pause;
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refusal) || error.exitCode !== 4 || attempt === MAX_ATTEMPTS) throw error;
        const named = error instanceof GatewayRefusal ? error.retryAfterS : undefined;
        const waitS = Math.min(named ?? FIRST_WAIT_S * 2 ** (attempt - 1), LONGEST_WAIT_S);
        pause = sleep(waitS * 1000);
      }
    }
  }

  const read = async (path: string): Promise<Buffer> => {
    token ??= withRetries(() => exchangeToken(caller));
    const used = token;
    const given = await used.catch((error: unknown) => {
      if (token === used) token = undefined;
      throw error;
    });
    const headers = { authorization: given };
    return callGatewayForBytes(`${caller.baseUrl}${path}`, { headers }, ANSWER_MAX_BYTES).catch((error) => {
      const isOver = error instanceof GatewayRefusal && error.code.startsWith('err_access_token_');
      // The first one refused drops the token; the others share the new exchange.
      if (isOver && token === used) token = undefined;
      if (isOver) throw new GatewayRefusal(error.code, error.message, 4, 0);
      throw error;
    });
  };

  return {
    baseUrl: caller.baseUrl,
    read: (path) => withRetries(() => read(path)),
    file: (address, mostBytes) => withRetries(() => fileAt(address, mostBytes)),
  };
}

async function fileAt(address: string, mostBytes: number): Promise<Buffer> {
  const init = { redirect: 'manual', signal: AbortSignal.timeout(FILE_MS) } as const;
  const away = () =>
    new GatewayRefusal('UNREACHABLE', `The gateway does not answer for ${new URL(address).pathname}.`, 4);
  const answer = await fetch(address, init).catch(() => {
    throw away();
  });
  if (answer.status === 429 || answer.status >= 500) {
    const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
    const seconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
    await answer.body?.cancel();
    throw new GatewayRefusal('UNAVAILABLE', `HTTP ${answer.status}`, 4, seconds);
  }
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Refusal('FILE_REFUSED', `HTTP ${answer.status}`);
  }
  return boundedBytes(answer, mostBytes).catch((error: unknown) => {
    throw error instanceof Refusal ? error : away();
  });
}
