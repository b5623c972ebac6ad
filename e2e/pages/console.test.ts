import { readEndpoints } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { choose, chosen, countChoices } from './choice.ts';
import { CREDENTIAL, consoleVisit } from './console-visit.ts';
import { windows } from './portal-pages.ts';

const suite = `the console${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`;
describe.skipIf(!hasChromium)(suite, { tags: ['slow', 'long'] }, () => {
  const { at, open, signIn, runByKeyboard, runEach, isFaultless, wire } = consoleVisit();

  // One of each kind; console.heavy.test.ts runs all twenty.
  test('operations run with the keyboard, and neither secret nor token comes near the browser', () =>
    runEach(['access-token', 'hot-list']));
  test('so do a payload of another kind and an activation', () => runEach(['vr-info', 'vr-submit']));

  test('a call can be passed on by its address, and a failure says what it means and where to read on', async () => {
    const page = await open();
    await signIn(
      page,
      'Ada Lindqvist',
      '/dashboard/console?operation=hot-list&resource_code=no-such&order_by=id%20asc',
    );
    expect(await chosen(page, 'Operation')).toBe('hot-list');
    await expect.poll(() => page.locator('[name="order_by"]').getAttribute('value')).toBe('id asc');
    expect(await runByKeyboard(page)).toBe('HTTP 404 · err_resource_not_found');
    await page.getByText('No such resource in the Team of this app.').first().waitFor();
    const link = page.getByRole('link', { name: 'Read about this failure' });
    await expect.poll(() => link.getAttribute('href')).toBe('/docs/reference/errors#err_resource_not_found');
    await page.locator('[name="resource_code"]').fill('demo-loft');
    await page.keyboard.press('Enter');
    await page.getByText('HTTP 200 · success').waitFor();
    expect(page.url()).toContain('operation=hot-list&resource_code=demo-loft&order_by=id+asc');
  });

  test('the envelope folds with the keyboard and copies whole', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, 'Ada Lindqvist', '/dashboard/console');
    await runByKeyboard(page);
    const root = page.getByRole('button', { name: 'Fold envelope' });
    await root.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => root.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    expect(focused).toBe('Fold data');
    await page.getByRole('button', { name: 'Copy envelope' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ status: 'success', data: { resource_code: 'demo-loft' } });
  });

  test('a viewer reads and does not activate', async () => {
    const page = await open();
    await signIn(page, 'Sam Okafor', '/dashboard/console?operation=vr-submit&resource_code=demo-loft');
    await page.getByText('Viewers run reads only.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await choose(page, 'Operation', 'vr-info');
    expect(await runByKeyboard(page)).toBe('HTTP 200 · success');
  });

  test('anybody tries the reads on the demo tours in the docs', async () => {
    const page = await open();
    await page.goto(at('/docs/console?operation=vr-info&resource_code=demo-loft'));
    expect(await runByKeyboard(page)).toBe('HTTP 200 · success');
    const offered = await countChoices(page, 'Operation');
    expect(offered).toBe(readEndpoints.length);
    expect([...wire(), await page.content()].join('\n').match(CREDENTIAL)).toBeNull();
  });

  test('dark on a phone, in Chinese: free of accessibility faults with an answer', () =>
    isFaultless({ colorScheme: 'dark', viewport: windows.phone, locale: 'zh-CN' }, '运行'));
});
