import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium, PATIENCE_MS } from '../browser.ts';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { judge } from '../pages/judge.ts';
import { type RunningService, startService } from '../service.ts';
import { STAGE, visit } from './explorer-visit.ts';

describe.skipIf(!hasChromium)(
  `a tour in a browser without WebGL${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
    let service: RunningService;
    let chromium: Browser;

    beforeAll(async () => {
      directory = await demoDataDirectory();
      service = await startService(directory.path);
      chromium = await launchChromium({ args: ['--disable-3d-apis'] });
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      await chromium?.close();
      await service?.stop();
      await directory?.remove();
    });

    test('the floor plan shows, a sentence says why, nothing waits for ever', async () => {
      const seen = await visit(service, chromium);
      await seen.open('demo-loft');
      const { page } = seen;
      await page.locator(`${STAGE}[data-view=plan][data-state=loaded]`).waitFor();
      expect(await page.locator(`${STAGE} [role=status]`).textContent()).toMatch(/cannot draw in three dimensions/);
      expect(await page.locator(`${STAGE} [role=progressbar]`).count()).toBe(0);
      expect(await page.locator('[role=tab][data-view]').allTextContents()).toEqual(['Floor plan']);
      await page.locator(`${STAGE} [data-thing="viewpoint-7"]`).press('Enter');
      await page.locator('[data-row="viewpoint-7"][aria-pressed=true]').waitFor();
      expect(await judge(page)).toEqual([]);
      expect(seen.complaints).toEqual([]);
    });
  },
);
