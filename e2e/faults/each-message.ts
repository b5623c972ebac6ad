import type { LightMyRequestResponse as Response } from 'fastify';
import { expect } from 'vitest';
import type { WireSide } from '../../packages/server/src/testing/wire-proxy.ts';
import type { FaultedPortal } from './faulted-portal.ts';
import type { Content } from './row-changes.ts';
import type { WriteFlow } from './write-flows.ts';

/** No flow sends as many messages. */
const MESSAGES_MAX = 200;
/** A caller that has no answer by then waits for ever. */
const HANGS_MS = 30_000;

/** What is kept about a call beside what it does: that it was begun, and that its puzzle was used. */
const ABOUT_CALLS = /^[+-] (keyed_action|spent_once|reveal_attempts) /;

/** What came of the messages of a flow that were hit, one after the other. */
export interface HitMessages {
  readonly points: number;
  /** How often the store was as before. */
  readonly before: number;
  readonly done: number;
  /** How often the caller was answered as if nothing had happened. */
  readonly succeeded: number;
  /** How often it was done, and the caller told that the service is away. */
  readonly unknown: number;
}

/**
 * Does the same again and again, each time with the connection broken at the next message, until none is left to break. Each time
 * the caller hears of a success or is told when to come again, the store is as before or as after the whole change, and the
 * next try does it, once.
 */
export async function atEachMessage(at: FaultedPortal, flow: WriteFlow, side: WireSide): Promise<HitMessages> {
  const whole = await cleanRun(at, flow);
  const sum = { points: 0, before: 0, done: 0, succeeded: 0, unknown: 0 };
  for (let message = 1; message < MESSAGES_MAX; message += 1) {
    const where = `message ${message}`;
    const { call, before } = await readied(at, flow);
    at.proxy.arm({ side, message });
    const first = await answerOf(call);
    const change = changesOf(at, before, await at.content());
    const hasFired = at.proxy.disarm();
    const isDone = change.length > 0;
    expect([where, change]).toEqual([where, isDone ? whole : []]);
    if (!hasFired) {
      expect([where, first, isDone]).toEqual([where, 'succeeded', true]);
      return sum;
    }
    expect([where, first]).toEqual([where, expect.stringMatching(/^(succeeded|503 retry)$/)]);
    const succeeded = first === 'succeeded';
    // What never reached the server was not done. Of a commit whose answer was lost, nobody here can know.
    if (succeeded || side === 'statement') expect([where, isDone]).toEqual([where, succeeded]);
    const unknown = isDone && !succeeded;
    await retried(at, flow, call, { where, before, whole, unknown });
    expect(await at.brokenChains()).toEqual([]);
    sum.points += 1;
    sum[isDone ? 'done' : 'before'] += 1;
    sum.succeeded += Number(succeeded);
    sum.unknown += Number(unknown);
  }
  throw new Error(`${flow.name} sent more than ${MESSAGES_MAX} messages`);
}

async function readied(at: FaultedPortal, flow: WriteFlow) {
  await at.reset();
  const call = await flow.prepare(at);
  return { call, before: await at.content() };
}

/** @returns What the flow changes when nothing fails. */
async function cleanRun(at: FaultedPortal, flow: WriteFlow): Promise<readonly string[]> {
  const { call, before } = await readied(at, flow);
  expect(await answerOf(call)).toBe('succeeded');
  return changesOf(at, before, await at.content());
}

interface Tried {
  readonly where: string;
  readonly before: Content;
  /** What the flow changes. */
  readonly whole: readonly string[];
  /** It was told as a failure, and done. */
  readonly unknown: boolean;
}

/** Tries it again: then it is done, and done once. */
async function retried(
  at: FaultedPortal,
  flow: WriteFlow,
  call: () => Promise<Response>,
  { where, before, whole, unknown }: Tried,
): Promise<void> {
  if (flow.isAnew === true) {
    expect([where, 'again', await answerOf(await flow.prepare(at))]).toEqual([where, 'again', 'succeeded']);
    return;
  }
  const again = await answerOf(call);
  if (unknown) {
    // Done twice, or refused because it is done.
    expect([where, 'again', again]).toEqual([where, 'again', expect.stringMatching(/^(succeeded|4\d\d )/)]);
    return;
  }
  const late = changesOf(at, before, await at.content());
  expect([where, 'again', again, late]).toEqual([where, 'again', 'succeeded', whole]);
}

const changesOf = (at: FaultedPortal, before: Content, after: Content) =>
  at.changes(before, after).filter((line) => !ABOUT_CALLS.test(line));

/** @returns `succeeded`, or the status, whether the answer says when to come again, and why. */
async function answerOf(call: () => Promise<Response>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, HANGS_MS, 'no answer');
  });
  const answer = call().then(({ statusCode, headers, body }) => {
    if (statusCode === 200 || statusCode === 302) return 'succeeded';
    return statusCode === 503 && headers['retry-after'] !== undefined ? '503 retry' : `${statusCode} ${body}`;
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
