import { cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { StoreError } from '../kernel/database/database.ts';
import { createLog } from '../observe/log.ts';
import { postgresUrl } from '../testing/database.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { createEmptyDatabase } from '../testing/postgres-template.ts';
import { freePort } from '../testing/processes.ts';
import { withSwift } from '../testing/swift.ts';
import { examineInstallation } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import type { Service } from './service.ts';
import { startService } from './start-service.ts';

const PATIENCE = { timeout: 20_000 };

let root = '';
const running: Service[] = [];
const lines: string[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openhouse-asset-stores-'));
});
afterEach(() => Promise.all(running.splice(0).map((service) => service.stop())));
afterAll(() => rm(root, { recursive: true, force: true }));

/** Settings of a node on free ports. */
async function nodeEnv(settings: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return {
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(signIn),
    OPERATOR_PORT: String(operator),
    LISTEN_HOST: '127.0.0.1',
    SHUTDOWN_GRACE_S: '1',
    DATA_DIR: join(root, 'data'),
    ...settings,
  };
}

async function start(env: Record<string, string>): Promise<Service> {
  const log = createLog('warn', { write: (line) => lines.push(String(line)) });
  const service = await startService(parseConfig(env), {
    demoBundles: DEMO_BUNDLES,
    pages: join(root, 'no-pages'),
    log,
  });
  running.push(service);
  return service;
}

async function refusal(env: Record<string, string>): Promise<string> {
  const error = await start(env).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreError);
  return (error as Error).message;
}

/** What the doctor says of the files. */
async function examined(env: Record<string, string>): Promise<Finding | undefined> {
  for await (const finding of examineInstallation(env)) if (finding.check === 'files of tours') return finding;
  return undefined;
}

describe('nodes that share a database', () => {
  test('refuse to start with folders of their own, by name; a folder that moved is the same', {
    tags: ['slow', 'long'],
  }, async () => {
    const DATABASE_URL = await createEmptyDatabase(postgresUrl());
    const [here, there, moved] = ['here', 'there', 'moved'].map((name) => join(root, name)) as [string, string, string];
    const first = await nodeEnv({ DATABASE_URL, DATA_DIR: here, LOAD_DEMO: 'no' });
    await start(first);
    const second = await nodeEnv({ DATABASE_URL, DATA_DIR: there, LOAD_DEMO: 'no' });
    const said = await refusal(second);
    expect(said).toContain(`node ${hostname()} keeps them in file://${here}/assets`);
    expect(said).toContain(`file://${there}/assets on ${hostname()} is not that store`);
    for (const remedy of ['ASSET_STORE_URL=s3://bucket/prefix', 'file:///folder', 'openhouse assets move --to URL']) {
      expect(said).toContain(remedy);
    }
    // Nothing was left that would make the folder somebody's.
    expect(await readdir(there)).not.toContain('assets');
    expect(await examined(second)).toMatchObject({ verdict: 'broken', says: said });
    expect(await examined(first)).toMatchObject({ verdict: 'ok' });

    const shared = { ...second, ASSET_STORE_URL: `file://${here}/assets` };
    await start(shared);
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await rename(here, moved);
    await start({ ...first, DATA_DIR: moved });
    await start({ ...shared, ASSET_STORE_URL: `file://${moved}/assets` });
    expect(await refusal(second)).toContain(`file://${moved}/assets`);
  });

  test('a folder of before this version is taken as it is', { tags: ['slow', 'long'] }, async () => {
    const DATABASE_URL = await createEmptyDatabase(postgresUrl());
    const [old, copy] = [join(root, 'old'), join(root, 'copy')];
    await cp(DEMO_BUNDLES, join(old, 'assets', 'aa'), { recursive: true });
    const env = await nodeEnv({ DATABASE_URL, DATA_DIR: old, LOAD_DEMO: 'no' });
    await start(env);
    expect((await stat(join(old, 'assets', 'store-id'))).mode & 0o777).toBe(0o600);
    expect(await refusal(await nodeEnv({ DATABASE_URL, DATA_DIR: copy, LOAD_DEMO: 'no' }))).toContain(old);
  });

  test('a second installation over the files of the first is refused by name, and doctor says so too', {
    tags: 'slow',
  }, async () => {
    const ASSET_STORE_URL = `file://${join(root, 'shared')}`;
    const first = await nodeEnv({
      DATABASE_URL: await createEmptyDatabase(postgresUrl()),
      ASSET_STORE_URL,
      LOAD_DEMO: 'no',
    });
    await start(first);
    const DATABASE_URL = await createEmptyDatabase(postgresUrl());
    const second = await nodeEnv({ DATABASE_URL, ASSET_STORE_URL, LOAD_DEMO: 'no' });
    const said = await refusal(second);
    const name = new URL(first.DATABASE_URL ?? '').pathname.slice(1);
    expect(said).toContain(`holds the files of another database: ${name}, for which node ${hostname()} took it`);
    expect(await examined(second)).toMatchObject({ verdict: 'broken', says: said });
    expect(await examined(first)).toMatchObject({ verdict: 'ok' });
  });
});

