import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { demoService, sharedChromium } from '../demo-service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { portalPages, windows } from './portal-pages.ts';

describe.skipIf(!hasChromium)(`every page of the portal${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  test.each([
    ['light', 'desktop', 'en-GB', 16],
    ['dark', 'desktop', 'zh-CN', 16],
    ['light', 'phone', 'zh-CN', 16],
    ['dark', 'phone', 'en-GB', 16],
    ['light', 'desktop', 'en-GB', 32],
    ['light', 'phone', 'zh-CN', 24],
  ] as const)(
    '%s on a %s, %s, letters of %i px: is free of accessibility faults and fits',
    async (colorScheme, window, locale, letters) => {
      const { portal_url } = (await demoService()).demo;
      const context = await (await sharedChromium()).newContext({ colorScheme, viewport: windows[window], locale });
      const page = await context.newPage();
      // As in the settings of a browser, "Font size".
      const protocol = await context.newCDPSession(page);
      await protocol.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      await signInAs(page, { portalUrl: portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
      for (const { path } of portalPages) {
        await page.goto(`${portal_url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([path, ...(await judge(page))]).toEqual([path]);
      }
      expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe(`${(14 / 16) * letters}px`);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
