import { type ChildProcess, execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresPrograms } from '../../packages/server/src/testing/postgres-server.ts';
import {
  folderWith,
  servicesRequired,
  startProgram,
  stopProgram,
  unprivilegedUser,
} from '../../packages/server/src/testing/processes.ts';
import { fileOf, has, readSamples } from '../samples/read-samples.ts';
import { inheritedEnv, openhouse, type RunningService, root, startService } from '../service.ts';
import { type Cluster, OWNER, startCluster } from './cluster.ts';

const run = promisify(execFile);
const SERVER = 'openhouse_server';
const PATIENCE = { timeout: 60_000 };
/** Where the guide says that things lie. */
const PLACES = {
  '/var/backups/openhouse': 'backups',
  '/var/lib/postgresql/restored': 'postgresql/restored',
  '/var/lib/openhouse': 'data',
} as const;

/** The blocks of the section of the guide, in their order. */
async function blocksOfGuide() {
  const guide = await readFile(join(root, 'docs/guides/going-to-production.md'), 'utf8');
  const [, section = ''] = /\n### To a point in time\n([\s\S]*?)\n##/.exec(guide) ?? [];
  const samples = readSamples(section);
  return {
    commands: samples.filter((sample) => has(sample, 'elsewhere')).map(({ code }) => code),
    recovery: samples.find((sample) => fileOf(sample) === 'recovery.conf')?.code ?? '',
  };
}

const programs = postgresPrograms();
const tools = folderWith('pg_basebackup', 'psql', 'postgres');

