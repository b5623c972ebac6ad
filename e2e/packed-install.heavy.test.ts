import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { packPackages, publishedPackages } from '../scripts/release/packages.mjs';
import { newMachine, shownCode } from './command-line/openhouse.ts';
import { personAt } from './command-line/person.ts';
import { type DemoFile, freePorts, inheritedEnv, root } from './service.ts';

const run = promisify(execFile);

const INSTALL_MS = 900_000;
const START_MS = 600_000;
/** From `login` to the first answer: what a person is promised. */
const FIRST_CALL_MS = 120_000;

/** Those that `npm run pack:test` has packed and a release publishes, otherwise some of our own. */
async function tarballs(directory: string): Promise<string[]> {
  const packed = process.env.OPENHOUSE_TARBALLS;
  if (packed !== undefined) return publishedPackages(root).map(({ tarball }) => join(packed, tarball));
  await mkdir(join(directory, 'tarballs'));
  return packPackages(root, join(directory, 'tarballs'));
}

describe('packed tarballs in an empty directory, without the repository', () => {
  let directory: string;
  let env: NodeJS.ProcessEnv;
  let service: ChildProcess;
  let said = '';
  let demo: DemoFile;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'openhouse-packed-'));
    const place = join(directory, 'empty');
    await mkdir(place);
    const files = await tarballs(directory);
    await writeFile(join(place, 'package.json'), '{ "private": true }\n');
    // Strictly: no package that comes along may need a newer Node than ours do.
    const install = [findNpm(), 'install', '--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', ...files];
    await run(process.execPath, install, { cwd: place });
    const [portal, gateway, signIn, operator] = await freePorts(4);
    env = {
      ...inheritedEnv,
      PORTAL_PORT: String(portal),
      GATEWAY_PORT: String(gateway),
      SIGN_IN_PORT: String(signIn),
      OPERATOR_PORT: String(operator),
    };
  }, INSTALL_MS);
  afterAll(async () => {
    service?.kill('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });

  test('npx openhouse serve answers with pages, demo tours and the printed first call', {
    timeout: START_MS,
  }, async () => {
    const cwd = join(directory, 'empty');
    service = spawn(join(cwd, 'node_modules/.bin/openhouse'), ['serve'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (said += chunk));
    while (!said.includes('Openhouse is ready.')) {
      if (service.exitCode !== null) throw new Error(`the service ended at start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    demo = JSON.parse(await readFile(join(cwd, '.openhouse/demo.json'), 'utf8')) as DemoFile;
    expect(await (await fetch(demo.portal_url)).text()).toContain('<div id="root">');
    const command = /^ {2}(curl .+)$/m.exec(said)?.[1] ?? '';
    const path = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`;
    const { stdout } = await run('bash', ['-c', command], { cwd, env: { ...env, PATH: path } });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success' });
  });

  test('login, init and a first call, from another empty directory and with one consent', {
    timeout: FIRST_CALL_MS,
  }, async () => {
    const program = join(directory, 'empty/node_modules/openhouse/dist/bin.js');
    const laptop = await newMachine(directory, 'laptop', {}, program);
    const ada = await personAt(demo, 'ada@example.com', 'Ada Lindqvist');
    const login = laptop.start(['login', '--portal', demo.portal_url]);
    const decided = await ada.post('/api/command-line/sign-ins/decide', {
      userCode: await shownCode(login),
      decision: 'allow',
    });
    expect(decided.status).toBe(200);
    expect((await login.ended).exitCode).toBe(0);
    const init = await laptop.run('init', '--app', 'From a tarball', '--json');
    const { tour } = JSON.parse(init.out) as { readonly tour: string };
    const hint = expect.stringContaining(`openhouse get vr-info resource_code=${tour}`);
    expect([init.exitCode, init.err]).toEqual([0, hint]);
    const got = await laptop.run('get', 'vr-info', `resource_code=${tour}`);
    expect(JSON.parse(got.out)).toMatchObject({ status: 'success', data: { resource_code: tour } });
  });
});
