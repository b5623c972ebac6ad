import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { programOf } from '../../testing/program.ts';
import { slowAfter } from '../../testing/slow-after.ts';

/** What a program of its own tells, because an agent changes node:http for the whole process. */
async function tracedCalls(reader: string, agent: string): Promise<unknown> {
  const program = await programOf(new URL('../../testing/traced-server.main.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [program, reader, agent], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

slowAfter(1, [
  ['strict', 'agent', { calls: 11, seen: 11, byNode: 11 }],
  ['node', 'agent', { calls: 11, seen: 11, byNode: 11 }],
  ['strict', 'none', { calls: 11, seen: 0, byNode: 0 }],
  ['node', 'none', { calls: 11, seen: 0, byNode: 11 }],
])('%s reader, %s: a tracing agent sees each call', async (reader, agent, expected) => {
  expect(await tracedCalls(reader, agent)).toEqual(expected);
});
