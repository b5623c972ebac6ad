import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { folderWith } from '../../packages/server/src/testing/processes.ts';
import { hasChromium, launchChromium, PATIENCE_MS } from '../browser.ts';
import { newDataDirectory, openhouse, type RunningService, startService } from '../service.ts';
import { press, tabTo } from './keyboard.ts';

const run = promisify(execFile);
const serverUrl = inject('postgresUrl');
/** A revealed secret, as it stands on the page. */
const SECRET = /^ohs_[\w-]{20,}/;
const PERSON = { name: 'New Person', email: 'new@example.com' };

interface Exchange {
  readonly url: string;
  readonly sent: string;
  readonly received: string;
}

describe.skipIf(!hasChromium || serverUrl === null)(
  `from nothing to a rotated secret, with the keyboard alone${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 2 },
  () => {
    let directory: Awaited<ReturnType<typeof newDataDirectory>>;
    let databaseUrl: string;
    let service: RunningService;
    let chromium: Browser;
    let page: Page;
    const traffic: Promise<Exchange>[] = [];
    const complaints: string[] = [];
    /** By version. */
    const secrets: string[] = [];
    let appKey = '';

    beforeAll(async () => {
      directory = await newDataDirectory();
      databaseUrl = await createEmptyDatabase(serverUrl ?? '');
      service = await startService(directory.path, { DATABASE_URL: databaseUrl });
      chromium = await launchChromium();
      page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
      // The browser's own focus, which Playwright otherwise pretends to every page at once.
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('response', (response) => {
        const request = response.request();
        const sent = JSON.stringify([request.headers(), request.postData()]);
        const received = response.text().catch(() => '');
        traffic.push(received.then((text) => ({ url: request.url(), sent, received: text })));
      });
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      await directory?.remove();
    });

    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const shown = () => page.locator('code', { hasText: SECRET });
    const sidebar = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first();

    /** From the app's page to a secret that shows. */
    async function reveal(version: number): Promise<string> {
      const row = page.getByRole('listitem').filter({ hasText: `Version ${version}` });
      await press(page, row.getByRole('button', { name: 'Reveal', exact: true }));
      await press(page, button('Reveal for 30 s'));
      return (await shown().textContent()) ?? '';
    }

    /** Nothing of a secret is left on the page or in what the browser keeps. */
    async function isGone(): Promise<void> {
      await shown().waitFor({ state: 'detached' });
      const kept = await page.evaluate<string>(`(async () => JSON.stringify([
        localStorage, sessionStorage, document.cookie, history.state, location.href,
        await indexedDB.databases(), await caches.keys()]))()`);
      const held = `${await page.content()}${kept}`;
      expect(secrets.filter((secret) => held.includes(secret))).toEqual([]);
      expect(JSON.parse(kept).slice(0, 2)).toEqual([{}, {}]);
    }

    async function openApp(): Promise<void> {
      await press(page, sidebar('Apps'));
      await heading('Developer apps').waitFor();
      await press(page, page.getByRole('link', { name: 'Listings sync', exact: true }));
      await heading('Listings sync').waitFor();
    }

    /** The curl lines of the page, run in a shell that has the secret. @returns The token, and what the read says. */
    async function runShown(secret: string): Promise<{ readonly token: string; readonly read: string }> {
      const code = await page.getByRole('figure', { name: 'Quick start' }).locator('pre').innerText();
      expect(code).toContain(appKey);
      const { stdout } = await run('bash', ['-c', `${code}\necho\necho "$OPENHOUSE_TOKEN"`], {
        env: { ...process.env, OPENHOUSE_APP_SECRET: secret },
      });
      const lines = stdout.trim().split('\n');
      return { token: lines.at(-1) ?? '', read: lines[0] ?? '' };
    }

    async function exchange(secret: string): Promise<string> {
      const body = new URLSearchParams({ app_key: appKey, app_secret: secret });
      const answer = await fetch(`${service.demo.base_url}/auth/access_token`, { method: 'POST', body });
      return ((await answer.json()) as { status: string }).status;
    }

    test('signs in, creates a Team and an app', async () => {
      await page.goto(service.demo.portal_url);
      await press(page, page.getByRole('link', { name: 'Sign in' }).first());
      await tabTo(page, page.getByLabel('Name'));
      await page.keyboard.type(PERSON.name);
      await tabTo(page, page.getByLabel('E-mail'));
      await page.keyboard.type(PERSON.email);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard/apps');
      await press(page, button('Create Team'));
      await page.keyboard.type('Northlight Listings 北光房源');
      await page.keyboard.press('Enter');
      await heading('Developer apps').waitFor();
      await press(page, button('Create app'));
      await page.keyboard.type('Listings sync');
      await page.keyboard.press('Enter');
      await press(page, page.getByRole('link', { name: 'Listings sync', exact: true }));
      await heading('Listings sync').waitFor();
      appKey = (await page.locator('code', { hasText: /^ohk_/ }).first().textContent()) ?? '';
      expect(appKey).toMatch(/^ohk_/);
    });

    test('reveals the secret; no answer before held it', async () => {
      const before = traffic.length;
      secrets.push(await reveal(1));
      expect(secrets[0]).toMatch(SECRET);
      const answers = await Promise.all(traffic);
      expect(before).toBeGreaterThan(20);
      const holding = answers.filter(({ received }) => received.includes(secrets[0] ?? ''));
      expect(holding.map(({ url }) => new URL(url).pathname)).toEqual([`/api/apps/${appKey}/secrets/1/reveal`]);
      expect(answers.indexOf(holding[0] as Exchange)).toBeGreaterThanOrEqual(before);
    });

    test('the shown curl lines return a token when a shell runs them; the secret is gone after 30 s', async () => {
      const { token, read } = await runShown(secrets[0] ?? '');
      expect(token).toMatch(/^oht_[\w-]{20,}$/);
      // The new Team has no tour yet, and the page says that this call is refused.
      await page.getByText('Your Team has no tour yet').waitFor();
      expect(JSON.parse(read)).toMatchObject({ status: 'err_resource_not_found' });
      await isGone();
    });

    test('rotates with an overlap: both versions work, until the old one is retired', async () => {
      await press(page, button('Rotate'));
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Rotate' }));
      await press(page, button('Reveal version 2'));
      await press(page, button('Reveal for 30 s'));
      secrets.push((await shown().textContent()) ?? '');
      expect(secrets[1]).not.toBe(secrets[0]);
      await press(page, button('Hide'));
      await isGone();
      for (const secret of secrets) expect(await exchange(secret)).toBe('success');
      await press(page, button('Retire'));
      await press(page, button('Retire version 1'));
      await button('Rotate').waitFor();
      await expect.poll(() => exchange(secrets[0] ?? '')).not.toBe('success');
      expect(await exchange(secrets[1] ?? '')).toBe('success');
    });

    test('the secret goes with the page', async () => {
      expect(await reveal(2)).toBe(secrets[1]);
      await press(page, sidebar('Apps'));
      await heading('Developer apps').waitFor();
      await isGone();
      await page.goBack();
      await heading('Listings sync').waitFor();
      await isGone();
    });

    test('it goes when another Team becomes active', async () => {
      const switcher = (name: RegExp) => page.getByRole('button', { name }).first();
      await press(page, switcher(/Northlight/));
      await page.getByRole('menuitem', { name: 'New Team' }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('Second Team');
      await page.keyboard.press('Enter');
      const choose = async (from: RegExp, to: string) => {
        await press(page, switcher(from));
        const item = page.getByRole('menuitemradio', { name: to });
        await item.waitFor();
        for (let step = 0; step < 5; step += 1) {
          if (await item.evaluate((element) => element === document.activeElement)) break;
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
      };
      await switcher(/Second Team/).waitFor();
      await choose(/Second Team/, 'Northlight Listings 北光房源');
      await switcher(/Northlight/).waitFor();
      await openApp();
      await reveal(2);
      await choose(/Northlight/, 'Second Team');
      await switcher(/Second Team/).waitFor();
      await isGone();
      await choose(/Second Team/, 'Northlight Listings 北光房源');
      await switcher(/Northlight/).waitFor();
      await openApp();
    });

    test('it goes when the window loses the focus', async () => {
      await reveal(2);
      const other = await page.context().newPage();
      await other.bringToFront();
      await isGone();
      await other.close();
      await page.bringToFront();
    });

    test('it goes when the tab is hidden', async () => {
      await reveal(2);
      // Headless windows are never hidden: the document says what a browser says when its tab goes to the background.
      await page.evaluate(`{
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));
        delete document.hidden;
      }`);
      await isGone();
    });

    test('no address, log or metric holds a secret; nothing complained', async () => {
      const addresses = (await Promise.all(traffic)).map(({ url, sent }) => `${url} ${sent}`).join('\n');
      const metrics = await (await fetch(`${service.operatorUrl}/metrics`)).text();
      expect(metrics).toContain('openhouse_');
      for (const secret of secrets) {
        for (const text of [addresses, metrics, service.said()]) expect(text).not.toContain(secret);
      }
      expect(complaints).toEqual([]);
    });

    test('a dump of the database, without the keys, holds no secret, session or token in any spelling', async () => {
      const token = await tokenOf(secrets[1] ?? '');
      const cookies = (await page.context().cookies()).filter(({ name }) => /svc_token|csrf/.test(name));
      expect(cookies.length).toBeGreaterThan(0);
      const { stdout: dump } = await run(join(folderWith('pg_dump') ?? '', 'pg_dump'), ['--inserts', databaseUrl], {
        maxBuffer: 1 << 30,
      });
      expect(dump).toContain(PERSON.email);
      // A session is known by the hash of its cookie: 256 random bits, which nobody finds by trying.
      const found = [
        ...[...secrets, token].flatMap((value) => [...spellings(value), ...hashes(value)]),
        ...cookies.flatMap(({ value }) => spellings(value)),
      ].filter((spelling) => dump.includes(spelling));
      expect(found).toEqual([]);
    });

    async function tokenOf(secret: string): Promise<string> {
      const body = new URLSearchParams({ app_key: appKey, app_secret: secret });
      const answer = await fetch(`${service.demo.base_url}/auth/access_token`, { method: 'POST', body });
      return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
    }

    test('a changed key: everything is sealed again while the service runs, and the old key is needed no longer', async () => {
      const file = join(directory.path, 'keys.json');
      const old = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const rings = ['APP_SECRET_SEALING_KEYS', 'SESSION_SEALING_KEYS'] as const;
      const ringOf = (order: 'both' | 'new') =>
        Object.fromEntries(rings.map((name) => [name, order === 'both' ? `${fresh[name]},${old[name]}` : fresh[name]]));
      const fresh = Object.fromEntries(rings.map((name) => [name, `2:${randomBytes(32).toString('base64url')}`]));
      const restart = async (env: NodeJS.ProcessEnv) => {
        await service.stop();
        const { PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT } = service.env;
        const ports = { PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT };
        service = await startService(directory.path, { DATABASE_URL: databaseUrl, ...ports, ...env });
      };
      await restart(ringOf('both'));
      const { stdout } = await run(process.execPath, [openhouse, 'keys', 'rotate', '--json'], { env: service.env });
      const done = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { what: string; sealed: number; unopened: number });
      expect(done.every(({ unopened }) => unopened === 0)).toBe(true);
      expect(Math.min(...done.map(({ sealed }) => sealed))).toBeGreaterThan(0);
      expect(await exchange(secrets[1] ?? '')).toBe('success');
      await restart(ringOf('new'));
      await page.reload();
      await heading('Listings sync').waitFor();
      expect(await reveal(2)).toBe(secrets[1]);
      await press(page, button('Hide'));
    });
  },
);

/** A value as it is, without its prefix, and as bytes, each in the alphabets that a dump may hold it in. */
function spellings(value: string): string[] {
  return [value, ...bytesOf(value).flatMap(alphabets)];
}

/** The hashes of a value that anybody can compute. */
function hashes(value: string): string[] {
  return bytesOf(value).flatMap((bytes) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) => alphabets(createHash(name).update(bytes).digest())),
  );
}

function bytesOf(value: string): Buffer[] {
  const bare = value.replace(/^oh[a-z]_/, '');
  return [Buffer.from(value), Buffer.from(bare), Buffer.from(bare, 'base64url')].filter(({ length }) => length >= 8);
}

const alphabets = (bytes: Buffer) => [
  bytes.toString('hex'),
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
];
