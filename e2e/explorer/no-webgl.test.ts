import { describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, visit } from './explorer-visit.ts';

describe.skipIf(!hasChromium)(
  `a tour in a browser without WebGL${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium({ args: ['--disable-3d-apis'] });

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
