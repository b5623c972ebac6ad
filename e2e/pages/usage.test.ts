import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { judge } from './judge.ts';
import { windows } from './portal-pages.ts';

/** Answered and refused calls that the page has to show. */
const SUCCEEDED = 14;
const REFUSED = 4;

describe.skipIf(!hasChromium)(`the use of an app${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`, () => {
  const service = useDemoService();
  const chromium = useChromium();

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const page = await (await chromium.newContext({ locale: 'en-GB', ...options })).newPage();
    page.on('console', (message) => {
      if (/refused to|violates|security policy/i.test(message.text())) complaints.push(message.text());
    });
    await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/usage' });
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    return page;
  }
  const complaints: string[] = [];

  /** The exchange and reads of a script. @returns Request id of the last refused call. */
  async function makeCalls(): Promise<string> {
    const { base_url: base, app_key, app_secret, resource_codes } = service.demo;
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${base}/auth/access_token`, { method: 'POST', body });
    const { access_token: token } = ((await exchanged.json()) as { data: { access_token: string } }).data;
    const read = (target: string) => fetch(`${base}${target}`, { headers: { authorization: token } });
    for (let call = 1; call < SUCCEEDED; call += 1) await read(`/open/v3/vr/info?resource_code=${resource_codes[0]}`);
    let last = '';
    for (let call = 0; call < REFUSED; call += 1) {
      const refused = await read(`/open/v3/custom/hot/list?resource_code=${resource_codes[0]}&order_by=up`);
      last = ((await refused.json()) as { request_id: string }).request_id;
    }
    return last;
  }

  test('from no call at all to a refused one that is explained and mended', { tags: ['slow', 'long'] }, async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'No calls in this time' }).waitFor();
    await expect.poll(() => page.locator('pre').textContent()).toContain(service.demo.app_key);
    expect(await judge(page)).toEqual([]);

    const refused = await makeCalls();
    // The page looks again by itself.
    await page.locator('.uplot canvas').waitFor();
    await page.getByRole('row', { name: `success ${SUCCEEDED}`, exact: true }).waitFor();
    await page.getByRole('row', { name: `err_parameter_invalid ${REFUSED}`, exact: true }).waitFor();
    await page.getByText('The same numbers as a table').click();
    const table = page.getByRole('region', { name: 'The same numbers as a table' });
    const numbers = await table.locator('td').allTextContents();
    expect(numbers.map(Number).reduce((sum, count) => sum + count, 0)).toBe(SUCCEEDED + REFUSED);

    await page.getByLabel('request_id', { exact: true }).fill(refused);
    await page.keyboard.press('Enter');
    const explanation = page.getByRole('region', { name: `What happened to ${refused}` });
    await explanation.getByText('failed here').waitFor();
    await explanation.getByText('order_by').first().waitFor();
    expect(page.url()).toContain(`call=${refused}`);
    const address = await explanation.getByRole('link', { name: 'More about this failure' }).getAttribute('href');
    expect(address).toBe('/docs/reference/errors#err_parameter_invalid');
    await page.getByText('7 d', { exact: true }).click();
    await page.getByRole('row', { name: `success ${SUCCEEDED}`, exact: true }).waitFor();
    expect(page.url()).toContain('range=7d');
    expect(complaints).toEqual([]);
  });

  test('full of calls, dark on a phone: free of accessibility faults, and it fits', {
    tags: ['slow', 'long'],
  }, async () => {
    const refused = await makeCalls();
    const page = await open({ colorScheme: 'dark', viewport: windows.phone });
    await page.goto(`${service.demo.portal_url}/dashboard/usage?call=${refused}`);
    await page.getByText('failed here').waitFor();
    await page.locator('.uplot canvas').waitFor();
    expect(await judge(page)).toEqual([]);
    await page.getByText('The same numbers as a table').click();
    expect(await judge(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
