import { gatewayEndpoints, operationForm } from '@openhouse/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { demoService, sharedChromium } from '../demo-service.ts';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { choose, chosen } from './choice.ts';
import { judge } from './judge.ts';

/** Whatever has the form of a secret or a token, and is none of the masks and placeholders that pages show. */
export const CREDENTIAL = /oh[cst]_[A-Za-z0-9_-]{16,}/;

/** A browser at the console; each test of the enclosing `describe` opens pages of its own. */
export function consoleVisit() {
  let service: RunningService;
  let chromium: Browser;
  let context: BrowserContext;
  /** Everything that went over the wire between browser and portal: addresses, headers, bodies, both ways. */
  let wire: string[] = [];

  beforeAll(async () => {
    service = await demoService();
    chromium = await sharedChromium();
  });
  afterEach(() => context?.close());

  const at = (path: string) => `${service.demo.portal_url}${path}`;

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    context = await chromium.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    wire = [];
    page.on('request', (request) => {
      wire.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
    });
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      wire.push(JSON.stringify(response.headers()), await response.text().catch(() => ''));
    });
    return page;
  }

  async function signIn(page: Page, person: string, path: string): Promise<void> {
    await signInAs(page, { portalUrl: service.demo.portal_url, name: person, to: path });
    await page.getByRole('heading', { level: 1, name: 'Console' }).waitFor();
  }

  /** Runs what the form holds with the keyboard, and waits for the answer. @returns What the outcome says. */
  async function runByKeyboard(page: Page): Promise<string> {
    const answered = page.waitForResponse((response) => /\/api\/(console|demo)\/calls/.test(response.url()));
    await page.getByRole('button', { name: 'Run', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    if ((await chosen(page, 'Operation')) === 'vr-submit') {
      await dialog.getByRole('button', { name: 'Activate' }).focus();
      await page.keyboard.press('Enter');
    }
    await answered;
    const outcome = page.locator('dd > span[role="status"]').first();
    await outcome.waitFor();
    return (await outcome.textContent()) ?? '';
  }

  /** Runs each operation with the keyboard: each succeeds, and neither secret nor token comes near the browser. */
  async function runEach(operations: readonly string[]): Promise<void> {
    const page = await open();
    await signIn(page, 'Ada Lindqvist', '/dashboard/console');
    const forms = gatewayEndpoints.filter(({ name }) => operations.includes(name)).map(operationForm);
    const outcomes: Record<string, string> = {};
    for (const { name, parameters } of forms) {
      await choose(page, 'Operation', name);
      for (const { name: parameter, control } of parameters) {
        if (control === 'credential') await page.getByText(`${parameter}: filled in`).waitFor();
        else await page.locator(`[name="${parameter}"]`).waitFor();
      }
      outcomes[name] = await runByKeyboard(page);
      for (const tab of ['curl', 'TypeScript', 'Python']) {
        await page.getByRole('tab', { name: tab }).click();
        await expect.poll(() => page.getByRole('tabpanel').textContent()).toContain('OPENHOUSE_APP_SECRET');
      }
    }
    expect(outcomes).toEqual(Object.fromEntries(operations.map((name) => [name, 'HTTP 200 · success'])));
    const seen = [...wire, await page.content()].join('\n');
    expect(seen).toContain('/api/console/calls');
    expect(seen).not.toContain(service.demo.app_secret);
    expect(seen.match(CREDENTIAL)).toBeNull();
    // The search itself is seen to find what it looks for.
    expect(service.demo.app_secret).toMatch(CREDENTIAL);
  }

  /** The public console with an answer, and with a refusal, has no accessibility faults. @param run What its button says. */
  async function isFaultless(look: Parameters<Browser['newContext']>[0], run: string): Promise<void> {
    const page = await open(look);
    for (const code of ['demo-loft', 'no-such']) {
      await page.goto(at(`/docs/console?operation=vr-info&resource_code=${code}`));
      await page.getByRole('button', { name: run, exact: true }).click();
      await page.locator('dd > span[role="status"]').first().waitFor();
      expect([code, ...(await judge(page))]).toEqual([code]);
    }
  }

  return { at, open, signIn, runByKeyboard, runEach, isFaultless, wire: () => wire };
}
