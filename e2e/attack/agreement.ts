import { setTimeout as sleep } from 'node:timers/promises';
import { vrInfo } from '@openhouse/contract';
import { expect } from 'vitest';
import { type Attacked, jsonLines, type PassedOn } from './attacked.ts';
import { callOf, type Tenant } from './tenants.ts';
import { requestText, type Surface, sendOnce } from './wire.ts';

/** A line of the gateway's log. */
interface CallLine {
  readonly msg: string;
  readonly request_id?: string;
  readonly operation?: string;
  readonly http_status?: number;
}

/** The portal asks the gateway for files' preflight every few seconds, to see whether it answers; nginx has no part in that. */
const isOfPortal = ({ operation, http_status }: CallLine): boolean => operation === 'file' && http_status === 204;

/** How long a line may take to be written on a busy machine, in milliseconds. */
const WRITTEN_WITHIN_MS = 30_000;
const POLL_MS = 20;

/**
 * Whatever is sent to the gateway through nginx meanwhile: the gateway must have answered the requests that nginx passed
 * on, those and no others. One more would be a request that nginx took for a part of another.
 * @returns How many requests both counted.
 */
export async function expectSameRequests(attacked: Attacked, act: () => Promise<void>): Promise<number> {
  const [first, before] = [await written(attacked), (await attacked.passedOn()).length];
  await act();
  const last = await written(attacked);
  const lines = answered(attacked);
  const at = (id: string) => lines.findIndex(({ request_id }) => request_id === id);
  const calls = lines.slice(at(first) + 1, at(last)).filter((line) => !isOfPortal(line));
  const passed = async () => (await attacked.passedOn()).slice(before).filter(({ id }) => id !== '' && id !== last);
  // nginx writes its line when the connection is done with, which may be after the answer.
  await expect
    .poll(async () => unknownTo(await passed(), calls), {
      message: 'answered by the gateway, unknown to nginx',
      timeout: WRITTEN_WITHIN_MS,
    })
    .toEqual([]);
  // What could not be parsed is answered without a line of its own.
  const parsed = (await passed()).filter(({ upstream }) => !['400', '408', '431'].includes(upstream));
  const byGateway = new Set(calls.map(({ request_id }) => request_id));
  const lost = parsed.filter(({ id }) => !byGateway.has(id));
  expect(lost, 'passed on by nginx, unknown to the gateway').toEqual([]);
  return calls.length;
}

function unknownTo(passed: readonly PassedOn[], calls: readonly CallLine[]): CallLine[] {
  const known = new Set(passed.map(({ id }) => id));
  return calls.filter(({ request_id = '' }) => !known.has(request_id));
}

/** Makes a call through nginx, and waits until the gateway has written its line: those before it are written then. @returns Its id. */
export async function written(attacked: Attacked): Promise<string> {
  const answer = await sendOnce(attacked.gateways[1], requestText('GET', '/the-log-so-far'));
  const id = answer?.headers['x-request-id'] ?? '';
  const deadline = performance.now() + WRITTEN_WITHIN_MS;
  const hasBoth = async () =>
    attacked.service.said().includes(id) && (await attacked.passedOn()).some((line) => line.id === id);
  while (!(await hasBoth())) {
    if (performance.now() > deadline) throw new Error(`gateway or nginx wrote no line of ${id}`);
    await sleep(POLL_MS);
  }
  return id;
}

const answered = ({ service }: Attacked): CallLine[] =>
  jsonLines<CallLine>(wholeLines(service.said())).filter(({ msg }) => msg === 'call');

/** What was being written when it was read has no line end yet. */
const wholeLines = (text: string): string =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');

/** A call of somebody else, on a connection of their own, gets its own answer: no connection is left out of step. */
export async function expectUnharmed(surface: Surface, victim: Tenant, about: string): Promise<void> {
  const answer = await sendOnce(surface, callOf(victim, vrInfo));
  expect([answer?.status, answer?.body.includes(victim.mark)], about).toEqual([200, true]);
}
