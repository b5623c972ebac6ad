import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { OWNER } from '../deploy/cluster.ts';
import type { Program } from '../deploy/installation.ts';
import type { Stage } from './stage.ts';

/** Milliseconds within which what a former key made has ended: tokens, links, and processes that were not heard of. */
const PATIENCE_MS = 120_000;
const POLL_MS = 2_000;

/**
 * Replaces the key of every ring while everything serves, with the commands of the guide and in its order.
 * @param restartAll Restarts every process, one after the other.
 * @returns Names of the rings, and how often a command refused a step that was too early.
 */
export async function rotateRings(
  stage: Stage,
  program: Program,
  restartAll: () => Promise<unknown>,
): Promise<{ readonly names: readonly string[]; readonly refusals: number }> {
  const { rings } = stage;
  const names = Object.keys(rings);
  let refusals = 0;
  /** Each ring is a variable of the environment here: the command prints it, and the next start is given it. */
  const change = async (step: 'add' | 'use' | 'retire', name: string, ...number: string[]) => {
    const printed = await stage.operate(program, ['keys', step, name, ...number, '--print', '--json']);
    rings[name] = (JSON.parse(printed) as Record<string, string>)[name] ?? '';
  };
  const refused = async (step: 'use' | 'retire', name: string, number: string, says: RegExp) => {
    const kept = rings[name];
    await expect(change(step, name, number), `${step} ${name}`).rejects.toThrow(says);
    expect(rings[name]).toBe(kept);
    refusals += 1;
  };
  for (const name of names) await change('add', name);
  for (const name of names) await refused('use', name, '2', /is unknown to/);
  await restartAll();
  for (const name of names) await change('use', name, '2');
  for (const name of names) await refused('retire', name, '1', /processes that make new ones with it/);
  await restartAll();
  await stage.operate(program, ['keys', 'rotate']);
  await refused('retire', 'COOKIE_SECRETS', '1', /CSRF cookies until/);
  await aDayPasses(stage);
  for (const name of names) await onceItMay(() => change('retire', name, '1'));
  await restartAll();
  return { names, refusals };
}

/** Somebody tries again and again, as the command says what is still needed. */
async function onceItMay(retire: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const error = await retire().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return;
    if (performance.now() > untilMs || !String(error).includes('still needed')) throw error;
    await sleep(POLL_MS);
  }
}

/** What ends within a day has ended: pending sign-ins, kept answers, cookies against forged calls. */
async function aDayPasses({ store }: Stage): Promise<void> {
  const database = new pg.Client({ connectionString: store.cluster.addressOf(OWNER) });
  await database.connect();
  await database.query(
    "update key_holder set since = since - interval '25 hours', seen_at = seen_at - interval '25 hours' where ended",
  );
  await database.query('delete from keyed_action');
  await database.end();
}
