import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, standingAt, type Visit, visit } from './explorer-visit.ts';
import { START } from './loft.ts';

/** A route of the loft that begins where the loft does, and the viewpoints it comes by after that. */
const ROUTE = { name: 'Up to the bedroom', next: [8, 9] } as const;

describe.skipIf(!hasChromium)(
  `the element's buttons in the explorer${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;
    let page: Page;
    beforeAll(async () => {
      seen = await visit(service, chromium, { viewport: { width: 390, height: 844 } });
      page = seen.page;
      await seen.open('demo-loft');
      await standingAt(seen, START);
    }, PATIENCE_MS);

    const play = () => page.getByRole('button', { name: 'Walk through the tour' });
    const stop = () => page.getByRole('button', { name: 'Stop walking' });
    const at = async () => (await seen.pose()).index;

    test('a walk along the route that was selected looks ahead, walks, and is no step of the history', async () => {
      await page.getByRole('tab', { name: /^Routes/ }).click();
      await page.getByRole('button', { name: ROUTE.name }).first().click();
      const entries = await page.evaluate('history.length');
      const { yaw } = await seen.pose();
      await play().click();
      await stop().waitFor();
      await expect.poll(async () => (await seen.pose()).yaw).not.toBe(yaw);
      for (const index of ROUTE.next) await standingAt(seen, index);
      expect(await judge(page)).toEqual([]);
      await page.locator(STAGE).press('p');
      await play().waitFor();
      const reached = await at();
      await expect.poll(() => new URL(page.url()).hash).toContain(`at=${reached}`);
      expect(await page.evaluate('history.length')).toBe(entries);
    });

    test.each<[string, () => Promise<unknown>]>([
      ['a hand on the panorama', () => page.locator(STAGE).click({ position: { x: 160, y: 120 } })],
      ['a key', () => page.locator(STAGE).press('ArrowLeft')],
      ['another view', () => page.getByRole('tab', { name: 'Floor plan' }).click()],
      ['a row of the table', () => page.getByRole('button', { name: ROUTE.name }).first().click()],
      ['its button', () => stop().click()],
    ])('%s ends it', async (_, end) => {
      await page.getByRole('tab', { name: /^Routes/ }).click();
      await play().click();
      await stop().waitFor();
      await page.getByRole('tab', { name: /^Routes/ }).click();
      await end();
      await play().waitFor();
    });

    test('a compass shows which way one looks, and turns to the top of the plan', async () => {
      await page.getByRole('tab', { name: 'Panorama' }).click();
      const compass = page.getByRole('button', { name: 'Look to the top of the plan' });
      const turned = () => compass.locator('svg').evaluate((svg) => Number.parseFloat(svg.style.rotate));
      await page.locator(STAGE).press('ArrowRight');
      await expect.poll(async () => (await turned()) + (await seen.pose()).yaw).toBeCloseTo(0, 2);
      expect(await turned()).not.toBeCloseTo(0, 2);
      await page.locator(STAGE).press('N');
      await expect.poll(turned).toBeCloseTo(0, 2);
      await page.getByRole('tab', { name: 'Doll’s house' }).click();
      await compass.waitFor({ state: 'hidden' });
    });

    test('a key fills the screen, and leaves it', async () => {
      await page.locator(STAGE).press('f');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
      await page.locator(STAGE).press('f');
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
      expect(seen.complaints).toEqual([]);
    });

    test('a tour without a route has no button for it', async () => {
      const other = await visit(service, chromium);
      await other.open('demo-studio');
      await other.page.getByRole('button', { name: 'Zoom in' }).waitFor();
      expect(await other.page.getByRole('button', { name: 'Walk through the tour' }).count()).toBe(0);
      await other.context.close();
    });
  },
);
