import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { lockedClosure, placesInPackage } from '../scripts/release/bundle.mjs';
import { packPackages, publishedPackages } from '../scripts/release/packages.mjs';
import { fetchNode } from '../scripts/test/fetch-node.mjs';
import { OTHER_NODE_VERSIONS } from '../scripts/test/node-versions.mjs';
import { newMachine, shownCode } from './command-line/openhouse.ts';
import { personAt } from './command-line/person.ts';
import { type DemoFile, freePorts, inheritedEnv, root } from './service.ts';

const run = promisify(execFile);

const INSTALL_MS = 900_000;
const START_MS = 600_000;
/** From `login` to the first answer: what a person is promised. */
const FIRST_CALL_MS = 120_000;

let directory: string;
/** Paths of the tarballs, by package. */
let tarballs: Readonly<Record<string, string>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'openhouse-packed-'));
  // Those that `npm run pack:test` has packed and a release publishes, otherwise some of our own.
  const packed = process.env.OPENHOUSE_TARBALLS ?? join(directory, 'tarballs');
  await mkdir(packed, { recursive: true });
  if (process.env.OPENHOUSE_TARBALLS === undefined) await packPackages(root, packed);
  tarballs = Object.fromEntries(publishedPackages(root).map(({ name, tarball }) => [name, join(packed, tarball)]));
}, INSTALL_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

const tarball = (name: string) => tarballs[name] ?? '';

/** Packages below a directory, as Node finds them: path from there, and version. */
function installedBelow(place: string, from = place): Record<string, string> {
  const modules = join(place, 'node_modules');
  if (!existsSync(modules)) return {};
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  const found = names.filter((name) => existsSync(join(modules, name, 'package.json')));
  return Object.assign(
    Object.fromEntries(found.map((name) => [relative(from, join(modules, name)), versionAt(join(modules, name))])),
    ...found.map((name) => installedBelow(join(modules, name), from)),
  );
}

const versionAt = (place: string) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version as string;

/** What the tests of the checkout run with, where it lies in the command's package. */
function tested(): Record<string, string> {
  const own = publishedPackages(root).filter(
    ({ name }) => !['openhouse', '@openhouse/sdk', '@openhouse/viewer'].includes(name),
  );
  const places = placesInPackage(root, 'packages/cli', lockedClosure(root, 'packages/cli'));
  return Object.fromEntries([
    ...own.map(({ name, version }) => [`node_modules/${name}`, version]),
    ...[...places].map(([place, inPackage]) => [inPackage, versionAt(join(root, place))]),
  ]);
}

