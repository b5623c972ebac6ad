import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import {
  connects,
  folderWith,
  freePort,
  redisProgram,
  servicesRequired,
  startProgram,
  stopProgram,
} from '../../packages/server/src/testing/processes.ts';
import { startSwift } from '../../packages/server/src/testing/swift.ts';
import { swiftMissing } from '../../packages/server/src/testing/swift-programs.ts';
import { freePorts, root } from '../service.ts';
import { builtProgram, generateKeys, type Settings, untilReady } from './installation.ts';

interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Settings;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const run = promisify(execFile);
const folder = join(root, 'deploy/compose');
const clients = folderWith('psql', 'pg_isready');
const redis = redisProgram();
const missing =
  postgresPrograms() === undefined || clients === undefined || redis === undefined || swiftMissing().length > 0;
/** As the guide makes one: it stands in an address as it is. */
const PASSWORD = '1f8b3c0d5e7a9462';

/**
 * What the file starts, in its order and with its commands, settings and health checks, as processes of this machine, which can pull
 * no image. In place of the images: PostgreSQL and Redis as they are installed, Swift for the S3 gateway, the built command for ours.
 */
describe.skipIf(missing && !servicesRequired)('what compose starts', { tags: 'slow' }, () => {
  let services: Readonly<Record<string, ComposeService>>;
  let directory = '';
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    ({ services } = parseYaml(text, { merge: true }) as { services: Record<string, ComposeService> });
    directory = await mkdtemp(join(tmpdir(), 'openhouse-compose-'));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    await rm(directory, { recursive: true, force: true });
  });

  /** Runs a service's own health check. Rejects when it is not healthy. */
  async function healthy(service: string, env: Settings, ...more: readonly string[]): Promise<void> {
    const [kind, program = '', ...args] = services[service]?.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const installed = program.replace('valkey-cli', basename(redis ?? '').replace('server', 'cli'));
    await run(installed, [...more, ...args], { env: { PATH: `${clients}:${process.env.PATH}`, ...env } });
  }

  async function startDatabase(): Promise<PostgresServer> {
    const server = await startPostgres(postgresPrograms() ?? '');
    ends.push(server.stop);
    const { port, password } = new URL(server.url);
    // As the image's entry point runs it, for its own superuser, before it takes connections over the network.
    const env = { PGHOST: '127.0.0.1', PGPORT: port, PGPASSWORD: password, POSTGRES_PASSWORD: PASSWORD };
    await run('/bin/sh', [join(folder, 'roles.sh')], { env: { PATH: `${clients}:${process.env.PATH}`, ...env } });
    await healthy('database', { PGPORT: port });
    return server;
  }

  async function startCache(): Promise<number> {
    const port = await freePort();
    const [, ...args] = services.cache?.command ?? [];
    const child = startProgram(redis ?? '', [...args, '--port', String(port)], { cwd: directory });
    ends.push(() => stopProgram(child, 'SIGTERM'));
    await expect.poll(() => connects(port)).toBe(true);
    await healthy('cache', {}, '-p', String(port));
    return port;
  }

  test('is healthy in its order, migrates as a role that owns one database, serves without a warning, and stops cleanly', async () => {
    const database = await startDatabase();
    const cachePort = await startCache();
    const files = await startSwift();
    ends.push(files.delete);
    const bucket = await files.newBucket();
    const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = files.settings(bucket);

    // As the network of the containers resolves them.
    const resolved = (value: string) =>
      value
        .replace(/\$\{DATABASE_PASSWORD\}/, PASSWORD)
        .replace('@database:5432', `@127.0.0.1:${new URL(database.url).port}`)
        .replace('//cache:6379', `//127.0.0.1:${cachePort}`)
        .replace('http://files:7070', files.endpoint)
        .replace('s3://tours/', `s3://${bucket}/`);
    const { environment = {} } = services.openhouse ?? {};
    const [portal, gateway, operator = 0] = await freePorts(3);
    const dataDirectory = join(directory, 'data');
    await mkdir(dataDirectory, { mode: 0o700 });
    const env: Settings = {
      // Of the image.
      APP_ENV: 'production',
      DATA_DIR: dataDirectory,
      // Of production.env.
      ...(await generateKeys(builtProgram)),
      PORTAL_URL: 'https://developers.example.com',
      BASE_URL: 'https://gateway.example.com',
      LOGIN_URL: 'https://login.example.com',
      SVC_AUTH_COOKIE_DOMAIN: 'example.com',
      IDENTITY_PROVIDER: 'oidc',
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'openhouse',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      TRUST_PROXY_HOPS: '1',
      // Of compose.yaml.
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, resolved(value)])),
      ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
      // Of this machine.
      ...{
        LISTEN_HOST: '127.0.0.1',
        PORTAL_PORT: `${portal}`,
        GATEWAY_PORT: `${gateway}`,
        OPERATOR_PORT: `${operator}`,
      },
    };
    await builtProgram.command(services.migrate?.command ?? [], env);

    const as = (user: string, password: string) => {
      const url = new URL(`${database.url}/openhouse`);
      [url.username, url.password] = [user, password];
      return new pg.Client({ connectionString: url.href });
    };
    // The service's password opens nothing else, and the one that the superuser was made with opens nothing any more.
    for (const password of [PASSWORD, new URL(database.url).password])
      await expect(as('postgres', password).connect()).rejects.toMatchObject({ code: '28P01' });
    const owner = as('openhouse', PASSWORD);
    await owner.connect();
    const { rows } = await owner.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
              (select string_agg(datname, ',') from pg_database where datdba = pg_roles.oid) as owns
         from pg_roles where rolname = 'openhouse'`,
    );
    await owner.end();
    const nothing = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
    };
    expect(rows).toEqual([{ ...nothing, owns: 'openhouse' }]);

    const service = builtProgram.serve(env);
    ends.push(() => stopProgram(service, 'SIGKILL'));
    let said = '';
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (said += chunk));
    await untilReady(operator, service, () => said);
    expect(await (await fetch(`http://127.0.0.1:${operator}/readyz`)).json()).toEqual({ ready: true, reasons: [] });
    const metrics = await (await fetch(`http://127.0.0.1:${operator}/metrics`)).text();
    expect(metrics).toMatch(/^openhouse_limiter_shared 1$/m);
    expect(metrics).toMatch(/^openhouse_asset_store_away 0$/m);
    expect((await fetch(`http://127.0.0.1:${portal}/`)).status).toBe(200);

    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said).not.toContain(PASSWORD);
  });
});
