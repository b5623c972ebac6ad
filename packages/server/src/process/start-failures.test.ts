import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { parseConfig, requiredKeys } from '../config/config.ts';
import { generateKey } from '../config/secrets.ts';
import { ConfigError } from '../config/variables.ts';
import { StoreError } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { listen } from '../kernel/http/listen.ts';
import { createLog } from '../observe/log.ts';
import { postgresUrl } from '../testing/database.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { createEmptyDatabase } from '../testing/postgres-template.ts';
import { freePort, servicesRequired } from '../testing/processes.ts';
import { slowAfter } from '../testing/slow-after.ts';
import { listenAs } from './ports.ts';
import { explained, isOnlyAway } from './start-failures.ts';
import { startService } from './start-service.ts';

let directory = '';
let taken: Server | undefined;
let env: Record<string, string> = {};
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-start-'));
  env = { DATA_DIR: join(directory, 'data'), LOAD_DEMO: 'no', LOG_LEVEL: 'silent' };
  for (const name of ['PORTAL_PORT', 'GATEWAY_PORT', 'SIGN_IN_PORT', 'OPERATOR_PORT']) {
    do env[name] = String(await freePort());
    while (Object.entries(env).some(([other, port]) => other !== name && port === env[name]));
  }
});
afterEach(async () => {
  taken?.close();
  taken = undefined;
  await rm(directory, { recursive: true, force: true });
});

/** @returns How a start with these settings ends: a message that was meant for a person. */
async function failure(settings: Record<string, string>): Promise<string> {
  try {
    const config = parseConfig({ ...env, ...settings });
    const options = { demoBundles: DEMO_BUNDLES, pages: join(directory, 'pages'), log: createLog('silent') };
    const service = await startService(config, options);
    await service.stop();
  } catch (error) {
    expect(error instanceof ConfigError || error instanceof StoreError, String(error)).toBe(true);
    const { message } = error as Error;
    expect(message).not.toMatch(/\n\s+at /);
    return message;
  }
  return 'it started';
}

describe('a start that fails says what is wrong and how to mend it', () => {
  test('a data directory that is a file', async () => {
    await writeFile(join(directory, 'file'), '');
    expect(await failure({ DATA_DIR: join(directory, 'file') })).toContain('DATA_DIR');
  });

  test('keys that cannot be read', async () => {
    await mkdir(join(directory, 'data'), { mode: 0o700 });
    await writeFile(join(directory, 'data/keys.json'), 'no JSON', { mode: 0o600 });
    expect(await failure({})).toContain('keys.json cannot be read');
  });

  test('a key of keys.json that serves twice', async () => {
    await mkdir(join(directory, 'data'), { mode: 0o700 });
    const ring = generateKey('LINK_KEYS');
    const keys = Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)]));
    const kept = JSON.stringify({ ...keys, LINK_KEYS: ring, COOKIE_SECRETS: ring });
    await writeFile(join(directory, 'data/keys.json'), kept, { mode: 0o600 });
    const said = await failure({});
    expect(said).toMatch(/COOKIE_SECRETS holds a key that serves twice: .*LINK_KEYS/);
    expect(said).not.toContain(ring.slice(2));
  });
});

test.each([
  ['40P01', 'deadlock detected', /changed the same at the same moment: run this again/],
  [
    '40001',
    'could not serialize access due to concurrent update',
    /changed the same at the same moment: run this again/,
  ],
  ['55P03', 'canceling statement due to lock timeout', /holds what this needs: end it, or wait for its end/],
])('%s of PostgreSQL, %s: nobody is sent to the address', (code, message, says) => {
  const said = String(explained(Object.assign(new Error(message), { code, severity: 'ERROR' }), parseConfig(env)));
  expect(said).toMatch(says);
  expect(said).not.toContain('DATABASE_URL');
});

