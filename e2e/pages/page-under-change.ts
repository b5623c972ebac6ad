import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIResponse, Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { forgottenCalls, type PageAction, pageActions, type Workplace } from './page-actions.ts';

/** Calls the portal as a page of a context does. @returns The `data`. */
async function callAs<Data>(context: BrowserContext, portalUrl: string, path: string, body?: object): Promise<Data> {
  const answer = await ask(context, portalUrl, path, body);
  // A page that loads meanwhile may have been given another CSRF cookie.
  const again = answer.status() === 403 ? await ask(context, portalUrl, path, body) : answer;
  if (!again.ok()) throw new Error(`${path} answered ${again.status()} ${await again.text()}`);
  return ((await again.json()) as { data: Data }).data;
}

async function ask(context: BrowserContext, portalUrl: string, path: string, body?: object): Promise<APIResponse> {
  await context.request.get(`${portalUrl}/api/me`);
  const csrf = (await context.cookies(portalUrl)).find(({ name }) => name === 'csrf')?.value ?? '';
  return body === undefined
    ? context.request.get(`${portalUrl}${path}`)
    : context.request.post(`${portalUrl}${path}`, { data: body, headers: { 'x-csrf-token': csrf } });
}

const ADA = 'Ada Lindqvist';
/** A bound for what never comes. */
const PATIENCE_MS = 90_000;

/**
 * What happens under an open page, for the given actions: another Team becomes active, the network goes, the session
 * ends (issue: what comes from outside stays with whoever sent it).
 */