/** As docs/guides/going-to-production.md says it, to the letter: its commands are what is run. */
describe.skipIf((programs === undefined || tools === undefined) && !servicesRequired)(
  'a mistake is undone by restoring the database to the moment before it',
  () => {
    const user = unprivilegedUser();
    let home = '';
    let cluster: Cluster;
    let service: RunningService;
    let restored: ChildProcess | undefined;
    let guide: Awaited<ReturnType<typeof blocksOfGuide>>;
    let token = '';

    const here = (text: string) =>
      Object.entries(PLACES).reduce((all, [place, name]) => all.replaceAll(place, join(home, name)), text);
    const asSuperuser = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
      const client = new pg.Client({ connectionString: `${cluster.url}/postgres` });
      await client.connect();
      return client
        .query<Row>(sql)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    };
    /** What the guide shows, as whoever runs PostgreSQL. */
    const asPostgres = async (block: string | undefined) => {
      const { hostname, port, username, password } = new URL(cluster.url);
      const pgEnv = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
      const env = { ...process.env, ...pgEnv, PATH: `${tools}:${process.env.PATH}` };
      await run('bash', ['-euc', here(block ?? '')], { ...user, cwd: join(home, 'backups'), env });
    };
    /** What the guide shows, as whoever runs the service. @returns Its exit code and what it said. */
    const asService = async (block: string | undefined) => {
      const command = `openhouse() { "${process.execPath}" "${openhouse}" "$@"; }\n${here(block ?? '')}`;
      return run('bash', ['-euc', command], { cwd: join(home, 'data'), env: service.env }).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          said: stdout + stderr,
        }),
      );
    };
    const importTour = async (code: string) => {
      const file = join(home, `${code}.json`);
      await writeFile(file, JSON.stringify({ resource_code: code, name: code }));
      expect(await asService(`openhouse import ${file} --team demo`)).toMatchObject({ code: 0 });
    };
    const read = async (code: string) => {
      const address = `${service.demo.base_url}/open/v3/vr/info?resource_code=${code}`;
      const answer = await fetch(address, { headers: { authorization: token } });
      return ((await answer.json()) as { status: string }).status;
    };
    const metric = async (name: string) =>
      new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${service.operatorUrl}/metrics`)).text())?.[1];

    beforeAll(async () => {
      guide = await blocksOfGuide();
      home = await mkdtemp(join(tmpdir(), 'openhouse-point-'));
      for (const folder of ['', 'backups', 'postgresql']) {
        await mkdir(join(home, folder), { recursive: true });
        if (user.uid !== undefined) await chown(join(home, folder), user.uid, user.gid);
      }
      cluster = await startCluster([SERVER]);
    });
    afterAll(async () => {
      await service?.stop();
      if (restored !== undefined) await stopProgram(restored, 'SIGINT');
      await cluster?.stop();
      await rm(home, { recursive: true, force: true });
    });

    test('and everything that was acknowledged until then is there, whole', async () => {
      const [archive, base, files, last, copy, restoreFiles, look, lost] = guide.commands;
      expect(guide.commands).toHaveLength(8);
      await asPostgres(archive);
      await cluster.restart();
      service = await startService(join(home, 'data'), {
        ...inheritedEnv,
        DATABASE_URL: cluster.addressOf(OWNER),
        DATABASE_SERVICE_URL: cluster.addressOf(SERVER),
        // The mistake's files go at once, so the backup has to bring them back.
        ASSET_KEEP_S: '0',
      });
      const { base_url, app_key, app_secret } = service.demo;
      const body = new URLSearchParams({ app_key, app_secret });
      const exchanged = await fetch(`${base_url}/auth/access_token`, { method: 'POST', body });
      token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;

      await asPostgres(base);
      await importTour('kept');
      const remove = (code: string) => asService(`openhouse tours remove ${code} --confirm ${code} --team demo`);
      expect(await remove('demo-garden')).toMatchObject({ code: 0 });
      expect(await asService(files)).toMatchObject({ code: 0 });
      const [now] = await asSuperuser<{ at: string }>(
        "select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at",
      );
      expect(await remove('demo-loft')).toMatchObject({ code: 0 });
      await importTour('lost');
      expect(await asService('openhouse assets collect')).toMatchObject({ code: 0 });
      expect(await asService('openhouse audit heads >> heads.jsonl')).toMatchObject({ code: 0 });
      expect([await read('demo-loft'), await read('kept'), await read('lost')]).toEqual([
        'err_resource_not_found',
        'success',
        'success',
      ]);

      await asPostgres(last);
      await expect.poll(async () => (await readdir(join(home, 'backups/wal'))).length, PATIENCE).toBeGreaterThan(0);
      await cluster.halt();
      const at = guide.recovery.replace(/'\d{4}-[^']*'/, `'${now?.at}'`);
      await writeFile(join(home, 'backups/recovery.conf'), `${here(at)}\n`);
      await asPostgres(copy);
      const { port } = new URL(cluster.url);
      const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];
      restored = startProgram(
        join(programs ?? '', 'postgres'),
        ['-D', join(home, 'postgresql/restored'), '-p', port, ...settings.flatMap((setting) => ['-c', setting])],
        { ...user, cwd: home, stdio: 'ignore' },
      );
      const recovering = () =>
        asSuperuser<{ is: boolean }>('select pg_is_in_recovery() as is').then(
          ([row]) => row?.is,
          () => undefined,
        );
      await expect.poll(recovering, PATIENCE).toBe(false);

      expect(await asService(restoreFiles)).toMatchObject({ code: 0 });
      const looked = await asService(look);
      expect(looked, looked.said).toMatchObject({ code: 0 });
      expect(looked.said).toContain('up to date');
      expect(looked.said).not.toMatch(/^broken/m);

      // The node that ran all the while.
      await expect.poll(() => read('demo-loft'), PATIENCE).toBe('success');
      expect([await read('kept'), await read('lost'), await read('demo-garden')]).toEqual([
        'success',
        'err_resource_not_found',
        'err_resource_not_found',
      ]);
      expect(service.said()).toContain('the database is another copy than before');
      expect(await metric('openhouse_database_moved_total')).toBe('1');
      expect(await metric('openhouse_ready')).toBe('1');

      // What was acknowledged after the moment, by its numbers.
      const told = await asService(lost);
      expect(told.code).toBe(1);
      expect(told.said).toMatch(/^demo: CUT OFF: it ends at entry [1-9]\d*, and entry \d+ was kept in heads\.jsonl/m);
    });
  },
);
