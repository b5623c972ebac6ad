import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { startWidgetService, type WidgetService } from './widget-service.ts';

/** Each has a name of its own for its script's object; the rest is one protocol. */
type BotCheckService = 'turnstile' | 'hcaptcha' | 'recaptcha';

/** The suite of a bot check that a service shows in a frame. */
export function describeShownBotCheck(kind: BotCheckService): void {
  describe.skipIf(!hasChromium)(
    `BOT_CHECK=${kind}${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
    { tags: 'slow' },
    () => {
      let widget: WidgetService;
      const service = useDemoService(async () => {
        widget = await startWidgetService('site');
        return {
          BOT_CHECK: kind,
          BOT_CHECK_SITE_KEY: 'site',
          BOT_CHECK_SECRET: 'service-secret',
          BOT_CHECK_VERIFY_URL: widget.verifyUrl,
          BOT_CHECK_SCRIPT_URL: widget.scriptUrl,
        };
      });
      const chromium = useChromium();
      let page: Page;

      beforeAll(async () => {
        page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
        await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
        await page.getByRole('link', { name: 'Demo app', exact: true }).click();
      });
      afterAll(() => widget?.stop());

      test('shows before a reveal, has to be passed, and its answer is what is judged', async () => {
        const refusals: string[] = [];
        page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()));
        await page.getByRole('button', { name: 'Reveal', exact: true }).first().click();
        const confirm = page.getByRole('button', { name: 'Reveal for 30 s' });
        const box = page.frameLocator('iframe').getByRole('button', { name: 'I am a person' });
        await box.waitFor();
        await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true');
        await confirm.click({ force: true });
        expect(widget.asked).toEqual([]);

        await box.click();
        await page.getByRole('button', { name: 'Reveal for 30 s', disabled: false }).click();
        await page.locator('code', { hasText: /^ohs_[\w-]{20,}/ }).waitFor();
        expect(widget.asked).toEqual([
          expect.objectContaining({ secret: 'service-secret', response: expect.stringMatching(/^site-answer-/) }),
        ]);
        // The policy of the pages let nothing of the service in, and refused nothing that is needed.
        expect(refusals).toEqual([]);
        expect(await page.evaluate("'turnstile' in window || 'hcaptcha' in window || 'grecaptcha' in window")).toBe(
          false,
        );
      });

      test('cannot be framed by others, and only its document lets the service in', async () => {
        const widgetPage = await fetch(`${service.demo.portal_url}/bot-check/widget`);
        const policy = widgetPage.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("frame-ancestors 'self'");
        expect(policy).toContain(new URL(widget.scriptUrl).origin);
        const dashboard = await fetch(`${service.demo.portal_url}/dashboard/apps`);
        expect(dashboard.headers.get('content-security-policy')).not.toContain(new URL(widget.scriptUrl).origin);
      });

      test('a script that does not load is said', async () => {
        await page.reload();
        await page.route(`${new URL(widget.scriptUrl).origin}/**`, (route) => route.abort());
        await page.getByRole('button', { name: 'Reveal', exact: true }).first().click();
        await page.getByText('The check of this portal cannot be shown here.').waitFor();
      });
    },
  );
}
