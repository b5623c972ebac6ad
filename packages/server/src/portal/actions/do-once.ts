import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER, SECRET_VISIBLE_S, TEAM_HEADER } from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { onceMore } from '../../kernel/database/once-more.ts';
import { isStoreAway } from '../../kernel/database/store-away.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import { sentValues } from '../http/raw-headers.ts';
import { DEFAULT_PROTECTION } from '../http/route.ts';
import { beginAction, findAction, forgetAction, keepAnswer, noteRunning } from './store.ts';

export interface DoOnceDeps {
  readonly pool: Pool;
  readonly sealingKeys: KeyRing;
  readonly sessionOf: (request: FastifyRequest) => Promise<{ readonly personId: string } | undefined>;
}

/** Keyed (idempotent) actions, for routes that answer a retry themselves (decision 0088). */
export interface Actions {
  /** Whether the call is a retry of one that was just answered and whose answer must not be stored. */
  readonly isRepetition: (request: FastifyRequest) => boolean;
  /**
   * Runs an upload's action once: a retry with the same key and the same bytes gets the first result.
   * @param contentHash SHA-256 of the bytes that arrived.
   * @param act Resolves to a JSON value.
   */
  readonly importOnce: <Result>(
    request: FastifyRequest,
    contentHash: Buffer,
    act: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Idempotency keys, as clients write them: visible ASCII. */
const KEY = /^[\x21-\x7e]{8,128}$/;
/** How long a retry gets the first answer. */
const KEPT_S = 60 * 60;
/** How long a retry shows a secret again: no longer than the first answer would have shown it (SPEC 5.2). */
const REVEAL_KEPT_S = SECRET_VISIBLE_S;
/** An action that runs for longer was lost with its process: no request takes that long. */
const STALE_S = 120;
/** An import may take that long; it renews its mark often enough. */
const STILL_RUNNING_MS = 30_000;
/** Larger answers are not stored: they are reads of the console, which may be run again. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** The report of an import lists each tour. */
const REPORT_MAX_BYTES = 1024 * 1024;
/** How long a retry waits for the first call, and how often it checks. */
const WAIT_MS = 10_000;
const IMPORT_WAIT_MS = 10 * 60_000;
const LOOK_MS = 100;

const purposeOf = (keyHash: Buffer) => `answer:${keyHash.toString('hex')}`;
/** Stored in place of an answer that must not be stored. */
const NO_ANSWER = Buffer.alloc(0);

interface KeyedCall {
  readonly keyHash: Buffer;
  readonly callHash: Buffer;
}

/**
 * Makes a retry of a keyed call the same action (decisions 0088 and 0096). Concurrent retries wait for the first call.
 * Calls without a key are not affected.
 */
export function doActionsOnce(app: FastifyInstance, { pool, sealingKeys, sessionOf }: DoOnceDeps): Actions {
  /** Actions that were started by a running request. */
  const begun = new WeakMap<FastifyRequest, Buffer>();
  const repetitions = new WeakSet<FastifyRequest>();

  app.addHook('preHandler', async (request, reply) => {
    const { answerNotKept = false } = request.routeOptions.config;
    if (!isKeyed(request)) return;
    // The content of an upload is known only when it has arrived: here its body is a stream. Its key is checked before.
    const isUpload = request.routeOptions.config.uploadTypes !== undefined;
    const call = await keyedCall(request, isUpload ? null : (request.body ?? null));
    if (call === undefined || isUpload) return;
    const answer = await beginOrFind(call, WAIT_MS);
    if (answer === undefined) begun.set(request, call.keyHash);
    else if (answerNotKept) repetitions.add(request);
    else return reply.type('application/json; charset=utf-8').serializer(String).send(answer.toString());
  });

  // Before the answer is sent: a caller that retries because this answer was lost finds it.
  app.addHook('onSend', async (request, reply, payload) => {
    const keyHash = begun.get(request);
    if (keyHash === undefined) return payload;
    begun.delete(request);
    const text = reply.statusCode === 200 && typeof payload === 'string' ? Buffer.from(payload) : undefined;
    if (text === undefined) await settle(() => forgetAction(pool, keyHash));
    else if (request.routeOptions.config.answerNotKept === true)
      await settle(() => keep(keyHash, NO_ANSWER, REVEAL_KEPT_S));
    else if (text.length > ANSWER_MAX_BYTES) await settle(() => forgetAction(pool, keyHash));
    else await settle(() => keep(keyHash, text, request.routeOptions.config.answerKeptS ?? KEPT_S));
    return payload;
  });

  return {
    isRepetition: (request) => repetitions.has(request),
    async importOnce(request, contentHash, act) {
      const call = await keyedCall(request, contentHash.toString('hex'));
      if (call === undefined) return act();
      const { keyHash } = call;
      const report = await beginOrFind(call, IMPORT_WAIT_MS);
      if (report !== undefined) return JSON.parse(report.toString());
      const stillRunning = setInterval(() => void noteRunning(pool, keyHash).catch(() => {}), STILL_RUNNING_MS);
      try {
        const result = await act();
        const text = Buffer.from(JSON.stringify(result));
        await settle(() =>
          text.length > REPORT_MAX_BYTES ? forgetAction(pool, keyHash) : keep(keyHash, text, KEPT_S),
        );
        return result;
      } catch (error) {
        await settle(() => forgetAction(pool, keyHash));
        throw error;
      } finally {
        clearInterval(stillRunning);
      }
    },
  };

  /** @returns What identifies the call; undefined for one without a key, and for a stranger. */
  async function keyedCall(request: FastifyRequest, content: unknown): Promise<KeyedCall | undefined> {
    const keys = sentValues(request.raw, IDEMPOTENCY_HEADER);
    if (keys.length === 0) return undefined;
    const session = await sessionOf(request);
    const [key = ''] = keys;
    if (keys.length > 1 || !KEY.test(key)) {
      throw new PortalError('REQUEST_INVALID', `${IDEMPOTENCY_HEADER} takes 8 to 128 visible ASCII characters, once.`);
    }
    if (session === undefined) return undefined;
    const keyHash = sha256(JSON.stringify([session.personId, key]));
    // The same for another Team is another call.
    const teams = sentValues(request.raw, TEAM_HEADER);
    return { keyHash, callHash: sha256(JSON.stringify([request.method, request.url, ...teams, content])) };
  }

  /** @returns The stored answer of the first call; undefined when this call is the first one, and has been started. */
  async function beginOrFind(call: KeyedCall, waitMs: number): Promise<Buffer | undefined> {
    const { keyHash, callHash } = call;
    const endsAtMs = performance.now() + waitMs;
    const action = { ...call, begunBy: randomUUID() };
    while (!(await onceMore(() => beginAction(pool, action, { staleS: STALE_S, keptS: KEPT_S })))) {
      const known = await findAction(pool, keyHash);
      if (known !== undefined && !known.callHash.equals(callHash)) throw new PortalError('ACTION_KEY_REUSED');
      if (known !== undefined && known.sealedAnswer !== null) {
        const answer = open(sealingKeys, purposeOf(keyHash), known.sealedAnswer);
        if (answer === undefined) throw new PortalError('ACTION_KEY_REUSED');
        return answer;
      }
      if (performance.now() > endsAtMs) throw new PortalError('ACTION_RUNNING', undefined, { 'retry-after': '1' });
      await sleep(LOOK_MS);
    }
    return undefined;
  }

  /** What came of an action is told also where it cannot be stored: a success that was told is not repeated. */
  async function settle(store: () => Promise<void>): Promise<void> {
    await onceMore(store).catch((error: unknown) => {
      if (!isStoreAway(error)) throw error;
    });
  }

  function keep(keyHash: Buffer, answer: Buffer, forS: number): Promise<void> {
    return keepAnswer(pool, keyHash, seal(sealingKeys, purposeOf(keyHash), answer), forS);
  }
}

/** Whether the call changes something on behalf of a person. */
function isKeyed({ method, routeOptions }: FastifyRequest): boolean {
  const { protection = DEFAULT_PROTECTION } = routeOptions.config;
  return method === 'POST' && protection === DEFAULT_PROTECTION;
}