const withoutPostgres = inject('postgresUrl') === null && !servicesRequired;
describe.skipIf(withoutPostgres)('with PostgreSQL', () => {
  let url = '';
  beforeEach(async () => {
    url = await createEmptyDatabase(postgresUrl());
    env.DATABASE_URL = url;
  });
  const asOwner = async (...statements: string[]) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const migrated = async () => {
    const database = await openDatabase({ url, maxConnections: 2, statementTimeoutMs: 10_000 });
    await migrate(database);
    await database.close();
  };

  test('settings that misread what is stored, where a pooler keeps ours from the connections', {
    tags: 'slow',
  }, async () => {
    const name = new URL(url).pathname.slice(1);
    await asOwner(`alter database ${name} set standard_conforming_strings = off`);
    expect(await failure({ DATABASE_POOLER: 'transaction' })).toContain(
      `Run "alter role postgres set standard_conforming_strings = 'on'", then RECONNECT in the pooler.`,
    );
  });

  slowAfter(0, ['PORTAL_PORT', 'GATEWAY_PORT', 'SIGN_IN_PORT', 'OPERATOR_PORT'])('a %s that is taken', async (name) => {
    taken = createServer();
    await listen(taken, Number(env[name]), name === 'OPERATOR_PORT' ? '127.0.0.1' : 'localhost');
    expect(await failure({})).toContain(`${name}: another program listens on ${env[name]}`);
  });

  slowAfter(1, [
    ['no address of this machine', { LISTEN_HOST: '203.0.113.1' }, 'LISTEN_HOST: this machine has no address'],
    ['no name', { LISTEN_HOST: 'no-such-host.invalid' }, 'LISTEN_HOST: no-such-host.invalid is no address'],
    [
      'no address for the operator',
      { OPERATOR_HOST: '203.0.113.1', OPERATOR_BEYOND_LOOPBACK: 'yes' },
      'OPERATOR_HOST: this',
    ],
  ])('%s', async (_, settings, problem) => {
    const provider = { IDENTITY_PROVIDER: 'ticket', TICKET_GATEWAY_URL: 'http://localhost:1' };
    expect(await failure({ ...provider, ...settings })).toContain(problem);
  });

  slowAfter(1, [
    ['a wrong password', (at: URL) => Object.assign(at, { password: 'wrong' }).href, /password authentication failed/],
    [
      'a database that is missing',
      (at: URL) => Object.assign(at, { pathname: '/absent' }).href,
      /"absent" does not exist/,
    ],
    ['a socket that is not there', () => 'postgres://openhouse@/openhouse?host=/nonexistent/dir', /\/nonexistent\/dir/],
    ['nobody who listens', () => 'postgres://openhouse@127.0.0.1:1/openhouse', /ECONNREFUSED/],
  ])('%s', async (_, address, problem) => {
    const said = await failure({ DATABASE_URL: address(new URL(url)) });
    expect(said).toMatch(problem);
    expect(said).toContain('DATABASE_URL');
  });

  test('a role that is only a member, on an empty database', { tags: 'slow' }, async () => {
    const name = `member_${Date.now().toString(36)}`;
    await asOwner(`create role ${name} login password 'word'`);
    try {
      const at = Object.assign(new URL(url), { username: name, password: 'word' });
      expect(await failure({ DATABASE_URL: at.href })).toMatch(/DATABASE_URL|openhouse migrate/);
    } finally {
      await asOwner(`drop role ${name}`);
    }
  });

  test('other keys on an old database', { tags: 'slow' }, async () => {
    const old = { LOAD_DEMO: 'yes', APP_SECRET_PEPPER: generateKey('APP_SECRET_PEPPER') };
    // The port is taken: the demo is in, and the start ends.
    taken = createServer();
    await listen(taken, Number(env.OPERATOR_PORT), '127.0.0.1');
    expect(await failure(old)).toContain('OPERATOR_PORT');
    expect(await failure({ ...old, APP_SECRET_PEPPER: generateKey('APP_SECRET_PEPPER') })).toMatch(
      /demo app .* another APP_SECRET_PEPPER/,
    );
  });

  describe('in production', () => {
    const production = () => ({
      ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
      APP_ENV: 'production',
      PORTAL_URL: 'https://developers.example.com',
      BASE_URL: 'https://gateway.example.com',
      LOGIN_URL: 'https://login.example.com',
      IDENTITY_PROVIDER: 'ticket',
      TICKET_GATEWAY_URL: 'https://sso.example.com',
      LISTEN_HOST: '127.0.0.1',
    });

    test('an empty database', { tags: 'slow' }, async () =>
      expect(await failure(production())).toContain('openhouse migrate'),
    );

    slowAfter(1, [
      ['a policy', 'alter policy team_only on tour using (true)', /team_only of tour/],
      ['row-level security', 'alter table app disable row level security', /off on app/],
      ['forced row-level security', 'alter table app no force row level security', /owner of app/],
      ['a policy more', 'create policy extra on frame using (true)', /policy extra on frame/],
      ['a policy less', 'drop policy by_token on invitation', /by_token of invitation is missing/],
    ])('a database loosened by hand: %s', async (_, loosen, problem) => {
      await migrated();
      await asOwner(loosen);
      expect(await failure(production())).toMatch(problem);
    });

    test('a data directory that is the root of a volume, which everybody opens, and none in one that is made in it', {
      tags: 'slow',
    }, async () => {
      await migrated();
      const volume = join(directory, 'volume');
      await mkdir(volume);
      await chmod(volume, 0o2777);
      expect(await failure({ ...production(), DATA_DIR: volume })).toContain(`${volume} has mode 0777`);
      expect(await failure({ ...production(), DATA_DIR: join(volume, 'data') })).toBe('it started');
    });

    test('files that others can read', async () => {
      await mkdir(join(directory, 'data'));
      await chmod(join(directory, 'data'), 0o755);
      await writeFile(join(directory, 'data/keys.json'), '{}');
      await chmod(join(directory, 'data/keys.json'), 0o644);
      const said = await failure(production());
      expect(said).toContain(`chmod 0700 ${join(directory, 'data')}`);
      expect(said).toContain(`chmod 0600 ${join(directory, 'data/keys.json')}`);
    });
  });
});

