import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { basics } from '../../packages/server/src/tours/import/testing/bundle.ts';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import { hasChromium } from '../browser.ts';
import { root } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { type DroppedFile, dropFiles } from './drop-files.ts';
import { judge } from './judge.ts';

/** Name of a tour that is longer than any card. */
const LONG = `${'Haus am See mit Aussicht und Anlegesteg, '.repeat(4)}公园旁的复式公寓`;

describe.skipIf(!hasChromium)(`the tours page${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, { tags: 'slow' }, () => {
  const service = useDemoService();
  const chromium = useChromium();
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
    });
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/tours' });
    await page.getByRole('heading', { level: 1, name: 'Tours' }).waitFor();
  });

  const drop = (...files: readonly DroppedFile[]) => dropFiles(page, files);
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
    // Its notices name it a second time, as soon as they are there.
    await page.getByText('海边.zip', { exact: true }).first().waitFor();
    const open = page.getByRole('link', { name: 'Open seaside' });
    await open.waitFor();
    await expect.poll(() => open.getAttribute('href')).toBe('/dashboard/tours/seaside');
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
    await expect.poll(() => page.getByRole('heading', { name: 'Tour broken' }).count()).toBe(0);
    expect(await judge(page)).toEqual([]);
  });

  test('a file that was moved between choosing and sending is named, with what to do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'moved-'));
    const archive = zipArchive([{ name: 'vr-info.json', content: JSON.stringify(basics('moved', {})) }]);
    const [first, moved] = [join(folder, 'first.zip'), join(folder, 'moved.zip')];
    await writeFile(first, archive);
    await writeFile(moved, archive);
    await page.route('**/api/tours/imports?*', async (route) => {
      await rm(moved, { force: true });
      await route.continue();
    });
    await page.locator('input[type=file]').setInputFiles([first, moved]);
    await page.getByText('The file was moved, renamed or deleted after you chose it').waitFor();
    expect(await page.getByText('No answer arrived').count()).toBe(0);
    expect(await judge(page)).toEqual([]);
    await page.unroute('**/api/tours/imports?*');
    await page.getByRole('button', { name: 'Clear moved.zip' }).click();
    await rm(folder, { recursive: true });
  });

  test('of several ragged tours in an archive every kind of problem stands once, all are listed, and the report is saved', async () => {
    const ragged = { create_time: 7, picture_url: 'https://cdn.example/a.jpg', model: null };
    const bytes = zipArchive([
      ...['one', 'two', 'three'].map((code) => ({
        name: `${code}/vr-info.json`,
        content: JSON.stringify(basics(`estate-${code}`, code === 'three' ? {} : ragged)),
      })),
      { name: 'four/vr-info.json', content: '{' },
    ]);
    await drop({ name: 'estate.zip', bytes });
    const summary = page.getByRole('region', { name: 'What differs: estate.zip' });
    await summary.waitFor();
    await page.getByText('3 imported, 1 refused').waitFor();
    const row = summary.getByRole('row').filter({ hasText: 'vr-info.json#/model' });
    expect((await row.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(
      /^2.*vr-info\.json#\/model null.*one found: null.*viewers show panoramas and plans, and no model$/,
    );
    for (const code of ['one', 'two', 'three']) await page.getByRole('link', { name: `Open estate-${code}` }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the full report: estate.zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('estate.zip.report.jsonl');
    const lines = (await readFile(await download.path(), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ outcome }) => outcome).sort()).toEqual(['created', 'created', 'created', 'refused']);
    expect(await judge(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('in Chinese what was found is said in Chinese; names and values stay as they are', async () => {
    const reader = await (await chromium.newContext({ locale: 'zh-CN' })).newPage();
    await signInAs(reader, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/tours' });
    const observer = (index: number, to: number[]) => ({ index, accessible_nodes: to, visible_nodes: to });
    const odd = basics('odd-zh', {
      name: '海边',
      create_time: { at: 1 },
      allow_hosts: [[1], [2]],
      picture_url: 'https://cdn.example/a.jpg',
      title_picture_url: 'cover.jpg',
      observers: [observer(0, [1]), observer(0, [9]), observer(1, [])],
    });
    const bytes = zipArchive([
      { name: 'vr-info.json', content: JSON.stringify({ code: 0, msg: 'ok', data: odd }) },
      { name: 'hot-list.json', content: '{"tagList":[{"id":1},{"id":1}]}' },
      { name: 'notes.json', content: '{}' },
      { name: 'readme.txt', content: 'x' },
      { name: 'assets\\back.bin', content: 'x' },
      { name: 'assets/link.bin', content: '/etc/passwd', mode: 0o120777 },
      { name: 'assets/twice.bin', content: 'a' },
      { name: 'assets/twice.bin', content: 'bc' },
    ]);
    const file = { name: 'zh.zip', mimeType: 'application/zip', buffer: bytes };
    await reader.locator('input[type=file]').setInputFiles([file]);
    const summary = reader.getByRole('region', { name: '有何不同: zh.zip' });
    await summary.waitFor();
    const rows = await summary.getByRole('row').allTextContents();
    expect(rows.length).toBeGreaterThan(10);
    // Places, names in quotes and hosts are the tour's own.
    const foreign = rows
      .slice(1)
      .map((row) =>
        row.replaceAll(/"[^"]*"|[\w*-]+\.(?:json|bin|txt|zip|example)[\w#/*.-]*|\/[\w/*-]+|assets\/|\*\.\w+/g, ''),
      )
      .filter((row) =>
        /[a-z]{3,}/i.test(row.replaceAll(/\bodd-zh\b|\bdata\b|\bJSON\b|\bUTF\b|\bmodel\.layers\b/g, '')),
      );
    expect(foreign).toEqual([]);
    await reader.context().close();
  });

  test('an owner removes a tour with the keyboard, by typing its code', async () => {
    await card(LONG)
      .getByRole('button', { name: /^More about/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await page.locator('dialog input:focus').waitFor();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
    const cursor = () => remove.evaluate((button) => getComputedStyle(button as never).cursor);
    expect([await remove.getAttribute('aria-busy'), await cursor()]).toEqual(['false', 'not-allowed']);
    await page.keyboard.type('seaside');
    expect(await cursor()).toBe('pointer');
    await page.keyboard.press('Enter');
    await card(LONG).waitFor({ state: 'detached' });
    // The menu that the dialog gave the focus back to has gone with its card.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(complaints).toEqual([]);
  });

  test('back from a tour leads to the same place in the list', async () => {
    const list = await page.context().newPage();
    await list.setViewportSize({ width: 900, height: 320 });
    await list.goto(`${service.demo.portal_url}/dashboard/tours`);
    await list.getByRole('link', { name: 'Loft by the park' }).waitFor();
    await list.evaluate('window.scrollTo(0, 150)');
    await list.evaluate('document.querySelector("main h2 a").click()');
    await list.waitForURL('**/dashboard/tours/*');
    await list.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => list.evaluate('window.scrollY')).toBe(0);
    await list.goBack();
    await list.getByRole('link', { name: 'Loft by the park' }).waitFor();
    await expect.poll(() => list.evaluate('window.scrollY')).toBe(150);
    await list.close();
  });

  test('while a file is on its way, leaving the page asks: back, and closing the window', async () => {
    const sender = await page.context().newPage();
    await sender.goto(`${service.demo.portal_url}/dashboard/audit`);
    await sender.getByRole('link', { name: 'Tours' }).click();
    await sender.getByRole('link', { name: 'Loft by the park' }).waitFor();
    await sender.route(
      ({ searchParams }) => searchParams.get('name') === 'slow.zip',
      () => {},
    );
    await dropFiles(sender, [{ name: 'slow.zip', bytes: Buffer.from('PK') }]);
    await sender.getByText('slow.zip', { exact: true }).waitFor();
    await sender.evaluate('history.back()');
    const question = sender.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(sender.url()).toContain('/dashboard/tours');
    const mayUnload = () => sender.evaluate('dispatchEvent(new Event("beforeunload", { cancelable: true }))');
    expect(await mayUnload()).toBe(false);
    await sender.evaluate('history.back()');
    await question.getByRole('button', { name: 'Leave' }).click();
    await sender.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(await mayUnload()).toBe(true);
    await sender.close();
  });

  test('a viewer looks, and is offered nothing to change', async () => {
    const viewer = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
    await signInAs(viewer, { portalUrl: service.demo.portal_url, name: 'Sam Okafor', to: '/dashboard/tours' });
    await viewer.getByRole('link', { name: 'Loft by the park' }).waitFor();
    await expect.poll(() => viewer.getByRole('button', { name: /^(Import|Activate|More about)/ }).count()).toBe(0);
  });
});
