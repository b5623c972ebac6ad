import { dirname } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { newMachine, shownCode } from '../command-line/openhouse.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import type { RunningService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

describe.skipIf(!hasChromium)(
  `the page that signs the command line in${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  () => {
    let service: RunningService;
    let chromium: Browser;

    beforeAll(async () => {
      service = await demoService();
      chromium = await sharedChromium();
    });

    async function open(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
      const page = await (await chromium.newContext({ locale: 'en-GB', ...options })).newPage();
      await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/authorize' });
      await page.getByRole('heading', { level: 1, name: 'Sign the command line in' }).waitFor();
      return page;
    }

    const chooses = async (
      colorScheme: 'light' | 'dark',
      window: keyof typeof windows,
      choice: 'Allow this machine' | 'Deny',
      status: number,
    ) => {
      const page = await open({ colorScheme, viewport: windows[window] });
      const machine = await newMachine(dirname(service.dataDirectory), `${colorScheme}-laptop`);
      const waiting = machine.start(['login', '--portal', service.demo.portal_url, '--json']);
      const code = await shownCode(waiting);
      expect(await judge(page)).toEqual([]);

      // Typed as people type: small letters, no dash.
      await page.getByLabel('Code in the terminal').fill('bcdf');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await judge(page)).toEqual([]);
      await page.getByLabel('Code in the terminal').fill(code.replace('-', '').toLowerCase());
      await page.keyboard.press('Enter');
      const allow = page.getByRole('button', { name: choice });
      await allow.waitFor();
      expect(await judge(page)).toEqual([]);
      expect(page.url()).not.toContain(code);

      await allow.click();
      const ended = await waiting.ended;
      expect(ended.exitCode).toBe(status);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    };

    test('a code may be typed by way of an input method, and corrected in the middle', { tags: 'slow' }, async () => {
      const page = await open({});
      const field = page.getByLabel('Code in the terminal');
      const caret = () => field.evaluate((input) => (input as unknown as { selectionStart: number }).selectionStart);
      await field.focus();
      const devTools = await page.context().newCDPSession(page);
      for (const text of ['w', 'wd', 'wdj', 'wdjb', 'wdjbm']) {
        await devTools.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
        expect(await field.inputValue()).toBe(text);
      }
      await devTools.send('Input.insertText', { text: 'wdjbm' });
      expect(await field.inputValue()).toBe('WDJB-M');
      await page.keyboard.type('jht');
      for (const key of ['Home', 'ArrowRight', 'Delete']) await page.keyboard.press(key);
      await page.keyboard.type('x');
      expect([await field.inputValue(), await caret()]).toEqual(['WXJB-MJHT', 2]);
      await page.context().close();
    });
    test('dark on a phone: a typed code, the machine that asks, and Deny', { tags: ['slow', 'long'] }, () =>
      chooses('dark', 'phone', 'Deny', 1),
    );
    test('light on a desktop: so is Allow this machine', { tags: ['slow', 'long'] }, () =>
      chooses('light', 'desktop', 'Allow this machine', 0),
    );
  },
);