describe('a supervisor starts again', () => {
  const stopped = (code: string) =>
    Object.assign(new Error('refused'), { code, ...(/^[A-Z]+$/.test(code) ? {} : { severity: 'FATAL' }) });

  test.each([
    ['that cannot be reached', 'ECONNREFUSED', true],
    ['that starts', '57P03', true],
    ['with too many connections', '53300', true],
    ['that refuses the password', '28P01', false],
    ['of another name', '3D000', false],
    ['without its tables', '42P01', false],
    ['whose user lacks a right', '42501', false],
    ['whose files are damaged', 'XX001', false],
    ['whose disk is full', '53100', true],
    ['that is a replica, which may be promoted', '25006', true],
    ['in which another transaction was first', '40001', true],
    ['in which two waited for each other', '40P01', true],
    ['whose lock another one holds', '55P03', true],
  ])('after a database %s (%s): %s', (_, code, isAgain) => {
    const error = explained(stopped(code), parseConfig({ ...env, DATABASE_URL: 'postgres://localhost/openhouse' }));
    expect(error).toBeInstanceOf(StoreError);
    expect(isOnlyAway(error)).toBe(isAgain);
  });

  test.each([
    ['that another program has', 'EADDRINUSE', true],
    ['of an address that is not there yet', 'EADDRNOTAVAIL', true],
    ['of a name that no server answers for yet', 'EAI_AGAIN', true],
    ['of a name that a server failed to look up', 'EAI_FAIL', true],
    ['of a name that is not known yet', 'ENOTFOUND', true],
    ['that needs a right', 'EACCES', false],
    ['of an address that the kernel does not take', 'EINVAL', false],
    ['of a family of addresses that this machine has not', 'EAFNOSUPPORT', false],
  ])('after a port %s (%s): %s', async (_, code, isAgain) => {
    const server = createServer();
    server.listen = () => {
      server.emit('error', stopped(code));
      return server;
    };
    const error: unknown = await listenAs(server, parseConfig(env), 'GATEWAY_PORT', 'localhost').catch((one) => one);
    expect(error).toBeInstanceOf(ConfigError);
    expect(isOnlyAway(error)).toBe(isAgain);
  });

  test.each([
    ['that fails', '/bin/false', true],
    ['that is not there', '/nowhere/keys', false],
  ])('after a key management system %s: %s, %s', (_, KEY_COMMAND, isAgain) => {
    const isTriedAgain = () => {
      try {
        return parseConfig({ ...env, KEY_COMMAND, LINK_KEYS: 'command:links' });
      } catch (error) {
        return isOnlyAway(error);
      }
    };
    expect(isTriedAgain()).toBe(isAgain);
  });
});