describe.each([process.versions.node, ...OTHER_NODE_VERSIONS])('packed tarballs alone, on Node.js %s', (version) => {
  let node: string;
  let place: string;
  let env: NodeJS.ProcessEnv;
  let service: ChildProcess | undefined;
  let said = '';
  let demo: DemoFile;

  beforeAll(async () => {
    place = join(directory, version);
    await mkdir(place);
    node = version === process.versions.node ? process.execPath : ((await fetchNode(version, directory)) ?? '');
    await writeFile(join(place, 'package.json'), '{ "private": true }\n');
    const [portal, gateway, signIn, operator] = await freePorts(4);
    env = {
      ...inheritedEnv,
      PATH: `${dirname(node)}:${process.env.PATH}`,
      PORTAL_PORT: String(portal),
      GATEWAY_PORT: String(gateway),
      SIGN_IN_PORT: String(signIn),
      OPERATOR_PORT: String(operator),
    };
  }, INSTALL_MS);
  afterAll(() => {
    service?.kill('SIGTERM');
  });

  test('npm installs them with nothing but them, and without a package that this Node is too old for', async () => {
    const nothing = ['--offline', '--cache', join(directory, `no-cache-${version}`)];
    const install = ['install', '--engine-strict', ...nothing, '--no-audit', '--no-fund'];
    const files = [tarball('openhouse'), tarball('@openhouse/sdk')];
    const { stderr } = await run(node, [findNpm(), ...install, ...files], { cwd: place, env });
    expect(stderr).not.toMatch(/EBADENGINE|deprecated/);
    expect((await run(node, ['--version'])).stdout.slice(1)).toMatch(new RegExp(`^${version}`));
  });

  test('what lies there is what the tests ran with: each package in its version', () => {
    expect(installedBelow(join(place, 'node_modules/openhouse'))).toEqual(tested());
  });

  test('npx openhouse serve answers with pages, demo tours and the printed first call', {
    timeout: START_MS,
  }, async () => {
    service = spawn(join(place, 'node_modules/.bin/openhouse'), ['serve'], {
      cwd: place,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (said += chunk));
    while (!said.includes('Openhouse is ready.')) {
      if (service.exitCode !== null) throw new Error(`the service ended at start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    demo = JSON.parse(await readFile(join(place, '.openhouse/demo.json'), 'utf8')) as DemoFile;
    expect(await (await fetch(demo.portal_url)).text()).toContain('<div id="root">');
    const command = /^ {2}(curl .+)$/m.exec(said)?.[1] ?? '';
    const path = `${join(place, 'node_modules/.bin')}:${env.PATH}`;
    const { stdout } = await run('bash', ['-c', command], { cwd: place, env: { ...env, PATH: path } });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success' });
  });

  test('login, init and a first call, from another empty directory and with one consent', {
    timeout: FIRST_CALL_MS,
  }, async () => {
    const program = join(place, 'node_modules/openhouse/dist/bin.js');
    const laptop = await newMachine(directory, `laptop-${version}`, {}, program, node);
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

  test.each([
    ['mjs', (names: string) => `import { ${names} } from '@openhouse/sdk';`, ''],
    // Older than `require` of a module: what Jest and many servers still do.
    ['cjs', (names: string) => `const { ${names} } = require('@openhouse/sdk');`, '--no-experimental-require-module'],
  ])('the SDK answers from a program in .%s', async (ending, importing, flag) => {
    const program = join(place, `first-call.${ending}`);
    await writeFile(program, firstCall(importing, demo));
    const { stdout } = await run(node, [...(flag === '' ? [] : [flag]), program], { cwd: place, env });
    expect(stdout).toBe('demo-loft: success\nno-such-tour: err_resource_not_found\n');
  });
});

/** A program that reads a tour that is there, and one that is not. */
const firstCall = (importing: (names: string) => string, { base_url, app_key, app_secret }: DemoFile) => `
${importing('createGateway, GatewayError')}
const gateway = createGateway(${JSON.stringify({ baseUrl: base_url, appKey: app_key, appSecret: app_secret })});
async function main() {
  for (const resource_code of ['demo-loft', 'no-such-tour']) {
    const status = await gateway.vrInfo({ resource_code }).then(() => 'success', (error) => {
      if (!(error instanceof GatewayError)) throw error;
      return error.status;
    });
    console.log(resource_code + ': ' + status);
  }
}
main();
`;

describe('what comes with the packages', () => {
  /** Text by path of the Markdown in a package. */
  async function pagesOf(name: string): Promise<Map<string, string>> {
    const place = join(directory, 'unpacked', name);
    await mkdir(place, { recursive: true });
    await run('tar', ['-xzf', tarball(name), '--strip-components=1', '-C', place]);
    const entries = (await readdir(place, { recursive: true })).filter((one) => !one.includes('node_modules'));
    const pages = entries.filter((one) => one.endsWith('.md'));
    return new Map(
      await Promise.all(pages.map(async (one) => [one, await readFile(join(place, one), 'utf8')] as const)),
    );
  }

  test.each(publishedPackages(root).map(({ name }) => name))('%s: the changelog and the licence', async (name) => {
    const { stdout } = await run('tar', ['-tzf', tarball(name)], { maxBuffer: 64 * 1024 * 1024 });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['package/CHANGELOG.md', 'package/LICENSE']));
  });

  test('the command names what it brings: yarn 1 reads no other form', async () => {
    const { stdout } = await run('tar', ['-xzOf', tarball('openhouse'), 'package/package.json']);
    const { dependencies, bundleDependencies } = JSON.parse(stdout);
    expect(bundleDependencies).toEqual(Object.keys(dependencies));
  });

  test.each(['openhouse', '@openhouse/sdk'])('%s: the docs, whose links all lead somewhere', async (name) => {
    const pages = await pagesOf(name);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(['docs/guides/sdk.md', 'docs/guides/zh/sdk.md', 'docs/reference/errors.md']),
    );
    const broken = [...pages].flatMap(([page, text]) =>
      [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)]
        .map(([, link = '']) => join(directory, 'unpacked', name, dirname(page), link))
        .filter((target) => !existsSync(target)),
    );
    expect(broken).toEqual([]);
  });
});
