import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium } from './browser.ts';
import { useChromium, useDemoService } from './use-demo-service.ts';

describe.skipIf(!hasChromium)(
  `signing in with a browser${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    const service = useDemoService();
    const chromium = useChromium();
    let context: BrowserContext;
    let page: Page;
    /** What the browser complained about: a blocked script or style, an uncaught error. */
    let complaints: string[];

    beforeEach(async () => {
      context = await chromium.newContext({ locale: 'en-GB' });
      page = await context.newPage();
      complaints = [];
      page.on('console', (message) => {
        if (/refused to|blocked|violates|security policy/i.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
    });
    afterEach(() => context.close());

    const at = (path: string) => `${service.demo.portal_url}${path}`;
    const user = () =>
      page.evaluate(async () => {
        const answer = await fetch('/auth/get-user');
        const { data } = (await answer.json()) as { data: { isAuthenticated: boolean; teams: unknown } };
        return { status: answer.status, data };
      });
    const signInAs = async (name: string, path: string) => {
      await page.goto(at(path));
      await page.getByRole('button', { name }).click();
    };

    test('without a target it lands on /dashboard/apps; the demo owner works in the demo Team', async () => {
      await signInAs('Ada Lindqvist', '/auth/sign-in');
      await page.waitForURL(at('/dashboard/apps'));
      expect((await user()).data.teams).toEqual([{ id: 'demo', name: 'Demo Team', role: 'owner', isActive: true }]);
      expect(complaints).toEqual([]);
    });

    describe('three tabs finish in every order, each at its own target; going back leads there too', () => {
      const targets = ['/docs', '/docs/tokens', '/dashboard/sessions'];
      const finish = async (order: string) => {
        const own = await chromium.newContext({ locale: 'en-GB' });
        const tabs = await Promise.all(targets.map(() => own.newPage()));
        // All begin at once, as a browser does that opens its tabs again.
        await Promise.all(tabs.map((tab, number) => tab.goto(at(`/auth/sign-in?gotoURL=${targets[number]}`))));
        for (const number of [...order].map(Number)) {
          const tab = tabs[number] as Page;
          await tab.getByRole('button', { name: 'Ada Lindqvist' }).click();
          await tab.waitForURL(at(targets[number] ?? ''));
        }
        const [tab] = tabs as [Page];
        // The provider's page is what stands before; going on there once more ends at a page of the portal, signed in.
        await tab.goBack();
        await tab.getByRole('button', { name: 'Ada Lindqvist' }).click();
        await tab.waitForURL((address) => address.href.startsWith(at('/d')));
        expect(await tab.evaluate("fetch('/auth/get-user').then((answer) => answer.json())")).toMatchObject({
          data: { isAuthenticated: true },
        });
        await own.close();
        expect(complaints).toEqual([]);
      };
      test('210', () => finish('210'));
      test.each(['012', '021', '102', '120', '201'])('%s', finish);
    });

    test('a browser that keeps no cookies ends at a page that says so', async () => {
      // Where a callback sends a browser that brought no cookie: it has none here either.
      await page.goto(at('/auth/sign-in?cookie_expected=1'));
      await page.getByRole('heading', { name: 'Your browser did not send the cookies back' }).waitFor();
      await page.getByRole('link', { name: 'Sign in again' }).click();
      await page.getByRole('button', { name: 'Ada Lindqvist' }).click();
      await page.waitForURL(at('/dashboard/apps'));
    });

    test('session cookies are out of reach of scripts, csrf is not', async () => {
      await signInAs('Ada Lindqvist', '/login?next=/docs');
      await page.waitForURL(at('/docs'));
      await page.evaluate(() => fetch('/api/me'));
      expect(await page.evaluate('document.cookie')).toMatch(/^csrf=[\w-]{24}$/);
      const cookies = await context.cookies(at('/'));
      const flags = cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }));
      expect(flags).toContainEqual({ name: 'svc_token_development', httpOnly: true, sameSite: 'Lax' });
      expect(flags).toContainEqual({ name: 'svc_account_development', httpOnly: true, sameSite: 'Lax' });
    });

    test('a page of another site cannot sign anybody out by POST, nor call the API in their name', async () => {
      await signInAs('Ada Lindqvist', '/login?next=/docs');
      await page.waitForURL(at('/docs'));
      for (const path of ['/auth/sign-out', '/api/sessions/end-all']) {
        const other = await context.newPage();
        // The gateway's origin is a neighbour: same host, other port, so that even the cookies are sent.
        await other.goto(`${service.demo.base_url}/`);
        const answered = other.waitForResponse(at(path));
        const form = `<form method="post" action="${at(path)}"></form>`;
        await other.evaluate(`document.body.innerHTML = ${JSON.stringify(form)}; document.forms[0].submit()`);
        const answer = await answered;
        expect((await answer.request().allHeaders()).cookie).toContain('svc_token_development');
        expect(answer.status()).toBe(403);
      }
      expect((await user()).data.isAuthenticated).toBe(true);
    });

    test('the built-in page works in the dark, in Chinese, without complaints, and says what is wrong with an address', async () => {
      const own = await chromium.newContext({ locale: 'zh-CN', colorScheme: 'dark' });
      const chinese = await own.newPage();
      chinese.on('console', (message) => {
        if (!/status of (400|422)/.test(message.text())) complaints.push(message.text());
      });
      await chinese.goto(at('/auth/sign-in'));
      await chinese.getByRole('heading', { name: '登录 Openhouse' }).waitFor();
      await chinese.getByLabel('电子邮箱').fill('nobody');
      await chinese.getByRole('button', { name: '登录', exact: true }).click();
      await chinese.getByRole('alert').waitFor();
      await expect.poll(() => chinese.getByLabel('电子邮箱').inputValue()).toBe('nobody');
      await chinese.goto(`${service.demo.login_url}/`);
      await chinese.getByRole('heading', { name: '请从门户开始' }).waitFor();
      expect(complaints).toEqual([]);
      await own.close();
    });
  },
);
