import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basics } from '../../packages/server/src/tours/import/testing/bundle.ts';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import { hasChromium, launchChromium } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, root, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';

/** Name of a tour that is longer than any card. */
const LONG = `${'Haus am See mit Aussicht und Anlegesteg, '.repeat(4)}公园旁的复式公寓`;

describe.skipIf(!hasChromium)(`the tours page${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
  let service: RunningService;
  let chromium: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    directory = await demoDataDirectory();
    service = await startService(directory.path);
    chromium = await launchChromium();
    page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
    });
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/tours' });
    await page.getByRole('heading', { level: 1, name: 'Tours' }).waitFor();
  });
  afterAll(async () => {
    await chromium?.close();
    await service?.stop();
    await directory?.remove();
  });

  /** Drops files onto the page as a mouse does. */
  async function drop(...files: { readonly name: string; readonly bytes: Buffer }[]): Promise<void> {
    const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
    await page.evaluate(`(() => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of ${JSON.stringify(sent)}) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      }
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    })()`);
  }

  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  test('shows the demo tours with their covers', async () => {
    await page.getByRole('link', { name: 'Loft by the park' }).waitFor();
    const cover = card('Loft by the park').locator('img');
    await cover.scrollIntoViewIfNeeded();
    await expect
      .poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('a dropped bundle is imported, opens, and is set active after a word on what that means', async () => {
    const cover = await readFile(join(root, 'demo/tours/demo-loft/assets/cover.jpg'));
    const info = basics('seaside', { name: LONG, title_picture_url: 'cover.jpg', observers: [] });
    const bytes = zipArchive([
      { name: 'vr-info.json', content: JSON.stringify(info) },
      { name: 'assets/cover.jpg', content: cover, method: 0 },
    ]);
    await drop({ name: '海边.zip', bytes });
    await page.getByText('海边.zip', { exact: true }).waitFor();
    const open = page.getByRole('link', { name: 'Open seaside' });
    await open.waitFor();
    expect(await open.getAttribute('href')).toBe('/dashboard/tours/seaside');
    await card(LONG).getByRole('button', { name: 'Activate' }).click();
    await page.getByText('There is no way back', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await card(LONG).getByText('Active', { exact: true }).waitFor();
    expect(await judge(page)).toEqual([]);
  });

  test('a broken bundle shows file, pointer, expected and found, and copies them', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const bytes = zipArchive([
      { name: 'vr-info.json', content: JSON.stringify(basics('broken', { name: 'a\ud800b' })) },
    ]);
    await drop({ name: 'broken.zip', bytes }, { name: 'notes.txt', bytes: Buffer.from('x') });
    await page.getByText('/name', { exact: true }).waitFor();
    await page.getByText('This is neither a .zip nor a .json file.').waitFor();
    await page.getByRole('button', { name: 'Copy the list of problems' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^broken\.zip\nvr-info\.json#\/name: expected characters of Unicode, found half of a surrogate pair, .* at line 1, column \d+$/,
    );
    expect(await page.getByRole('heading', { name: 'Tour broken' }).count()).toBe(0);
    expect(await judge(page)).toEqual([]);
  });

  test('an owner removes a tour with the keyboard, by typing its code', async () => {
    await card(LONG)
      .getByRole('button', { name: /^More about/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await page.locator('dialog input:focus').waitFor();
    await page.keyboard.type('seaside');
    await page.keyboard.press('Enter');
    await card(LONG).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('a viewer looks, and is offered nothing to change', async () => {
    const viewer = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await signInAs(viewer, { portalUrl: service.demo.portal_url, name: 'Sam Okafor', to: '/dashboard/tours' });
    await viewer.getByRole('link', { name: 'Loft by the park' }).waitFor();
    expect(await viewer.getByRole('button', { name: /^(Import|Activate|More about)/ }).count()).toBe(0);
  });
});
