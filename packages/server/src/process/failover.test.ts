import { type ChildProcess, execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { createLog } from '../observe/log.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { postgresPrograms, startPostgres } from '../testing/postgres-server.ts';
import {
  folderWith,
  freePort,
  servicesRequired,
  startProgram,
  stopProgram,
  unprivilegedUser,
} from '../testing/processes.ts';
import { serveAlone } from './serve-alone.ts';

const PATIENCE = { timeout: 30_000 };
const programs = postgresPrograms();
const backup = folderWith('pg_basebackup', 'postgres');
const missing = (inject('postgresUrl') === null || backup === undefined) && !servicesRequired;

// Two real servers: the change feed's own tests have the cases.
test.skipIf(missing)(
  'after a failover to a copy that lags, an app that is disabled there is refused, and the log says what is gone',
  { tags: ['slow'] },
  async () => {
    if (programs === undefined || backup === undefined) throw new Error('PostgreSQL or pg_basebackup was not found.');
    const user = unprivilegedUser();
    const primary = await startPostgres(programs);
    const home = await mkdtemp(join(tmpdir(), 'openhouse-failover-'));
    const ask = async (port: string, ...statements: string[]) => {
      const url = new URL(`${primary.url}/openhouse`);
      url.port = port;
      const client = new pg.Client({ connectionString: url.toString() });
      await client.connect();
      try {
        let rows: unknown[] = [];
        for (const sql of statements) ({ rows } = await client.query(sql));
        return rows;
      } finally {
        await client.end();
      }
    };
    const { port: primaryPort } = new URL(primary.url);
    const superuser = new pg.Client({ connectionString: `${primary.url}/postgres` });
    await superuser.connect();
    await superuser.query("create role openhouse login password 'word'");
    await superuser.query('create database openhouse owner openhouse');
    await superuser.end();

    const proxy = await startFaultProxy(Number(primaryPort));
    const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const lines: string[] = [];
    const service = await serveAlone(
      parseConfig({
        DATABASE_URL: `postgres://openhouse:word@127.0.0.1:${proxy.port}/openhouse`,
        DATA_DIR: join(home, 'data'),
        PORTAL_PORT: String(portal),
        GATEWAY_PORT: String(gateway),
        SIGN_IN_PORT: String(signIn),
        OPERATOR_PORT: String(operator),
        LISTEN_HOST: '127.0.0.1',
        IP_LIMIT_PER_MINUTE: '0',
        APP_LIMIT_PER_MINUTE: '0',
        SHUTDOWN_GRACE_S: '1',
      }),
      {
        demoBundles: DEMO_BUNDLES,
        pages: join(home, 'no-pages'),
        log: createLog('warn', { write: (line) => lines.push(String(line)) }),
      },
    );
    const { app_key = '', app_secret = '', resource_codes = [] } = service.demo ?? {};
    const exchanged = await fetch(`${service.addresses.gateway}/auth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ app_key, app_secret }),
    });
    const { data } = (await exchanged.json()) as { data: { access_token: string } };
    const read = async () => {
      const address = `${service.addresses.gateway}/open/v3/vr/info?resource_code=${resource_codes[0]}`;
      const answer = await fetch(address, { headers: { authorization: data.access_token } });
      return ((await answer.json()) as { status: string }).status;
    };
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${operator}/readyz`);
      return ((await answer.json()) as { reasons: string[] }).reasons;
    };
    expect(await read()).toBe('success');

    const copy = join(home, 'server', 'copy');
    await mkdir(join(home, 'server'));
    if (user.uid !== undefined)
      await Promise.all([home, join(home, 'server')].map((at) => chown(at, user.uid, user.gid)));
    const asked = ['-d', `${primary.url}/postgres`, '-D', copy, '-X', 'stream', '--checkpoint=fast'];
    await promisify(execFile)(join(backup, 'pg_basebackup'), asked, { ...user, cwd: home });
    // Acknowledged, seen by the node, and not in the copy.
    await ask(primaryPort, 'update epoch set n = n + 5');
    await expect.poll(() => readiness(), PATIENCE).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await primary.halt();
    await expect.poll(() => readiness(), PATIENCE).toEqual(['the database is away']);

    await writeFile(join(copy, 'standby.signal'), '');
    const port = String(await freePort());
    // As many connections as the primary at least, or it does not follow.
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'].flatMap(
      (setting) => ['-c', setting],
    );
    const second: ChildProcess = startProgram(join(backup, 'postgres'), ['-D', copy, '-p', port, ...settings], {
      ...user,
      cwd: home,
      stdio: 'ignore',
    });
    await expect.poll(() => ask(port, 'select 1 as up').catch(() => []), PATIENCE).toEqual([{ up: 1 }]);
    proxy.turnTo(Number(port));
    await expect
      .poll(() => readiness(), PATIENCE)
      .toEqual(['the database is a replica: it takes no changes, and what it says may be old']);

    await ask(port, 'select pg_promote()');
    await ask(
      port,
      "begin; set local app.team = '*'",
      "update epoch set n = n + 1 where name = 'standing'",
      "update app set disabled_at = now(), epoch = (select n from epoch where name = 'standing')",
      'commit',
    );
    await expect.poll(() => read(), PATIENCE).toBe('err_app_disabled');
    await expect.poll(() => readiness(), PATIENCE).toEqual([]);
    const movedLines = () =>
      lines.filter((line) => line.includes('another copy than before')).map((line) => JSON.parse(line));
    // Written at the end of the look whose beginning the read has shown.
    const last = { level: 50, from: { timeline: 1 }, to: { timeline: 2 } };
    await expect.poll(() => movedLines().at(-1), PATIENCE).toMatchObject(last);
    // One move, though the counters were behind before the timeline was another.
    const [{ lost }, ...more] = movedLines();
    expect(lost.map(({ counter }: { counter: string }) => counter).sort()).toEqual(['standing', 'tours']);
    expect(more).toEqual([]);

    await service.stop();
    await proxy.close();
    await stopProgram(second, 'SIGINT');
    await primary.stop();
    await rm(home, { recursive: true, force: true });
  },
);
