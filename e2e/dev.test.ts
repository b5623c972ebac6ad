import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findNpm } from '../scripts/ensure/npm.mjs';
import { hasChromium, launchChromium, PATIENCE_MS } from './browser.ts';
import { demoDataDirectory } from './demo-data-directory.ts';
import { type DemoFile, freePorts, inheritedEnv, openhouse, root } from './service.ts';
import { signInAs } from './sign-in-as.ts';

/** What the loop is made of and reads; sources are changed in a copy, since other suites run from the same ones. */
const COPIED = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'packages',
  'scripts',
  'docs',
  'demo',
];
const LEFT_OUT = /^(node_modules|dist|scene|.*\.test\.tsx?)$/;

interface Checkout {
  readonly path: string;
  /** Saves a file with one text in place of another. */
  change(file: string, from: string, to: string): void;
}

/** A checkout of its own that shares the installed packages. */
async function copyOfCheckout(): Promise<Checkout> {
  const path = await mkdtemp(join(tmpdir(), 'openhouse-checkout-'));
  for (const name of COPIED) {
    cpSync(join(root, name), join(path, name), { recursive: true, filter: (from) => !LEFT_OUT.test(basename(from)) });
  }
  mkdirSync(join(path, 'node_modules'));
  const own = ['.cache', '.bin', '@openhouse', 'openhouse'];
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => !own.includes(name));
  for (const name of installed) symlinkSync(join(root, 'node_modules', name), join(path, 'node_modules', name));
  // Links to the copied packages, as npm makes them.
  for (const name of ['@openhouse', 'openhouse']) {
    cpSync(join(root, 'node_modules', name), join(path, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const nested = join('packages/server/node_modules');
  if (existsSync(join(root, nested))) symlinkSync(join(root, nested), join(path, nested));
  return {
    path,
    change(file, from, to) {
      const before = readFileSync(join(path, file), 'utf8');
      expect(before, file).toContain(from);
      writeFileSync(
        join(path, file),
        before.replace(from, () => to),
      );
    },
  };
}

const suite = `npm run dev${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`;
describe.skipIf(!hasChromium)(suite, { tags: ['slow', 'long'] }, () => {
  let checkout: Checkout;
  let data: Awaited<ReturnType<typeof demoDataDirectory>>;
  let npm: ChildProcess;
  let env: NodeJS.ProcessEnv;
  let said = '';
  let ports: number[];
  let demo: DemoFile;
  let chromium: Browser;
  let page: Page;
  /** What the browser complained about: a blocked script or style, an uncaught error. */
  const complaints: string[] = [];

  const url = (port: number | undefined, path: string) => `http://localhost:${port}${path}`;
  const says = (text: string) => vi.waitFor(() => expect(said).toContain(text), { timeout: PATIENCE_MS });
  /** @returns The value of a header of the portal's answers; the request waits while the server restarts. */
  const headerOfPortal = async (name: string) => (await fetch(url(ports[0], '/auth/get-user'))).headers.get(name);

  beforeAll(async () => {
    [checkout, data, ports, chromium] = await Promise.all([
      copyOfCheckout(),
      demoDataDirectory(),
      freePorts(5),
      launchChromium(),
    ]);
    const [PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT, inspect] = ports.map(String);
    env = { ...inheritedEnv, DATA_DIR: data.path, PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT };
    npm = spawn(process.execPath, [findNpm(), 'run', 'dev', '--', '--inspect', String(inspect)], {
      cwd: checkout.path,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (said += chunk));
    await says('Openhouse is ready.');
    demo = JSON.parse(readFileSync(join(data.path, 'demo.json'), 'utf8')) as DemoFile;
    page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    page.on('console', (message) => {
      if (/refused to|blocked|violates|security policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await signInAs(page, { portalUrl: demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
    // Gone after a reload.
    await page.evaluate("window.loadedOnce = 'yes'");
  });
  afterAll(async () => {
    if (npm?.exitCode === null) npm.kill('SIGTERM');
    await chromium?.close();
    await data?.remove();
    if (checkout !== undefined) await rm(checkout.path, { recursive: true, force: true });
  });

  test('a changed line of a page, its words and its styles show without a reload', async () => {
    checkout.change('packages/portal/src/pages/apps/apps-page.tsx', '{team.name}', '{team.name}, changed');
    await page.getByText('Demo Team, changed').first().waitFor();
    checkout.change('packages/portal/src/languages/en.ts', "audit: 'Audit log'", "audit: 'Changed words'");
    await page.getByRole('link', { name: 'Changed words' }).first().waitFor();
    checkout.change('packages/portal/src/styles/base.css', 'body {', 'body { --changed: yes;');
    await expect.poll(() => page.evaluate("getComputedStyle(document.body).getPropertyValue('--changed')")).toBe('yes');
    expect(await page.evaluate('window.loadedOnce')).toBe('yes');
    expect(complaints).toEqual([]);
  });

  test('a changed line of the server answers; nobody is refused meanwhile, and data and sign-in stay', async () => {
    const { app_key, app_secret, base_url } = demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${base_url}/auth/access_token`, { method: 'POST', body });
    const token = ((await exchanged.json()) as { data: { access_token: string } }).data.access_token;

    const headers = 'packages/server/src/portal/http/headers.ts';
    checkout.change(headers, "'x-frame-options'", "'x-changed': 'yes', 'x-frame-options'");
    const refused: unknown[] = [];
    const get = (address: string, init?: RequestInit) =>
      fetch(address, init).catch((error) => {
        refused.push(error.cause);
        throw error;
      });
    const read = async () => {
      const tour = await get(`${base_url}/open/v3/vr/info?resource_code=demo-loft`, {
        headers: { authorization: token },
      });
      await get(demo.login_url);
      return [tour.status, (await get(url(ports[0], '/auth/get-user'))).headers.get('x-changed')];
    };
    await expect.poll(read, { timeout: PATIENCE_MS }).toEqual([200, 'yes']);
    expect(refused).toEqual([]);
    await says(`${headers} changed: the server restarted in`);

    await page.reload();
    await page.getByText('Demo Team, changed').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('sources that cannot be loaded leave the last server in place', async () => {
    const file = 'packages/contract/src/portal/pages.ts';
    checkout.change(file, 'export const NONCE_PLACEHOLDER', 'export const const NONCE_PLACEHOLDER');
    await says(`${file} changed, but the sources cannot be loaded`);
    expect(await headerOfPortal('x-changed')).toBe('yes');
  });

  test('pages keep the policy of production; only what they are made of is served beside them', async () => {
    const policy = await headerOfPage('content-security-policy');
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+' 'wasm-unsafe-eval';/);
    expect(policy?.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|ws:|localhost/);
    const statusOf = async (path: string) => (await fetch(url(ports[0], `/@pages${path}`))).status;
    expect(await statusOf('/src/main.tsx')).toBe(200);
    expect(await statusOf(`/@fs${join(data.path, 'keys.json')}`)).toBe(403);
    expect(await statusOf(`/@fs${join(checkout.path, 'package.json')}`)).toBe(403);
  });
  const headerOfPage = async (name: string) => (await fetch(url(ports[0], '/'))).headers.get(name);

  test('a public tour has its page, with scripts and styles that are there', async () => {
    const set = ['embeds', 'set', 'demo-loft', '--on', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [openhouse, ...set], { env });
    const { address } = JSON.parse(stdout) as { address: string };
    const html = await (await fetch(address)).text();
    expect(html).toContain('<openhouse-tour');
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.map((path) => extname(path)).toSorted()).toEqual(['.css', '.js']);
    for (const path of files) expect((await fetch(new URL(path, address))).status).toBe(200);
  });

  test('a large upload that the portal refuses before its end gets the portal’s own words', async () => {
    const answer = await fetch(url(ports[0], '/api/me'), { method: 'POST', body: Buffer.alloc(1_000_000) });
    expect([answer.status, await answer.json()]).toEqual([413, { error: expect.anything() }]);
  });

  test('a debugger finds the server under the port that --inspect names', async () => {
    const targets = (await (await fetch(`http://127.0.0.1:${ports[4]}/json/list`)).json()) as { url: string }[];
    expect(targets.map((target) => target.url)).toEqual([expect.stringMatching(/scripts\/dev\/server\.main\.mjs$/)]);
  });

  test('SIGTERM to npm alone ends the loop and the server', async () => {
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    for (const port of ports) {
      const refused = () =>
        fetch(url(port, '/')).then(
          () => 'answered',
          (error) => error.cause?.code,
        );
      await expect.poll(refused, { timeout: PATIENCE_MS }).toBe('ECONNREFUSED');
    }
    expect(existsSync(join(data.path, 'demo.json'))).toBe(true);
  });
});
