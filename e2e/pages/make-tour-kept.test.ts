import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, softwareWebGl } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { dropFiles } from './drop-files.ts';
import { judge } from './judge.ts';

const [WIDTH, HEIGHT] = [512, 256];
const ADDRESS = '/dashboard/make-tour';

describe.skipIf(!hasChromium)(
  `a tour that is left unfinished in the portal${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'] },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let context: BrowserContext;
    let page: Page;
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kept-tour-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    beforeEach(async () => {
      await context?.close();
      context = await chromium.newContext({ locale: 'en-GB' });
      page = await context.newPage();
    });
    const enter = async () => {
      await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: ADDRESS });
      await heading();
    };

    const heading = () => page.getByRole('heading', { level: 1, name: 'Make a tour of panoramas' }).waitFor();
    const kept = () => page.getByText(/pictures? · kept in this browser/).waitFor();
    const goOn = () => page.getByRole('button', { name: 'Continue where you left off' });

    /** Noise, which no format makes small. */
    async function picture(name: string, [width, height] = [WIDTH, HEIGHT]) {
      const pixels = sharp({
        create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
      });
      return { name, bytes: await pixels.png().toBuffer() };
    }

    /** The tab's process dies, as of too little memory, and the page is opened again. */
    async function crash(): Promise<void> {
      const crashed = page.waitForEvent('crash');
      const devtools = await context.newCDPSession(page);
      devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
      page = await context.newPage();
      await page.goto(service.demo.portal_url + ADDRESS);
      await heading();
    }

    /** Everything that a person set, as the page shows it. */
    const shown = () =>
      page.evaluate<readonly string[]>(`
        [...document.querySelectorAll('main input, main [role=button], main [role=radio], main p')].map((one) =>
          [one.ariaLabel ?? one.name, one.value ?? one.textContent, one.checked, one.ariaChecked].join(' '))`);

    test('goes on after its tab died, with pictures, names, order, places, links, view and tags', async () => {
      await enter();
      await dropFiles(page, await Promise.all(['a.png', 'b.png', 'c.png'].map((name) => picture(name))));
      await page.getByText('3 pictures').waitFor();
      await page.getByRole('textbox', { name: 'Name of b.png' }).fill('客厅 & <hall>');
      await page.getByRole('button', { name: 'Move c up' }).click();
      await page.getByRole('radio', { name: 'Start at c' }).check();
      await page.getByRole('button', { name: 'Look around in c' }).click();
      await page.getByRole('button', { name: /^c, / }).press('ArrowDown');
      await page.getByRole('spinbutton').fill('35.5');
      await page.getByRole('checkbox', { name: '客厅 & <hall>' }).uncheck();
      await page.getByRole('group', { name: 'c: the arrow keys turn the view' }).press('ArrowRight');
      await page.getByRole('button', { name: 'Open with this view' }).click();
      await page.getByRole('button', { name: 'Add a tag' }).click();
      await page.getByRole('button', { name: 'Put it in the middle' }).click();
      await page.getByRole('textbox', { name: 'Title of tag 1' }).fill('Stove');
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Lake House');
      await page.locator('button', { hasText: 'As the pictures have it' }).click();
      await page.getByRole('option', { name: '1,024 pixels' }).click();
      await kept();
      const before = await shown();
      expect(before.join('\n')).toContain('Stove');

      await crash();
      await page.getByText('Lake House').waitFor();
      expect(await judge(page)).toEqual([]);
      await goOn().click();
      await page.getByText('3 pictures').waitFor();
      await page.getByRole('button', { name: 'Look around in c' }).click();
      await kept();
      await expect.poll(shown).toEqual(before);

      // And once more, when it was only looked at.
      await crash();
      await goOn().click();
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.waitForURL('**/dashboard/tours/lake-house*');
      await page.goto(service.demo.portal_url + ADDRESS);
      await heading();
      expect(await offered()).toEqual([]);
    });

    /** What is offered, once it was looked up. */
    async function offered(): Promise<readonly string[]> {
      await page.evaluate(`new Promise((resolve) => {
        const opening = indexedDB.open('openhouse-drafts');
        opening.onsuccess = () => { opening.result.close(); resolve(); };
      })`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
      return goOn().evaluateAll((all) => all.map((one) => (one as unknown as { textContent: string }).textContent));
    }

    test('is offered in no other tab while one works on it, and to nobody else', async () => {
      await enter();
      await dropFiles(page, [await picture('a.png')]);
      await kept();
      const first = page;
      page = await context.newPage();
      await page.goto(service.demo.portal_url + ADDRESS);
      await heading();
      expect(await offered()).toEqual([]);
      await first.close();
      await page.reload();
      await goOn().waitFor();

      await signInAs(page, { portalUrl: service.demo.portal_url, name: '林小雨', to: ADDRESS });
      await heading();
      expect(await offered()).toEqual([]);
      await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: ADDRESS });
      await goOn().waitFor();
      // A new one is begun beside it; the one that was left stays until somebody deletes it.
      await dropFiles(page, [await picture('b.png')]);
      await kept();
      await page.reload();
      await expect.poll(() => goOn().count()).toBe(2);
      for (const left of [1, 0]) {
        await page.getByRole('button', { name: 'Delete Without a name' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
        await expect.poll(() => goOn().count()).toBe(left);
      }
      expect(await page.evaluate(stored)).toEqual([0, 0]);
    });

    /** Records of tours and of pictures. */
    const stored = `new Promise((resolve) => {
      const opening = indexedDB.open('openhouse-drafts');
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['tours', 'pictures']);
        const counts = ['tours', 'pictures'].map((name) => transaction.objectStore(name).count());
        transaction.oncomplete = () => { opening.result.close(); resolve(counts.map(({ result }) => result)); };
      };
    })`;

    test('says which pictures a full storage does not keep, before and after, and keeps the others', async () => {
      // Chromium looks at the room of an origin once in a while only.
      const devtools = await context.newCDPSession(page);
      const origin = service.demo.portal_url;
      await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_500_000 });
      await enter();
      await dropFiles(page, [await picture('small.png')]);
      await kept();
      await dropFiles(page, [await picture('wide.png', [2048, 1024])]);
      await page.getByText('so closing this page loses wide.png.').waitFor();
      expect(await page.getByText('storage of this browser is full').count()).toBe(1);
      expect(await judge(page)).toEqual([]);
      await crash();
      await goOn().click();
      await page.getByText('wide.png was not kept. Choose it again.').waitFor();
      await page.getByText(/^1 picture\b/).waitFor();
      expect(await judge(page)).toEqual([]);
    });

    test('says which file is not where it was, where it is looked at and where it is kept', async () => {
      // The database opens once the test says so, so that a file can go before its picture is kept.
      await page.addInitScript(`{
        const open = indexedDB.open.bind(indexedDB);
        const said = new Promise((resolve) => { globalThis.openDatabase = resolve; });
        indexedDB.open = (...named) => {
          const opening = open(...named);
          let then;
          Object.defineProperty(opening, 'onsuccess', { set: (given) => { then = given; } });
          opening.addEventListener('success', (event) => void said.then(() => then?.(event)));
          return opening;
        };
      }`);
      await enter();
      for (const name of ['a.png', 'b.png']) await writeFile(join(folder, name), (await picture(name)).bytes);
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(['a.png', 'b.png'].map((name) => join(folder, name)));
      await page.getByText('2 pictures').waitFor();
      await rm(join(folder, 'b.png'));
      await page.evaluate('openDatabase()');
      await page.getByText('Not there any more, or changed since you chose them: b.png.').waitFor();
      expect(await page.getByText('does not let the page store anything').count()).toBe(0);
      await page.getByRole('button', { name: 'Look around in b' }).click();
      await page.getByText('The view cannot be shown. The file is not there any more').waitFor();
      expect(await page.getByText('Preparing the view').count()).toBe(0);
      expect(await judge(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove b' }).click();
      await kept();
      await page.getByText('Preparing the view').waitFor({ state: 'hidden' });
      expect(await page.getByText('The view cannot be shown').count()).toBe(0);
    });

    test('names the file that went before the tour was made', async () => {
      await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })');
      await enter();
      await writeFile(join(folder, 'gone.png'), (await picture('gone.png')).bytes);
      await page.locator('input[type=file]').first().setInputFiles(join(folder, 'gone.png'));
      await page.getByText('1 picture').waitFor();
      await page.getByText('Preparing the view').waitFor({ state: 'hidden' });
      await rm(join(folder, 'gone.png'));
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Gone');
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.getByText('gone.png: The file is not there any more or was changed since you chose it').waitFor();
      expect(await judge(page)).toEqual([]);
    });

    test('says that a browser without storage keeps nothing, and makes the tour all the same', async () => {
      await page.addInitScript('Object.defineProperty(window, "indexedDB", { value: undefined })');
      await enter();
      await dropFiles(page, [await picture('a.png')]);
      await page.getByText('This browser does not let the page store anything').waitFor();
      await page.getByRole('link', { name: 'Audit log' }).click();
      const question = page.getByRole('dialog', { name: 'Leave this page?' });
      await question.getByText('What this browser does not keep of the tour is lost.').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('textbox', { name: 'Name of the tour' }).fill('Kept nowhere');
      await page.getByRole('button', { name: 'Make the tour' }).click();
      await page.waitForURL('**/dashboard/tours/kept-nowhere*');
    });
  },
);
