import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoDataDirectory } from './demo-data-directory.ts';
import { inheritedEnv, newDataDirectory, openhouse, type RunningService, root, startService } from './service.ts';

const run = promisify(execFile);

describe('a first start', () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let service: RunningService;
  beforeAll(async () => {
    directory = await newDataDirectory();
    service = await startService(directory.path);
  });
  afterAll(async () => {
    await service?.stop();
    await directory?.remove();
  });

  const cli = (...args: string[]) => run(process.execPath, [openhouse, ...args], { env: service.env, cwd: root });

  test('says the three addresses, how to sign in, and a curl line that works', async () => {
    const { demo } = service;
    for (const address of [demo.portal_url, demo.base_url, demo.login_url]) expect(service.said()).toContain(address);
    expect(service.said()).toContain(demo.accounts[0]?.email);
    const line = service.said().match(/^ {2}(curl .*)$/m)?.[1] ?? '';
    const { stdout } = await run('sh', ['-c', line], { env: service.env, cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: { resource_code: demo.resource_codes[0] } });
  });

  test('never says the secret, nor a token', { tags: 'slow' }, async () => {
    const { stdout: token } = await cli('token');
    expect(token).toMatch(/^oht_/);
    expect(service.said()).not.toContain(service.demo.app_secret);
    expect(service.said()).not.toContain(token.trim());
  });

  test('writes demo.json for scripts, readable by its owner only, in a directory of its owner only', async () => {
    expect(Object.keys(service.demo)).toEqual([
      'portal_url',
      'base_url',
      'login_url',
      'app_key',
      'app_secret',
      'team',
      'resource_codes',
      'accounts',
    ]);
    expect(service.demo.resource_codes.length).toBeGreaterThanOrEqual(3);
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(join(directory.path, 'demo.json'))).toBe(0o600);
    expect(await mode(join(directory.path, 'keys.json'))).toBe(0o600);
    expect(await mode(directory.path)).toBe(0o700);
  });

  test('is alive, ready and measured on the operator port', { tags: 'slow' }, async () => {
    const get = async (path: string) => (await fetch(`${service.operatorUrl}${path}`)).text();
    expect(await get('/healthz')).toContain('alive');
    expect(JSON.parse(await get('/readyz'))).toEqual({ ready: true, reasons: [] });
    await cli('get', 'vr-info', `resource_code=${service.demo.resource_codes[0]}`);
    const metrics = await get('/metrics');
    expect(metrics).toMatch(/openhouse_gateway_calls_total\{operation="vr-info",status="success"\} [1-9]/);
    expect(metrics).not.toContain(service.demo.app_key);
  });

  test('logs each call as one JSON line, with who, what and the result', { tags: 'slow' }, async () => {
    const { stdout } = await cli('get', 'capture-info', 'resource_code=demo-loft');
    const { request_id } = JSON.parse(stdout) as { request_id: string };
    await expect.poll(() => service.said()).toContain(request_id);
    const line = service
      .said()
      .split('\n')
      .find((one) => one.includes(request_id));
    expect(JSON.parse(line ?? '')).toMatchObject({
      operation: 'capture-info',
      app_key: service.demo.app_key,
      status: 'success',
      http_status: 200,
    });
  });

  test('lets tours be imported while it runs, and serves them at once', { tags: 'slow' }, async () => {
    const work = join(root, 'node_modules/@realsee/open-works/virtual/81RojBlJQdVTglNNMr/work.json');
    await cli('import', work, '--team', service.demo.team);
    const { stdout } = await cli('get', 'vr-info', 'resource_code=81RojBlJQdVTglNNMr');
    expect(JSON.parse(stdout).data.observers).toHaveLength(16);
  });

  test('a refusal is told in its own words, with exit code 1', { tags: 'slow' }, async () => {
    const refused = cli('get', 'vr-info', 'resource_code=no-such-tour');
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('err_resource_not_found') });
  });

  test('a port that is taken is named with its variable', { tags: 'slow' }, async () => {
    const other = await demoDataDirectory();
    const env = { ...service.env, DATA_DIR: other.path };
    const refused = run(process.execPath, [openhouse, 'serve'], { env });
    await expect(refused).rejects.toMatchObject({ code: 4, stderr: expect.stringMatching(/OPERATOR_PORT: another/) });
    await other.remove();
  });

  test('ends with 0 on SIGTERM, after the request under way; starts again on the same data with the same secret', {
    tags: 'slow',
  }, async () => {
    const { app_key, app_secret } = service.demo;
    expect(await service.stop()).toBe(0);
    service = await startService(directory.path);
    expect(service.demo).toMatchObject({ app_key, app_secret });
    expect((await cli('get', 'vr-info', 'resource_code=81RojBlJQdVTglNNMr')).stdout).toContain('"success"');
  });
});

describe('a wrong configuration', () => {
  test('is refused before anything is opened, every bad variable named, with exit code 2', {
    tags: 'slow',
  }, async () => {
    const env = {
      ...inheritedEnv,
      APP_ENV: 'production',
      GATEWAY_PORT: 'x',
      LOG_LEVEL: 'loud',
      DATA_DIR: '/nonexistent/x',
    };
    const refused = run(process.execPath, [openhouse, 'serve'], { env });
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/GATEWAY_PORT[\s\S]*LOG_LEVEL/),
    });
  });

  test('production names all that it lacks at once', { tags: 'slow' }, async () => {
    const env = { ...inheritedEnv, APP_ENV: 'production' };
    const refused = run(process.execPath, [openhouse, 'serve'], { env });
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ACCESS_TOKEN_KEYS[\s\S]*DATABASE_URL[\s\S]*BASE_URL/),
    });
  });
});
