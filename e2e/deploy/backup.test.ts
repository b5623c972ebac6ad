import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pgbouncerProgram, startPgBouncer } from '../../packages/server/src/testing/pgbouncer.ts';
import { postgresPrograms } from '../../packages/server/src/testing/postgres-server.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { inheritedEnv, newDataDirectory, openhouse, startService } from '../service.ts';
import { type Cluster, forAllTeams, OWNER, postgresTools, startCluster } from './cluster.ts';

const run = promisify(execFile);
const SERVER = 'openhouse_server';

/** As docs/guides/going-to-production.md says it. */
describe.skipIf((postgresPrograms() === undefined || postgresTools() === undefined) && !servicesRequired)(
  'a backup that the owner of the database takes, restored into a new cluster',
  { tags: ['slow', 'long'] },
  () => {
    const clusters: Cluster[] = [];
    let directory: Awaited<ReturnType<typeof newDataDirectory>>;
    let dump: string;

    async function cluster(roles: readonly string[] = []): Promise<Cluster> {
      const started = await startCluster(roles);
      clusters.push(started);
      return started;
    }
    const command = async (server: Cluster, withServer: boolean, ...args: string[]) => {
      const env = {
        ...inheritedEnv,
        DATA_DIR: directory.path,
        DATABASE_URL: server.addressOf(OWNER),
        ...(withServer && { DATABASE_SERVICE_URL: server.addressOf(SERVER) }),
      };
      return run(process.execPath, [openhouse, ...args], { env });
    };
    const verified = async (server: Cluster, withServer: boolean) =>
      (await command(server, withServer, 'verify', '--json')).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { part: string; checked: number; wrong: number })
        .map(({ part, checked, wrong }) => [part, checked, wrong]);

    beforeAll(async () => {
      directory = await newDataDirectory();
      const source = await cluster([SERVER]);
      const DATABASE_URL = source.addressOf(OWNER);
      const service = await startService(directory.path, {
        DATABASE_URL,
        DATABASE_SERVICE_URL: source.addressOf(SERVER),
      });
      await service.stop();
      dump = join(directory.path, '..', 'openhouse.dump');
      await source.tool('pg_dump', ['--enable-row-security', '--format=custom', `--file=${dump}`]);
    });
    afterAll(async () => {
      for (const server of clusters) await server.stop();
      await directory?.remove();
    });

    const whole = [
      ['Teams', 1, 0],
      ['apps', 1, 0],
      ['tours', 3, 0],
      ['audit logs', expect.any(Number), 0],
      ['payloads', 51, 0],
      ['files', expect.any(Number), 0],
      ['app secrets', 1, 0],
      ['webhook secrets', 0, 0],
      ['session tokens', 0, 0],
    ];

    /** As a person runs it: what is in the environment of this process does not help. */
    const pgDump = (address: string, ...args: string[]) =>
      run(join(postgresTools() ?? '', 'pg_dump'), [...args, '--dbname', address]);
    /** The check of the guide. @returns A line for each app. */
    const appsIn = async (file: string) => {
      const args = ['--data-only', '--table=app', '--file=-', file];
      const { stdout } = await run(join(postgresTools() ?? '', 'pg_restore'), args);
      return /^COPY public\.app [^\n]*\n(.*?)^\\\.$/ms.exec(stdout)?.[1]?.trimEnd().split('\n').filter(Boolean);
    };
    const HALF = ['--enable-row-security', '--format=custom'];

    test('a dump without --enable-row-security is refused by PostgreSQL', async () => {
      const [source] = clusters as [Cluster];
      const address = source.addressOf(OWNER);
      await expect(pgDump(address)).rejects.toThrow(/row-level security/);
      await expect(pgDump(forAllTeams(address))).rejects.toThrow(/row-level security/);
      expect(await appsIn(dump)).toHaveLength(1);
    });

    test('a dump that does not say which Teams it is for has no row of any, and the checks of the guide show it', async () => {
      const [source] = clusters as [Cluster];
      const empty = join(directory.path, '..', 'empty.dump');
      await pgDump(source.addressOf(OWNER), ...HALF, `--file=${empty}`);
      expect(await appsIn(empty)).toEqual([]);
      const server = await cluster([SERVER]);
      await server.tool('pg_restore', ['--enable-row-security', empty]);
      const found = [
        'Teams: 1 looked at, 1 are not whole',
        'apps: 0 found',
        'tours: 0 found',
        'audit logs: 0 looked at',
      ];
      await expect(command(server, true, 'verify')).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(new RegExp(`^${found.join('\n')}`)),
        stderr: expect.stringMatching(/demo has no member, .*\n.* was not taken for all Teams\. Take it again/),
      });
    });

    test.skipIf(pgbouncerProgram() === undefined && !servicesRequired)(
      'through PgBouncer a dump is refused, and empty where that drops the options of clients',
      async () => {
        const [source] = clusters as [Cluster];
        const owner = source.addressOf(OWNER);
        const through = async (settings: readonly string[], file: string) => {
          const program = pgbouncerProgram() ?? '';
          const pooler = await startPgBouncer(program, owner, 2, [], 'transaction', settings);
          return pgDump(forAllTeams(pooler.through(owner)), ...HALF, `--file=${file}`).finally(pooler.stop);
        };
        const file = join(directory.path, '..', 'pooled.dump');
        await expect(through([], file)).rejects.toThrow(/unsupported startup parameter/);
        await through(['ignore_startup_parameters = options'], file);
        expect(await appsIn(file)).toEqual([]);
      },
    );

    test('with the roles there, everything is whole, and nothing is left to migrate', async () => {
      const server = await cluster([SERVER]);
      await server.tool('pg_restore', ['--enable-row-security', dump]);
      expect((await command(server, true, 'migrate')).stdout).toContain('up to date');
      expect(await verified(server, true)).toEqual(whole);
    });

    test('without the role that serves, migrate gives it what it needs later', async () => {
      const server = await cluster();
      await server.tool('pg_restore', ['--enable-row-security', '--no-privileges', dump]);
      expect(await verified(server, false)).toEqual(whole);
      await server.addRole(SERVER);
      await command(server, true, 'migrate');
      const service = await startService(directory.path, {
        DATABASE_URL: server.addressOf(OWNER),
        DATABASE_SERVICE_URL: server.addressOf(SERVER),
      });
      const { base_url: base, app_key, app_secret } = service.demo;
      const body = new URLSearchParams({ app_key, app_secret });
      expect((await fetch(`${base}/auth/access_token`, { method: 'POST', body })).status).toBe(200);
      expect(await service.stop()).toBe(0);
    });
  },
);
