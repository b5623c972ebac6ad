import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import { sentValues } from '../http/raw-headers.ts';
import { DEFAULT_PROTECTION } from '../http/route.ts';
import { beginAction, findAction, forgetAction, keepAnswer } from './store.ts';

export interface DoOnceDeps {
  readonly pool: Pool;
  readonly sealingKeys: KeyRing;
  readonly sessionOf: (request: FastifyRequest) => Promise<{ readonly personId: string } | undefined>;
}

/** A key, as clients write them: visible ASCII. */
const KEY = /^[\x21-\x7e]{8,128}$/;
/** How long a repetition gets the first answer. */
const KEPT_S = 60 * 60;
/** An action that runs for longer was lost with its process: no request takes that long. */
const STALE_S = 120;
/** Larger answers are not kept: they are reads of the console, which may be done again. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** How long a repetition waits for the first one, and how often it looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

const purposeOf = (keyHash: Buffer) => `answer:${keyHash.toString('hex')}`;

/**
 * Makes a repetition of a keyed call the same action (decision 0096). Concurrent repetitions wait for the first one.
 * Calls without a key, uploads and answers that must be kept nowhere are as before.
 */
export function doActionsOnce(app: FastifyInstance, { pool, sealingKeys, sessionOf }: DoOnceDeps): void {
  /** Actions that were begun by a request that is being answered. */
  const begun = new WeakMap<FastifyRequest, Buffer>();

  app.addHook('preHandler', async (request, reply) => {
    const keys = sentValues(request.raw, IDEMPOTENCY_HEADER);
    if (keys.length === 0 || !isKeyed(request)) return;
    const session = await sessionOf(request);
    const [key = ''] = keys;
    if (keys.length > 1 || !KEY.test(key)) {
      throw new PortalError('REQUEST_INVALID', `${IDEMPOTENCY_HEADER} takes 8 to 128 visible ASCII characters, once.`);
    }
    if (session === undefined) return;
    const keyHash = sha256(JSON.stringify([session.personId, key]));
    const callHash = sha256(JSON.stringify([request.method, request.url, request.body ?? null]));
    const endsAtMs = performance.now() + WAIT_MS;
    while (!(await beginAction(pool, { keyHash, callHash }, { staleS: STALE_S, keptS: KEPT_S }))) {
      const known = await findAction(pool, keyHash);
      if (known !== undefined && !known.callHash.equals(callHash)) throw new PortalError('ACTION_KEY_REUSED');
      if (known !== undefined && known.sealedAnswer !== null) return answerAgain(reply, keyHash, known.sealedAnswer);
      if (performance.now() > endsAtMs) throw new PortalError('ACTION_RUNNING', undefined, { 'retry-after': '1' });
      await sleep(LOOK_MS);
    }
    begun.set(request, keyHash);
  });

  // Before the answer leaves: whoever repeats the call because this answer was lost finds it.
  app.addHook('onSend', async (request, reply, payload) => {
    const keyHash = begun.get(request);
    if (keyHash === undefined) return payload;
    begun.delete(request);
    const text = reply.statusCode === 200 && typeof payload === 'string' ? Buffer.from(payload) : undefined;
    if (text === undefined || text.length > ANSWER_MAX_BYTES) await forgetAction(pool, keyHash);
    else await keepAnswer(pool, keyHash, seal(sealingKeys, purposeOf(keyHash), text));
    return payload;
  });

  async function answerAgain(reply: FastifyReply, keyHash: Buffer, sealed: Buffer): Promise<FastifyReply> {
    const answer = open(sealingKeys, purposeOf(keyHash), sealed);
    if (answer === undefined) throw new PortalError('ACTION_KEY_REUSED');
    return reply.type('application/json; charset=utf-8').serializer(String).send(answer.toString());
  }
}

/** Whether the call changes something for a person, and its answer may be kept. */
function isKeyed({ method, routeOptions }: FastifyRequest): boolean {
  const { protection = DEFAULT_PROTECTION, uploadTypes, answerNotKept = false } = routeOptions.config;
  return method === 'POST' && protection === DEFAULT_PROTECTION && uploadTypes === undefined && !answerNotKept;
}
