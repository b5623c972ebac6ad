import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseConfig, requiredKeys } from '../config/config.ts';
import { generateKey } from '../config/secrets.ts';
import { tourStore } from '../gateway/reads/store.ts';
import type { DatabaseCopy } from '../kernel/changes/change-feed.ts';
import type { Database } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { type Replica, replicaReads } from '../kernel/database/replica.ts';
import { serverState } from '../kernel/database/server-state.ts';
import { createLog } from '../observe/log.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../testing/postgres-server.ts';
import { folderWith, freePort, servicesRequired } from '../testing/processes.ts';
import { type StreamingReplica, startReplica } from '../testing/replica.ts';
import { examineReplica } from './doctor/replica.ts';
import { serveAlone } from './serve-alone.ts';
import { isOnlyAway } from './start-failures.ts';
import { startService } from './start-service.ts';

const PATIENCE = { timeout: 30_000 };
const backup = folderWith('pg_basebackup', 'postgres');
const missing = (inject('postgresUrl') === null || backup === undefined) && !servicesRequired;
const OP = 1;
const POOL = { maxConnections: 4, maxReadConnections: 4, statementTimeoutMs: 10_000 };

// Two real servers, one of which follows the other (decision 0160).
describe.skipIf(missing)('reads from a streaming replica (PostgreSQL)', { tags: ['slow', 'long'] }, () => {
  let primary: PostgresServer;
  let replica: StreamingReplica;
  let proxy: FaultProxy;
  let database: Database;
  let reader: Replica;
  let store: ReturnType<typeof tourStore>;
  let copy: DatabaseCopy | undefined;
  let teamId: string;
  const turns: (string | undefined)[] = [];
  let answeredBy: string[] = [];

  const ask = async (server: { readonly url: string }, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: `${server.url}/openhouse` });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const user = (server: { readonly url: string }, port = new URL(server.url).port) =>
    `postgres://openhouse:word@127.0.0.1:${port}/openhouse`;
  const bodyOf = (text: string) => `'\\x${deflateRawSync(text).toString('hex')}'`;
  /** A change of tours as the service makes one: rows, and their stamp at the end. */
  const change = (sql: string) =>
    ask(
      primary,
      "begin; set local app.team = '*'",
      sql,
      "update epoch set n = n + 1 where name = 'tours'",
      "update tour set epoch = (select n from epoch where name = 'tours')",
      'commit',
    );
  const rewrite = (text: string) =>
    change(`update frame set body = ${bodyOf(text)} where tour_id = (select id from tour where code = 'loft')`);
  const addTour = (code: string) =>
    change(`
      with t as (insert into tour (team_id, code, name, active, import_hash)
                 values (${teamId}, '${code}', 'Tour', true, sha256('${code}')) returning team_id, id)
      insert into frame (team_id, tour_id, op, raw_len, crc, body)
      select team_id, id, ${OP}, 3, 0, ${bodyOf('one')} from t`);
  /** What the change feed does four times a second. */
  const look = async () => {
    ({ copy } = await serverState(database.pool));
    await store.changedTours(0n);
  };
  const read = async (code = 'loft') => {
    const frame = await store.frameOfTour(teamId, { code, op: OP, withSlices: false });
    return frame && Object.keys(texts).find((text) => frame.body.equals(deflateRawSync(text)));
  };
  const texts = { one: 1, two: 2, three: 3, four: 4 };
  const readMany = async (count = 20) => [...new Set(await Promise.all(Array.from({ length: count }, () => read())))];
  /** Every read of many; one that a busy machine's replica does not answer in time goes to the database. */
  const replicaAnswers = (text: string) =>
    expect
      .poll(async () => {
        answeredBy = [];
        return [await readMany(), new Set(answeredBy)];
      }, PATIENCE)
      .toEqual([[text], new Set(['replica'])]);
  const serves = () => expect.poll(() => reader.problem(), PATIENCE).toBeUndefined();
  const finding = async () => (await examineReplica(database)).map(({ verdict, says }) => `${verdict}: ${says}`).join();

  beforeAll(async () => {
    const programs = postgresPrograms();
    if (programs === undefined || backup === undefined) throw new Error('PostgreSQL or pg_basebackup was not found.');
    primary = await startPostgres(programs);
    const superuser = new pg.Client({ connectionString: `${primary.url}/postgres` });
    await superuser.connect();
    await superuser.query("create role openhouse login password 'word'");
    await superuser.query('create database openhouse owner openhouse');
    await superuser.end();
    const url = `${primary.url.replace(/\/\/.*@/, '//openhouse:word@')}/openhouse`;
    const owned = await openDatabase({ url, ...POOL });
    await migrate(owned);
    const { rows } = await owned.pool.query("insert into team (code, name) values ('acme', 'Acme') returning id");
    teamId = rows[0].id;
    await owned.close();
    await addTour('loft');
    replica = await startReplica(primary, backup);
    proxy = await startFaultProxy(Number(new URL(replica.url).port));
    const replicaUrl = Object.assign(new URL(url), { port: String(proxy.port) }).href;
    database = await openDatabase({ url, replicaUrl, ...POOL });
    if (database.replicaPool === undefined) throw new Error('there is no pool for the replica');
    reader = replicaReads(database.replicaPool, {
      copy: () => copy,
      onTurn: (problem) => turns.push(problem),
      onRead: (by) => answeredBy.push(by),
    });
    store = tourStore(database.pool, { rows: (...asked) => reader.rows(...asked) });
    reader.start();
  });
  afterAll(async () => {
    await reader?.stop();
    await database?.close();
    await proxy?.close();
    await replica?.stop();
    await primary?.stop();
  });

  test('before the first look at the database nothing is read from the replica, and then everything is', async () => {
    expect([await read(), answeredBy]).toEqual(['one', ['database']]);
    await look();
    await serves();
    await replicaAnswers('one');
    expect([turns[0], turns.at(-1)]).toEqual([undefined, undefined]);
    expect(await finding()).toBe('ok: It follows the database and has its newest change of tours.');
  });

  test('a replica that stopped replaying serves until a change is known, and nothing that is older', async () => {
    await ask(replica, 'select pg_wal_replay_pause()');
    await rewrite('two');
    // As a cache would be, until the next look.
    await replicaAnswers('one');
    await look();
    answeredBy = [];
    expect([await readMany(), new Set(answeredBy)]).toEqual([['two'], new Set(['database'])]);
    expect(await finding()).toBe('warning: It is 1 changes of tours behind, and not read until it has them.');
    await ask(replica, 'select pg_wal_replay_resume()');
    await expect.poll(async () => [await read(), answeredBy.at(-1)], PATIENCE).toEqual(['two', 'replica']);
  });

  test('a tour that the replica does not have yet is found in the database', async () => {
    await ask(replica, 'select pg_wal_replay_pause()');
    await addTour('studio');
    expect([await read('studio'), answeredBy.at(-1)]).toEqual(['one', 'database']);
    expect([await read('nowhere'), answeredBy.at(-1)]).toEqual([undefined, 'database']);
    await ask(replica, 'select pg_wal_replay_resume()');
    await look();
  });

  test('a replica that hangs, and one that is gone, cost no answer', async () => {
    await serves();
    proxy.silence();
    proxy.hold(true);
    expect([await readMany(), answeredBy.at(-1)]).toEqual([['two'], 'database']);
    expect(reader.problem()).toEqual(expect.any(String));
    proxy.hold(false);
    await serves();
    await replica.halt();
    expect([await readMany(), answeredBy.at(-1)]).toEqual([['two'], 'database']);
    await expect.poll(() => reader.problem(), PATIENCE).toMatch(/^it (cannot be asked: |does not answer)/);
    expect(await finding()).toMatch(
      /^broken: It cannot be asked: .*Until it can, the database is asked for everything\.$/,
    );
    await replica.start();
    await serves();
    await expect.poll(async () => [await read(), answeredBy.at(-1)], PATIENCE).toEqual(['two', 'replica']);
  });

  test('from the moment at which the database is known to be another copy, nothing is read from the replica of the former', async () => {
    const { cluster = '', database: id = '', timeline } = copy ?? {};
    for (const [other, says] of [
      [{ cluster, database: id, timeline: (timeline ?? 0) + 1 }, /it is on timeline 1, and the database on 2/],
      [{ cluster: 'another', database: id, timeline: timeline ?? null }, /no copy of the database/],
      [{ cluster, database: 'another', timeline: timeline ?? null }, /names another database of the same cluster/],
      [{ cluster, database: id, timeline: null }, /does not say which copy it is/],
    ] as const) {
      copy = other;
      expect(reader.problem()).toMatch(says);
      expect([await read(), answeredBy.at(-1)]).toEqual(['two', 'database']);
    }
    await look();
    await serves();
  });

  test('an address that leads to another installation of the same cluster is not read, however new its tours are', async () => {
    await ask(primary, 'create database staging template template0 owner openhouse');
    const { href: stagingUrl } = Object.assign(new URL(user(primary)), { pathname: '/staging' });
    const staging = await openDatabase({ url: stagingUrl, ...POOL });
    await migrate(staging);
    await staging.pool.query("update epoch set n = n + 1000 where name = 'tours'");
    await staging.close();
    const { href: replicaUrl } = Object.assign(new URL(user(replica)), { pathname: '/staging' });
    const wrong = await openDatabase({ url: user(primary), replicaUrl, ...POOL });
    const found = async () => (await examineReplica(wrong)).map(({ verdict, says }) => `${verdict}: ${says}`).join();
    await expect
      .poll(found, PATIENCE)
      .toBe('broken: It is not read: its address names another database of the same cluster.');
    await wrong.close();
  });

  test('DATABASE_SERVICE_URL that leads to the replica is refused', async () => {
    await expect(openDatabase({ url: user(primary), serviceUrl: user(replica), ...POOL })).rejects.toThrow(
      /^DATABASE_SERVICE_URL leads to a replica \(127\.0\.0\.1:\d+\/openhouse\) and DATABASE_URL to /,
    );
  });

  // Before a service says where its files are: the standby's own has others.
  test('a service that starts on a standby ends as one that may succeed later, and starts there once it is promoted', async () => {
    const home = await mkdtemp(join(tmpdir(), 'openhouse-standby-'));
    const [portal, gateway, operator] = await Promise.all([freePort(), freePort(), freePort()]);
    const standby = await startReplica(primary, backup ?? '');
    const config = parseConfig({
      ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
      APP_ENV: 'production',
      PORTAL_URL: 'https://developers.example.com',
      BASE_URL: 'https://gateway.example.com',
      LOGIN_URL: 'https://login.example.com',
      IDENTITY_PROVIDER: 'ticket',
      TICKET_GATEWAY_URL: 'https://sso.example.com',
      DATABASE_URL: user(standby),
      DATA_DIR: join(home, 'data'),
      LISTEN_HOST: '127.0.0.1',
      PORTAL_PORT: String(portal),
      GATEWAY_PORT: String(gateway),
      OPERATOR_PORT: String(operator),
      SHUTDOWN_GRACE_S: '1',
    });
    const folders = { demoBundles: DEMO_BUNDLES, pages: join(home, 'no-pages') };
    const start = () => startService(config, { ...folders, log: createLog('silent') });
    try {
      const refused: unknown = await start().catch((error) => error);
      expect(String(refused)).toMatch(/this one is a replica/);
      expect(isOnlyAway(refused)).toBe(true);
      await ask(standby, 'select pg_promote()');
      await (await start()).stop();
    } finally {
      await standby.stop();
      await rm(home, { recursive: true, force: true });
    }
  });

  test('a service reads payloads there, counts who answered, and warns where operators ask', async () => {
    const home = await mkdtemp(join(tmpdir(), 'openhouse-replica-service-'));
    const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const config = parseConfig({
      DATABASE_URL: user(primary),
      DATABASE_READ_URL: user(replica, String(proxy.port)),
      DATA_DIR: join(home, 'data'),
      PORTAL_PORT: String(portal),
      GATEWAY_PORT: String(gateway),
      SIGN_IN_PORT: String(signIn),
      OPERATOR_PORT: String(operator),
      SHUTDOWN_GRACE_S: '1',
    });
    const folders = { demoBundles: DEMO_BUNDLES, pages: join(home, 'no-pages') };
    const service = await serveAlone(config, { ...folders, log: createLog('silent') });
    const warnings = async () =>
      ((await (await fetch(`http://127.0.0.1:${operator}/readyz`)).json()) as { warnings?: string[] }).warnings ?? [];
    await expect.poll(warnings, PATIENCE).toEqual([]);
    const { app_key = '', app_secret = '', resource_codes = [] } = service.demo ?? {};
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${service.addresses.gateway}/auth/access_token`, { method: 'POST', body });
    const { data } = (await exchanged.json()) as { data: { access_token: string } };
    const headers = { authorization: data.access_token };
    for (const code of resource_codes) {
      const answer = await fetch(`${service.addresses.gateway}/open/v3/vr/info?resource_code=${code}`, { headers });
      expect(await answer.json()).toMatchObject({ status: 'success' });
    }
    const metrics = await (await fetch(`http://127.0.0.1:${operator}/metrics`)).text();
    const byReplica = /openhouse_payload_statements_total\{server="replica"\} (\d+)/.exec(metrics)?.[1];
    expect(Number(byReplica)).toBeGreaterThan(0);
    await replica.halt();
    await expect.poll(warnings, PATIENCE).toEqual([expect.stringMatching(/^the replica is not read: /)]);
    expect((await fetch(`http://127.0.0.1:${operator}/readyz`)).status).toBe(200);
    await replica.start();
    await expect.poll(warnings, PATIENCE).toEqual([]);
    await service.stop();
    await rm(home, { recursive: true, force: true });
  });

  test('a replica that was promoted is another database, and so is the primary itself', async () => {
    await look();
    await serves();
    await ask(replica, 'select pg_promote()');
    await expect.poll(() => reader.problem(), PATIENCE).toMatch(/it follows no other server/);
    // It takes changes of its own.
    await ask(replica, "update frame set body = ''", "update epoch set n = n + 100 where name = 'tours'");
    expect([await readMany(), answeredBy.at(-1)]).toEqual([['two'], 'database']);
    expect(await finding()).toMatch(/^broken: It is not read: it follows no other server/);
  });
});