withSwift('a service whose files lie in a bucket', (swift) => {
  let env: Record<string, string> = {};
  let bucket = '';
  beforeAll(async () => {
    bucket = await swift.newBucket();
    env = await nodeEnv({ DATABASE_URL: await createEmptyDatabase(postgresUrl()), ...swift.settings(bucket) });
  });
  const operator = (path: string) => fetch(`http://127.0.0.1:${env.OPERATOR_PORT}${path}`);
  const readiness = async () => {
    const answer = await operator('/readyz');
    return [answer.status, await answer.json()];
  };
  const fileOf = async (service: Service, code = 'demo-loft') => {
    const { app_key, app_secret } = service.demo ?? { app_key: '', app_secret: '' };
    const { gateway } = service.addresses;
    const exchanged = await fetch(`${gateway}/auth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ app_key, app_secret }),
    });
    const { data } = (await exchanged.json()) as { data: { access_token: string } };
    const read = (path: string) => fetch(`${gateway}${path}`, { headers: { authorization: data.access_token } });
    const answer = await read(`/open/v3/vr/info?resource_code=${code}`);
    const info = (await answer.json()) as { data: { title_picture_url: string; base_url: string } };
    return { read, address: new URL(info.data.title_picture_url, info.data.base_url).href };
  };

  test('serves them, goes on with reads while the bucket is away, and comes back', {
    tags: ['slow', 'long'],
  }, async () => {
    const service = await start(env);
    const { read, address } = await fileOf(service);
    const { address: cold } = await fileOf(service, 'demo-studio');
    const whole = await fetch(address);
    expect(whole.status, address).toBe(200);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.length).toBe(Number(whole.headers.get('content-length')));
    const etag = whole.headers.get('etag') ?? '';
    const part = (headers: Record<string, string>) => fetch(address, { headers: { range: 'bytes=10-19', ...headers } });
    const same = await part({ 'if-range': etag });
    expect([same.status, same.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(Buffer.from(await same.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    const other = await part({ 'if-range': '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    await expect.poll(readiness, PATIENCE).toEqual([200, { ready: true, reasons: [] }]);
    expect(await examined(env)).toMatchObject({ verdict: 'ok', says: `s3://${bucket}/files answers.` });

    await swift.stop();
    const away = await fetch(cold);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await read('/open/v3/vr/info?resource_code=demo-studio')).status).toBe(200);
    const reason = `s3://${bucket}/files: nobody listens there (ECONNREFUSED). Start it, or name its port`;
    await expect
      .poll(readiness, PATIENCE)
      .toEqual([200, { ready: true, reasons: [], warnings: [`files cannot be served: ${reason}`] }]);
    expect((await fetch(cold)).status).toBe(503);
    // It was read twice: its bytes are in memory.
    expect((await fetch(address)).status).toBe(200);
    expect((await read('/open/v3/vr/info?resource_code=demo-garden')).status).toBe(200);
    expect(await (await operator('/metrics')).text()).toContain('openhouse_asset_store_away 1');
    const found = await examined(env);
    expect(found).toMatchObject({ verdict: 'broken', says: `They cannot be reached: ${reason}.` });
    expect(lines.join('')).toContain('asset store away');
    expect(lines.join('') + JSON.stringify(found)).not.toContain('testing');
    // A node that starts meanwhile serves what it can.
    const late = await start({ ...env, ...(await nodeEnv({ LOAD_DEMO: 'no' })), ...swift.settings(bucket) });
    expect((await fetch(address.replace(service.addresses.gateway, late.addresses.gateway))).status).toBe(503);

    await swift.start();
    await expect.poll(readiness, PATIENCE).toEqual([200, { ready: true, reasons: [] }]);
    const again = await fetch(cold);
    expect([again.status, (await again.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  test('with ASSET_DELIVERY=redirect sends callers there for the bytes, and to nothing else', {
    tags: ['slow', 'long'],
  }, async () => {
    const service = await start({ ...env, ASSET_DELIVERY: 'redirect' });
    const { address } = await fileOf(service);
    const told = await fetch(address, { redirect: 'manual' });
    expect([told.status, told.headers.get('access-control-allow-origin')]).toEqual([302, '*']);
    const location = told.headers.get('location') ?? '';
    expect(location.startsWith(`${swift.endpoint}/${bucket}/files/`)).toBe(true);
    const followed = await fetch(address, { headers: { range: 'bytes=0-9' } });
    expect([followed.status, (await followed.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const head = await fetch(address, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, followed.headers.get('content-type')]);
  });

  test('does not start over a bucket that is not there', { tags: ['slow', 'long'] }, async () => {
    const DATABASE_URL = await createEmptyDatabase(postgresUrl());
    const said = await refusal(await nodeEnv({ ...swift.settings('no-such-bucket'), DATABASE_URL }));
    expect(said).toContain('s3://no-such-bucket/files: HTTP 404 NoSuchBucket');
    expect(said).toContain('ASSET_STORE_URL');
  });
});
