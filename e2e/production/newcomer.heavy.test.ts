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
import { CLICKS, type Click, type Look, walkFirstSteps } from '../pages/first-steps-walk.ts';
import { judge } from '../pages/judge.ts';
import { newDataDirectory, type RunningService, root, startService } from '../service.ts';

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
/** What is only true of one for others. */
const FOR_OTHERS = /openhouse\.example/;

const people = [
  {
    login: 'wang',
    name: '王小明',
    nameField: '姓名',
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
    nameField: 'Name',
    language: 'en',
    locale: 'en-GB',
    team: 'O’Brien & Müller',
    app: 'Listings',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    isWide: false,
  },
] as const;

type Person = (typeof people)[number];

/** What somebody new finds. */
interface Installed {
  readonly portal: string;
  readonly gateway: string;
  /** What the terminal has, into which the call is pasted. */
  readonly terminal: NodeJS.ProcessEnv;
  /** What no page may say there. */
  readonly outOfPlace: RegExp;
  /** Goes through the pages of its provider. */
  signIn(page: Page, person: Person, click: Click, look: Look): Promise<void>;
}

/** One walk at every installation. @param kind Begins the names of the pictures. */
function newcomersAt(kind: string, chromium: () => Browser, installed: () => Installed): void {
  test.each(people)(
    `$name makes a first call in $language within ${SECONDS} s and ${CLICKS} clicks`,
    async (person) => {
      const { portal, gateway, terminal, outOfPlace, signIn } = installed();
      const { locale, colorScheme, viewport } = person;
      const context = await chromium().newContext({ locale, colorScheme, viewport, ignoreHTTPSErrors: true });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal });
      const page = await context.newPage();
      const seen = new Map<string, string>();
      const look: Look = async (step) => {
        const file = `${kind}-${person.login}-${String(seen.size + 1).padStart(2, '0')}-${step}.png`;
        await page.screenshot({ path: join(pictures, file), animations: 'disabled' });
        seen.set(step, await page.locator('body').innerText());
        if (step !== 'app' || !person.isWide) return;
        const secret = await page.getByText('ohs_').first().boundingBox();
        expect(secret?.y).toBeLessThan(viewport.height);
      };
      const { clicks, seconds } = await walkFirstSteps({
        ...person,
        page,
        portal,
        signIn: (click) => signIn(page, person, click, look),
        pace: PACE,
        terminal,
        look,
      });
      console.log(`${kind}, ${person.name}: ${clicks} clicks, ${seconds.toFixed(1)} s`);
      expect(clicks).toBeLessThanOrEqual(CLICKS);
      expect(seconds).toBeLessThanOrEqual(SECONDS);
      expect(
        [...seen].filter(([, text]) => outOfPlace.test(text)).map(([step, text]) => [step, outOfPlace.exec(text)]),
      ).toEqual([]);
      expect(seen.get('landing')).toContain(gateway);
      expect(seen.get('app')).toContain(gateway);
      if (person.isWide) expect(seen.get('new-team')).toContain(person.name);
      expect(await judge(page)).toEqual([]);
      await context.close();
    },
  );
}

/** What `npm start` and `npx openhouse serve` make where nothing was before, with a provider of its own. */
describe.skipIf(!hasChromium && !servicesRequired)('somebody new at a fresh install', () => {
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let service: RunningService;
  let chromium: Browser;

  beforeAll(async () => {
    directory = await newDataDirectory();
    service = await startService(directory.path);
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await directory?.remove();
  });

  /** As somebody whom the page does not offer. */
  async function signIn(page: Page, { name, nameField, login }: Person, click: Click, look: Look): Promise<void> {
    await page.locator('input[name=email]:not([type=hidden])').waitFor();
    await look('sign-in');
    await click('textbox', nameField);
    await page.keyboard.type(name, { delay: PACE.keyMs });
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${login}@example.com`, { delay: PACE.keyMs });
    await page.keyboard.press('Enter');
  }

  newcomersAt(
    'fresh',
    () => chromium,
    () => ({
      portal: service.demo.portal_url,
      gateway: service.demo.base_url,
      terminal: { PATH: process.env.PATH },
      outOfPlace: FOR_OTHERS,
      signIn,
    }),
  );
});

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

    /** The provider asks whether the portal may know who it is. */
    async function signIn(page: Page, { login }: Person, click: Click, look: Look): Promise<void> {
      await page.locator('input[name=login]').waitFor();
      await look('sign-in');
      await page.keyboard.type(login, { delay: PACE.keyMs });
      await page.keyboard.press('Tab');
      await page.keyboard.type('any', { delay: PACE.keyMs });
      await page.keyboard.press('Enter');
      await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
      await look('consent');
      await click('button', 'Continue');
    }

    newcomersAt(
      'production',
      () => chromium,
      () => ({
        portal: installation.portal,
        gateway: installation.gateway,
        terminal: { PATH: process.env.PATH, HOME: home },
        outOfPlace: AT_HOME,
        signIn,
      }),
    );

    test('openhouse doctor finds nothing', async () => {
      const lines = (await builtProgram.command(['doctor', '--json'], installation.settings)).trim().split('\n');
      const checks = lines.map((line) => JSON.parse(line) as { readonly verdict: string });
      expect(checks.length).toBeGreaterThan(5);
      expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    });
  },
);
