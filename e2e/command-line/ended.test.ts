import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../packages/server/src/testing/database.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { freePorts, inheritedEnv, openhouse } from '../service.ts';

const SIGNALS = [
  ['SIGTERM', 'Ended by SIGTERM.'],
  ['SIGINT', 'Ended by Ctrl-C.'],
] as const;
const rows = SIGNALS.flatMap(([signal, named]) => [
  { signal, named, command: 'migrate', says: 'Migrations are applied together or not at all: run it again.' },
  {
    signal,
    named,
    command: 'keys add LINK_KEYS',
    says: 'The ring is as it was, or changed whole: openhouse keys status shows which.',
  },
]);

let home = '';
let env: NodeJS.ProcessEnv = {};
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openhouse-ended-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

function start(args: readonly string[], before: readonly string[] = []) {
  const [program = '', ...words] = [...before, process.execPath, openhouse, ...args];
  const child = spawn(program, words, { env: { ...inheritedEnv, HOME: home, ...env }, cwd: home });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, said }));
  return { child, ended };
}
const run = (...args: readonly string[]) => start(args).ended;

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('a command that waits for a lock', () => {
  let holder: Client;
  beforeEach(async () => {
    const url = await createEmptyDatabase(postgresUrl());
    env = { DATABASE_URL: url, DATA_DIR: join(home, 'data') };
    expect(await run('migrate')).toMatchObject({ code: 0 });
    holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('openhouse key rings')); lock table migration`);
  });
  afterEach(() => holder.end());

  /** Until the command asks for what the holder has. */
  const waits = () =>
    expect
      .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount, { timeout: 60_000 })
      .toBeGreaterThan(0);

  test.each(rows)(
    '$signal amid $command: a sentence, the signal, and the next run goes through',
    {
      tags: ['slow', 'long'],
    },
    async ({ signal, named, command, says }) => {
      const { child, ended } = start(command.split(' '));
      await waits();
      child.kill(signal);
      const { said, ...how } = await ended;
      expect(how).toEqual({ code: null, signal });
      expect(said).toBe(`openhouse: ${named} ${says}\n`);
      await holder.query('rollback');
      expect(await run(...command.split(' '))).toMatchObject({ code: 0 });
      expect((await readdir(home, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );

  test('with --json it is an error with a code', { tags: ['slow', 'long'] }, async () => {
    const { child, ended } = start(['keys', 'add', 'LINK_KEYS', '--json']);
    await waits();
    child.kill('SIGTERM');
    const { said } = await ended;
    expect(JSON.parse(said)).toEqual({
      error: { code: 'ENDED', message: expect.stringMatching(/^Ended by SIGTERM\. /) },
    });
  });
});

/** A process namespace of its own, in which the command is the first process. */
const ALONE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const mayUnshare = spawnSync('unshare', [...ALONE.slice(1), 'true']).status === 0;

/** Of the program that `unshare` has started: it hands on no signal. */
async function childOf({ pid }: ChildProcess): Promise<number> {
  const read = async () => Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(0);
  return read();
}

describe.skipIf(!mayUnshare)('the first process of a container', { tags: ['slow', 'long'] }, () => {
  test('ends at SIGTERM where it waits for an answer', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    env = { OPENHOUSE_BASE_URL: `http://127.0.0.1:${port}`, OPENHOUSE_APP_KEY: 'key', OPENHOUSE_APP_SECRET: 'secret' };
    const { child, ended } = start(['token'], ALONE);
    const [asked] = (await once(server, 'connection')) as [Socket];
    process.kill(await childOf(child), 'SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null, said: '' });
    asked.destroy();
    server.close();
  });

  test('drains at SIGTERM where it serves', async () => {
    const [portal, gateway, signIn, operator] = await freePorts(4);
    env = {
      DATA_DIR: join(home, 'alone'),
      PORTAL_PORT: String(portal),
      GATEWAY_PORT: String(gateway),
      SIGN_IN_PORT: String(signIn),
      OPERATOR_PORT: String(operator),
    };
    const { child, ended } = start(['serve', '--json'], ALONE);
    await once(child.stdout, 'data');
    process.kill(await childOf(child), 'SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});
