import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';

/**
 * Does to a page what a browser's translation does: puts elements where each text is, now and later. It leaves the words
 * as they are, so that the page must read like one that nobody translates.
 */
function translate(inOneStep: boolean): void {
  const put = (text: Text) => {
    const within = text.parentElement;
    if (within === null || within.closest('script, style, textarea, svg, font') !== null || !text.data.trim()) return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild?.append(text.data);
    if (inOneStep) text.replaceWith(font);
    else {
      text.before(font);
      text.remove();
    }
  };
  const putAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(put);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) putAll(node);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  putAll(document.body);
}

describe.skipIf(!hasChromium)(
  `a page that the browser translates${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow'] },
  () => {
    const service = useDemoService();
    const chromium = useChromium();

    const open = async (device: BrowserContextOptions) => {
      const context = await chromium.newContext({ locale: 'en-GB', ...device });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      return { page, complaints, close: () => context.close() };
    };

    // There the tour of the landing page is a picture: one that is drawn says its words in its own time.
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

    const at = (path: string) => `${service.demo.portal_url}${path}`;
    const words = (page: Page) =>
      page.locator('body').evaluate((body) => {
        const shown = body.cloneNode(true) as HTMLElement;
        for (const element of shown.querySelectorAll('style, noscript')) element.remove();
        return shown.textContent?.replaceAll(/\s+/g, ' ');
      });

    interface Visit {
      readonly device?: BrowserContextOptions;
      readonly opens: (page: Page) => Promise<unknown>;
      readonly deeds: (page: Page) => Promise<void>;
    }

    /** The same deeds on a page that is translated and on one that is not end in the same words. */
    async function readsTheSame(how: 'in one step' | 'in two steps', { device = {}, opens, deeds }: Visit) {
      const [translated, plain] = [await open(device), await open(device)];
      for (const { page } of [translated, plain]) {
        await opens(page);
        await page.waitForLoadState('networkidle');
        if (page === translated.page) await page.evaluate(translate, how === 'in one step');
        await deeds(page);
      }
      const isTheSame = async () => (await words(translated.page)) === (await words(plain.page));
      await expect.poll(isTheSame).toBe(true);
      expect(translated.complaints).toEqual([]);
      for (const { close } of [translated, plain]) await close();
    }

    const ways = [
      ['in two steps', []],
      ['in one step', ['long']],
    ] as const;
    for (const [how, tags] of ways) {
      describe(how, { tags: [...tags] }, () => {
        test('lets a text that was replaced be taken away, moved and changed, as React does', async () => {
          const { page, complaints, close } = await open({});
          await page.goto(at('/docs/tokens'));
          await page.waitForLoadState('networkidle');
          await page.evaluate(translate, how === 'in one step');
          const shown = await page.evaluate(async () => {
            // The browser's translation, and what stands against it, hear of changes after them.
            const heard = () => new Promise((resolve) => setTimeout(resolve));
            const line = document.body.appendChild(document.createElement('p'));
            const [gone, moved, changed] = ['gone ', 'moved ', 'old '].map((word) => line.appendChild(new Text(word)));
            await heard();
            if (gone === undefined || moved === undefined || changed === undefined) return [];
            const replaced = line.querySelectorAll('font').length > 0 && line.firstChild !== gone;
            line.removeChild(gone);
            line.appendChild(moved);
            changed.data = 'new ';
            await heard();
            line.insertBefore(new Text('first '), changed);
            await heard();
            return [replaced, line.textContent];
          });
          expect([shown, complaints]).toEqual([[true, 'first new moved '], []]);
          await close();
        });

        test('changes its own language', () =>
          readsTheSame(how, {
            device: phone,
            opens: (page) => page.goto(at('/')),
            deeds: async (page) => {
              await page.getByRole('button', { name: '中文' }).click();
              await page.getByRole('button', { name: '进入空间' }).waitFor();
            },
          }));

        test('takes a sample, searches and goes on in the docs', () =>
          readsTheSame(how, {
            opens: (page) => page.goto(at('/docs/tokens')),
            deeds: async (page) => {
              await page.getByRole('button', { name: /^Copy/ }).first().click();
              await page.getByText('Copied').first().waitFor({ state: 'attached' });
              await page.getByText('Copied').first().waitFor({ state: 'detached' });
              await page.keyboard.press('/');
              await page.getByRole('combobox').fill('rate limited');
              await page.getByRole('option').first().waitFor();
              await page.getByRole('combobox').fill('zzzz');
              await page.getByRole('option').first().waitFor({ state: 'detached' });
              await page.keyboard.press('Escape');
              for (const name of ['Rate limits', 'Quick start', 'Tokens']) {
                await page.getByRole('link', { name, exact: true }).first().click();
                await page.getByRole('heading', { level: 1, name }).waitFor();
              }
            },
          }));

        test('walks through the Team', () =>
          readsTheSame(how, {
            opens: (page) => signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada', to: '/dashboard/apps' }),
            deeds: async (page) => {
              await page.getByRole('button', { name: 'Create app' }).click();
              await page.getByRole('textbox').first().fill('一个应用');
              await page.keyboard.press('Escape');
              // The last one says nothing that depends on the time.
              for (const name of ['Tours', 'Team', 'Usage', 'Apps', 'Console']) {
                await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
                await page.getByRole('heading', { level: 1 }).waitFor();
              }
            },
          }));
      });
    }
  },
);
