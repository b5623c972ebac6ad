import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresPrograms } from '../../packages/server/src/testing/postgres-server.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { inheritedEnv, newDataDirectory, openhouse, startService } from '../service.ts';
import { type Cluster, OWNER, postgresTools, startCluster } from './cluster.ts';

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
      return (await run(process.execPath, [openhouse, ...args], { env })).stdout;
    };
    const verified = async (server: Cluster, withServer: boolean) =>
      (await command(server, withServer, 'verify', '--json'))
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
      ['audit logs', expect.any(Number), 0],
      ['payloads', 51, 0],
      ['files', expect.any(Number), 0],
      ['app secrets', 1, 0],
      ['webhook secrets', 0, 0],
      ['session tokens', 0, 0],
    ];

    test('a dump that does not say which Teams it is for is refused by PostgreSQL, not silently empty', async () => {
      const [source] = clusters as [Cluster];
      const asked = run(join(postgresTools() ?? '', 'pg_dump'), ['--dbname', source.addressOf(OWNER)]);
      await expect(asked).rejects.toThrow(/row-level security/);
    });

    test('with the roles there, everything is whole, and nothing is left to migrate', async () => {
      const server = await cluster([SERVER]);
      await server.tool('pg_restore', ['--enable-row-security', dump]);
      expect(await command(server, true, 'migrate')).toContain('up to date');
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