export function pageUnderChange(suite: string, names: readonly string[]): void {
  const title = `${suite}${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`;
  describe.skipIf(!hasChromium)(title, { tags: ['slow', 'long'] }, () => {
    let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
    let service: RunningService;
    let chromium: Browser;
    let context: BrowserContext;
    let page: Page;
    let place: Workplace;
    let receiver: Server | undefined;
    let demoTeam: string;
    let otherTeam: string;
    /** Mutating requests that have left the page. */
    let sent: Request[];

    const actions = names.map((name): [string, PageAction] => [name, pageActions[name] as PageAction]);
    const dialogs = actions.filter(([, { dialog }]) => dialog);
    const call = <Data>(path: string, body?: object) => callAs<Data>(context, service.demo.portal_url, path, body);
    const activate = (id: string) => call(`/api/teams/${id}/activate`, {});
    /** What can be reached: the dialog while one is open, whichever stands first in the page. */
    const front = async (): Promise<Page | Locator> => {
      const dialog = page.getByRole('dialog');
      return (await dialog.count()) > 0 ? dialog : page;
    };
    const enter = async (): Promise<void> => {
      context = await chromium.newContext({ locale: 'en-GB' });
      // What is not there is told before the suite hangs.
      context.setDefaultTimeout(PATIENCE_MS);
      page = await context.newPage();
      await signInAs(page, { portalUrl: service.demo.portal_url, name: ADA, to: '/dashboard/apps' });
    };

    beforeAll(async () => {
      directory = await demoDataDirectory();
      service = await startService(directory.path);
      chromium = await launchChromium();
      await enter();
      const { teams } = await call<{ teams: { id: string }[] }>('/api/me');
      demoTeam = teams[0]?.id ?? '';
      otherTeam = (await call<{ team: { id: string } }>('/api/teams', { name: 'Another Team' })).team.id;
      await activate(demoTeam);
      const rotated = await appNamed('Rotated');
      await call(`/api/apps/${rotated}/secrets/rotate`, { overlapHours: 24 });
      await call(`/api/teams/${demoTeam}/invitations`, { role: 'member' });
      await call('/api/credentials', { name: 'Nightly', scopes: ['tours:read'] });
      await webhookThatWasTold();
      place = {
        portalUrl: service.demo.portal_url,
        appKey: service.demo.app_key,
        rotatedAppKey: rotated,
        disabledAppKey: rotated,
      };
    });
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      receiver?.close();
      await directory?.remove();
    });
    beforeEach(async () => {
      await context.close();
      await enter();
      await activate(demoTeam);
      sent = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request);
      });
    });

    async function webhookThatWasTold(): Promise<void> {
      receiver = createServer((_, response) => response.writeHead(204).end());
      await new Promise<void>((resolve) => receiver?.listen(0, '127.0.0.1', resolve));
      const { port } = receiver.address() as AddressInfo;
      const made = { url: `http://127.0.0.1:${port}/hook`, events: ['quota.reached'] };
      const { id } = (await call<{ webhook: { id: string } }>('/api/webhooks', made)).webhook;
      await call(`/api/webhooks/${id}/test`, {});
      const told = async () =>
        (await call<{ deliveries: unknown[] }>(`/api/webhooks/${id}/deliveries?state=delivered`)).deliveries;
      while ((await told()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }

    async function appNamed(name: string): Promise<string> {
      await call('/api/apps', { name, idempotencyKey: `key-of-${name}-0000000000` });
      for (;;) {
        const { apps } = await call<{ apps: { name: string; appKey: string }[] }>('/api/apps');
        const made = apps.find((one) => one.name === name);
        if (made !== undefined) return made.appKey;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    async function open({ at, prepare }: PageAction): Promise<void> {
      await page.goto(`${place.portalUrl}${at(place)}`, { waitUntil: 'networkidle' });
      await prepare(page);
    }
    const stillTyped = async ({ typed }: PageAction) => {
      if (typed === undefined) return;
      const text = typeof typed.text === 'string' ? typed.text : await typed.text(page);
      await expect.poll(() => typed.field(page).inputValue()).toBe(text);
    };

    test('every mutating call of the contract is in the table of what pages do', () => {
      expect(forgottenCalls).toEqual([]);
    });

    test.each(actions)(
      '%s: refused while another Team is active, and done once the person has switched back',
      async (_, action) => {
        await open(action);
        // Without a word to this page, as from another browser: it learns of it by the refusal.
        await activate(otherTeam);
        // Its first call: a reveal asks for its check before.
        const answered = page.waitForResponse(
          (answer) => answer.request().method() === 'POST' || answer.url().endsWith('/bot-check/challenge'),
        );
        await action.press(page);
        const answer = await answered;
        expect([answer.status(), (await answer.json()).error.code]).toEqual([409, 'TEAM_NOT_ACTIVE']);
        await page.getByText('Another Team is your active Team now. This page shows Demo Team').first().waitFor();
        await stillTyped(action);
        await (await front()).getByRole('button', { name: 'Switch back to Demo Team' }).click();
        await page.getByText('is your active Team now').first().waitFor({ state: 'detached' });
        await stillTyped(action);
        const { teams } = await call<{ teams: { id: string; isActive: boolean }[] }>('/api/me');
        expect(teams.find(({ isActive }) => isActive)?.id).toBe(demoTeam);
      },
    );

    test.each(dialogs)(
      '%s: offline it fails at once, and what is cancelled does not happen later',
      async (_, action) => {
        await open(action);
        await context.setOffline(true);
        await page.getByText('You are offline.').last().waitFor();
        await action.press(page);
        await page.getByRole('dialog').getByRole('alert').waitFor();
        await stillTyped(action);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        sent.length = 0;
        await context.setOffline(false);
        await page.getByText('You are offline.').waitFor({ state: 'detached' });
        await page.waitForLoadState('networkidle');
        expect(sent.map((request) => request.url())).toEqual([]);
      },
    );

    test.each(actions)(
      '%s: a session that ended asks to sign in beside the page, which then goes on',
      async (name, action) => {
        await open(action);
        const browser = await chromium.newContext({ locale: 'en-GB' });
        await signInAs(await browser.newPage(), { portalUrl: place.portalUrl, name: ADA, to: '/dashboard/apps' });
        await callAs(browser, place.portalUrl, '/api/sessions/end-all', { keepCurrent: true });
        await browser.close();
        await action.press(page);
        await stillTyped(action);
        const opened = context.waitForEvent('page');
        await (await front()).getByRole('link', { name: 'Sign in again' }).click();
        const beside = await opened;
        await beside.getByRole('button', { name: ADA }).click();
        await page.getByText('Your session has ended.').first().waitFor({ state: 'detached' });
        await stillTyped(action);
        if (name === 'call-operation' || action.typed === undefined || action.destroys) return;
        const answered = page.waitForResponse(
          (answer) => answer.request().method() === 'POST' && answer.status() !== 403,
        );
        await action.press(page);
        expect((await answered).status()).not.toBe(401);
      },
    );

    test('the sign-in page has the portal’s typeface', async () => {
      const visitor = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
      await visitor.goto(`${place.portalUrl}/auth/sign-in?gotoURL=/dashboard/team`, { waitUntil: 'networkidle' });
      const loaded = "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)";
      expect(await visitor.evaluate(loaded)).toContain('Geist');
      await visitor.context().close();
    });

    test('two presses in one moment are one action', async () => {
      await open(pageActions['rename-app'] as PageAction);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Rename' })
        .evaluate((button) => {
          (button as HTMLElement).click();
          (button as HTMLElement).click();
        });
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(sent).toHaveLength(1);
    });

    test('imports without a network wait for the first to be tried again, which sends the same key', async () => {
      await page.goto(`${place.portalUrl}/dashboard/tours`, { waitUntil: 'networkidle' });
      await page.route('**/api/tours/imports*', (route) => route.abort());
      const work = (code: string) => ({
        name: `${code}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(
          JSON.stringify({
            resource_code: code,
            name: code,
            is_active: false,
            model: { file_url: 'https://a.example/m.glb' },
          }),
        ),
      });
      await page.locator('input[type=file]').setInputFiles([work('kept-one'), work('kept-two')]);
      const again = page.getByRole('button', { name: 'Try again: kept-one.json' });
      await again.waitFor();
      await page.unroute('**/api/tours/imports*');
      await again.click();
      for (const code of ['kept-one', 'kept-two']) await page.getByRole('link', { name: `Open ${code}` }).waitFor();
      const keys = sent
        .filter((request) => request.url().includes('/api/tours/imports'))
        .map((request) => request.headers()['idempotency-key']);
      expect([keys.length, keys[0] === keys[1], keys[1] === keys[2], keys.includes(undefined)]).toEqual([
        3,
        true,
        false,
        false,
      ]);
    });

    test('a tour: pictures name its Team, and a read that is refused for now is repeated by itself', async () => {
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (/\/(assets|cover)\b/.test(request.url()) && request.url().includes('/api/tours/'))
          pictures.push(request.url());
      });
      let reads = 0;
      const refusal = page.getByText('nothing is wrong with the tour. It is tried again in 1 s.');
      let look = (): void => undefined;
      const seen = new Promise<void>((resolve) => {
        look = resolve;
      });
      await page.route(/operations\/hot-list/, async (route) => {
        reads += 1;
        const envelope = {
          request_id: 'r',
          code: 42900,
          status: 'err_rate_limited',
          message: 'Wait.',
          cost: 0,
          data: null,
        };
        const answer = { status: 429, headers: { 'retry-after': '1' }, body: JSON.stringify(envelope) };
        if (reads === 1) return route.fulfill(answer);
        // The second answer takes the refusal's place, on a busy machine before anybody has looked.
        await seen;
        return route.continue();
      });
      // Not the tour that a row above removes.
      await page.goto(`${place.portalUrl}/dashboard/tours/demo-studio`);
      await refusal.waitFor();
      look();
      await refusal.waitFor({ state: 'detached' });
      expect(reads).toBe(2);
      await page.goto(`${place.portalUrl}/dashboard/tours`, { waitUntil: 'networkidle' });
      expect(pictures.length).toBeGreaterThan(0);
      expect(pictures.filter((url) => new URL(url).searchParams.get('team') !== demoTeam)).toEqual([]);
    });

    test('a deployment: code that is gone is loaded with the new version, at the address that was wanted', async () => {
      await page.goto(`${place.portalUrl}/dashboard/apps`, { waitUntil: 'networkidle' });
      let loads = 0;
      page.on('framenavigated', () => (loads += 1));
      // The files of the old version are gone until the page is loaded anew.
      await page.route(/\/assets\/audit-page-/, (route) =>
        page.url().endsWith('/audit') && loads > 1 ? route.continue() : route.fulfill({ status: 404, body: '{}' }),
      );
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard/audit');
    });

    test('a page that is opened without a network shows once it is back', async () => {
      // A network at rest does not yet mean a page that is drawn.
      await page.goto(`${place.portalUrl}/dashboard/apps`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByText('You are offline.').waitFor();
      await context.setOffline(false);
      await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    });
  });
}
