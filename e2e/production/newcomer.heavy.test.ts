import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { nginxProgram } from '../../packages/server/src/testing/nginx.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { hasChromium, launchChromium } from '../browser.ts';
import { builtProgram, type Installation, install } from '../deploy/installation.ts';
import { CLICKS, type Click, walkFirstSteps } from '../pages/first-steps-walk.ts';
import { judge } from '../pages/judge.ts';
import { root } from '../service.ts';

const postgresUrl = inject('postgresUrl');
const nginx = nginxProgram();
const pictures = join(root, 'artefacts/newcomer');
mkdirSync(pictures, { recursive: true });

/** From the landing page to a call of one's own. */
const SECONDS = 90;
/** Somebody who looks for each button, and types with two fingers. */
const PACE = { findMs: 1_500, keyMs: 150 } as const;
const HOSTS = {
  portal: 'developers.openhouse.example',
  gateway: 'gateway.openhouse.example',
  login: 'login.openhouse.example',
} as const;
/** What is only true of an installation that somebody tries at home. */
const AT_HOME = /localhost|127\.0\.0\.1|:400[0-3]\b|Ada|npm (start|run)|Demo Team|demo\.json/;

const people = [
  {
    login: 'wang',
    name: '王小明',
    language: 'zh',
    locale: 'zh-CN',
    team: '小明的工作室',
    app: '看房小程序',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    // Where the sidebar shows whose account it is, and a secret is seen without scrolling.
    isWide: true,
  },
  {
    login: 'zoe',
    name: 'Zoë O’Brien-Müller',
    language: 'en',
    locale: 'en-GB',
    team: 'O’Brien & Müller',
    app: 'Listings',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    isWide: false,
  },
] as const;

/** One machine, by docs/guides/going-to-production.md: nothing of the demo is there. */
describe.skipIf((postgresUrl === null || nginx === undefined || !hasChromium) && !servicesRequired)(
  'somebody new at an installation for production',
  () => {
    let installation: Installation;
    let chromium: Browser;
    let home: string;

    beforeAll(async () => {
      installation = await install(postgresUrl ?? '', nginx ?? '', builtProgram, {
        hosts: HOSTS,
        hasOwnerAlone: true,
        names: Object.fromEntries(people.map(({ login, name }) => [login, name])),
        settings: { NODE_OPTIONS: `--import=${new URL('names.mjs', import.meta.url).href}` },
      });
      chromium = await launchChromium({ args: ['--host-resolver-rules=MAP *.openhouse.example 127.0.0.1'] });
      // What a name server and the certificates of the system do for everybody else's curl.
      home = await mkdtemp(join(tmpdir(), 'openhouse-terminal-'));
      await writeFile(join(home, '.curlrc'), `cacert = "${installation.authority}"\nconnect-to = "::127.0.0.1:"\n`);
    });
    afterAll(async () => {
      await chromium?.close();
      await installation?.remove();
      if (home !== undefined) await rm(home, { recursive: true, force: true });
    });

    /** Goes through the pages of the provider, which asks whether the portal may know who it is. */
    async function signIn(page: Page, login: string, click: Click): Promise<void> {
      await page.locator('input[name=login]').waitFor();
      await page.keyboard.type(login, { delay: PACE.keyMs });
      await page.keyboard.press('Tab');
      await page.keyboard.type('any', { delay: PACE.keyMs });
      await page.keyboard.press('Enter');
      await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
      await click('button', 'Continue');
    }

    test.each(people)(
      `$name makes a first call in $language within ${SECONDS} s and ${CLICKS} clicks`,
      async (person) => {
        const { locale, colorScheme, viewport } = person;
        const context = await chromium.newContext({ locale, colorScheme, viewport, ignoreHTTPSErrors: true });
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: installation.portal });
        const page = await context.newPage();
        const seen = new Map<string, string>();
        const look = async (step: string) => {
          const file = `${person.login}-${seen.size + 1}-${step}.png`;
          await page.screenshot({ path: join(pictures, file), animations: 'disabled' });
          seen.set(step, await page.locator('body').innerText());
          if (step !== 'app' || !person.isWide) return;
          const secret = await page.getByText('ohs_').first().boundingBox();
          expect(secret?.y).toBeLessThan(viewport.height);
        };
        const { clicks, seconds } = await walkFirstSteps({
          ...person,
          page,
          portal: installation.portal,
          signIn: (click) => signIn(page, person.login, click),
          pace: PACE,
          terminal: { PATH: process.env.PATH, HOME: home },
          look,
        });
        console.log(`${person.name}: ${clicks} clicks, ${seconds.toFixed(1)} s`);
        expect(clicks).toBeLessThanOrEqual(CLICKS);
        expect(seconds).toBeLessThanOrEqual(SECONDS);
        expect(
          [...seen].filter(([, text]) => AT_HOME.test(text)).map(([step, text]) => [step, AT_HOME.exec(text)]),
        ).toEqual([]);
        expect(seen.get('landing')).toContain(installation.gateway);
        expect(seen.get('app')).toContain(installation.gateway);
        if (person.isWide) expect(seen.get('new-team')).toContain(person.name);
        expect(await judge(page)).toEqual([]);
        await context.close();
      },
    );

    test('openhouse doctor finds nothing', async () => {
      const lines = (await builtProgram.command(['doctor', '--json'], installation.settings)).trim().split('\n');
      const checks = lines.map((line) => JSON.parse(line) as { readonly verdict: string });
      expect(checks.length).toBeGreaterThan(5);
      expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    });
  },
);
