import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generateKey, requiredKeys } from '@openhouse/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../run.ts';
import { atNoStore, called, onStore } from '../testing/store-commands.ts';
import { keptWorld } from '../testing/world.ts';

const serverUrl = inject('postgresUrl');
const name = `parts_${randomBytes(6).toString('hex')}`;
const users = { owner: `${name}_owner`, server: `${name}_server`, gateway: `${name}_gateway` } as const;

/** Works in the environment of every part. */
const ofEveryPart = ['keys status', 'keys add', 'keys use', 'keys retire'];
/** Look at the environment themselves: all but one need the address of the owner, and that one says what is wrong. */
const itself = ['migrate', 'installation export', 'installation import', 'doctor'];
/** Works without the portal's keys. */
const withoutKeys = [
  'import',
  'export',
  'tours list',
  'tours remove',
  'teams list',
  'apps list',
  'audit verify',
  'audit follow',
  'audit heads',
  'assets collect',
  'assets move',
  'assets adopt',
];
/** What PostgreSQL or a program says, and no command should. */
const RAW = /permission denied|must be owner|row-level security|relation "|syntax error|Error:|\n\s+at |0 keys/;

describe.skipIf(serverUrl === null)('commands in the environment of a part of the service (PostgreSQL)', () => {
  let directory: string;
  const keys = Object.fromEntries(requiredKeys.map((key) => [key, generateKey(key)]));
  const as = (user: string) =>
    Object.assign(new URL(`${serverUrl}/${name}`), { username: user, password: 'word' }).href;
  const roots = () => ({ DATA_DIR: directory, ...keys });
  const owned = () => ({
    ...roots(),
    DATABASE_URL: as(users.owner),
    DATABASE_SERVICE_URL: as(users.server),
    DATABASE_GATEWAY_URL: as(users.gateway),
  });
  const envOf = (part: string) => ({
    ...roots(),
    SERVE_ONLY: part,
    ...(part === 'gateway' ? { DATABASE_GATEWAY_URL: as(users.gateway) } : { DATABASE_SERVICE_URL: as(users.server) }),
  });
  async function openhouse(env: NodeJS.ProcessEnv, args: readonly string[]) {
    const world = keptWorld(env, undefined, { directory });
    return { exitCode: await run(args, world), ...world.written };
  }
  async function asSuperuser(...statements: string[]) {
    const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  }

  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'openhouse-cli-parts-'));
    await asSuperuser(
      ...Object.values(users).map((user) => `create role ${user} login password 'word'`),
      `create database ${name} owner ${users.owner}`,
    );
    expect(await openhouse(owned(), ['migrate'])).toMatchObject({ exitCode: 0 });
    const owner = new pg.Client({ connectionString: as(users.owner) });
    await owner.connect();
    await owner.query("insert into team (code, name) values ('acme', 'Acme Homes')");
    await owner.end();
    expect(await openhouse(owned(), ['apps', 'create', 'Viewing room'])).toMatchObject({ exitCode: 0 });
  });
  afterAll(async () => {
    await asSuperuser(
      `drop database if exists ${name} with (force)`,
      ...Object.values(users).map((user) => `drop role if exists ${user}`),
    );
    await rm(directory, { recursive: true, force: true });
  });

  const refusal = (part: string) => ({
    exitCode: 2,
    out: '',
    err: expect.stringMatching(new RegExp(`SERVE_ONLY=${part}: .*the environment of the portal\\.\n$`)),
  });

  test('every command of the lists is one that opens the store', () => {
    const names = onStore.map((command) => command.name);
    expect([...ofEveryPart, ...itself.slice(0, 3), ...withoutKeys].filter((one) => !names.includes(one))).toEqual([]);
  });

  test('DATABASE_URL of somebody’s own program: no command makes tables there', { tags: 'slow' }, async () => {
    const foreign = `${name}_foreign`;
    await asSuperuser(`create database ${foreign} owner ${users.owner}`);
    const url = Object.assign(new URL(as(users.owner)), { pathname: `/${foreign}` }).href;
    for (const args of [['tours'], ['apps', 'list'], ['whoami']]) {
      expect(await openhouse({ DATA_DIR: directory, DATABASE_URL: url }, args)).toEqual({
        exitCode: 2,
        out: '',
        err: 'openhouse: The database of DATABASE_URL holds no store of this service. If you mean a portal, name it: --profile or --portal. A new store begins with openhouse serve or migrate.\n',
      });
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select count(*)::int from pg_tables where schemaname = 'public'");
    await client.end();
    expect(rows).toEqual([{ count: 0 }]);
    await asSuperuser(`drop database ${foreign} with (force)`);
  });

  const others = onStore.filter((command) => ![...itself, ...atNoStore].includes(command.name));
  test.each(others.map((command) => [command.name, command] as const))(
    'gateway: %s works, or is refused in a sentence',
    async (command, its) => {
      const said = await openhouse(envOf('gateway'), called(its));
      if (!ofEveryPart.includes(command)) expect(said).toEqual(refusal('gateway'));
      else expect([command, said.exitCode, RAW.exec(said.err)]).toEqual([command, expect.any(Number), null]);
    },
  );

  test.each(others.map((command) => [command.name, command] as const))(
    'operator-jobs: %s works, or is refused in a sentence',
    { tags: ['slow', 'long'] },
    async (command, its) => {
      const said = await openhouse(envOf('operator-jobs'), called(its));
      if ([...ofEveryPart, ...withoutKeys].includes(command)) expect(said.err).not.toMatch(RAW);
      else expect(said).toEqual(refusal('operator-jobs'));
    },
  );

  test.each(others.map((command) => [command.name, command] as const))(
    'portal: %s works',
    { tags: ['slow', 'long'] },
    async (_, its) => {
      const said = await openhouse(envOf('portal'), called(its));
      expect([said.err, said.err.includes('SERVE_ONLY=')]).toEqual([expect.not.stringMatching(RAW), false]);
    },
  );

  test('keys status of a gateway shows its own rings, and says what it cannot see', { tags: 'slow' }, async () => {
    expect(await openhouse(envOf('gateway'), ['keys', 'status'])).toMatchObject({ exitCode: 0 });
    const two = {
      ...envOf('gateway'),
      APP_SECRET_PEPPER: `2:${randomBytes(32).toString('base64url')},1:${keys.APP_SECRET_PEPPER}`,
    };
    const { out, exitCode } = await openhouse(two, ['keys', 'status', '--json']);
    expect(exitCode).toBe(0);
    const reports = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([...new Set(reports.map(({ ring }) => ring))].toSorted()).toEqual([
      'ACCESS_TOKEN_KEYS',
      'APP_SECRET_PEPPER',
      'LINK_KEYS',
    ]);
    const former = reports.find(({ ring, number }) => ring === 'APP_SECRET_PEPPER' && number === 1);
    expect(former.dependents).toEqual([
      {
        what: 'verifiers of app secrets, unseen by SERVE_ONLY=gateway',
        mend: 'run this command in the environment of the portal, which can tell',
      },
    ]);
    // What nobody here can tell may not be retired here.
    const retired = await openhouse(two, ['keys', 'retire', 'APP_SECRET_PEPPER', '1', '--print']);
    expect(retired).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('unseen by SERVE_ONLY=gateway'),
    });
  });

  test('verify finds an installation whole in the environment of the portal', { tags: 'slow' }, async () => {
    const { exitCode, out } = await openhouse(envOf('portal'), ['verify']);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/app secrets: [1-9]\d* looked at, all whole/)]);
  });

  test('the address of the gateway without SERVE_ONLY opens no other store', async () => {
    const { SERVE_ONLY: _, ...env } = envOf('gateway');
    const said = await openhouse(env, ['keys', 'status']);
    expect(said).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('SERVE_ONLY=gateway') });
  });
});
