import { describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
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

describe.skipIf(!hasChromium)(
  `a tour in a browser that loses its WebGL context${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);

    test.each([
      ['panorama', 'pictures'],
      ['model', 'loaded'],
    ])('%s: the floor plan takes its place, and a sentence says why', async (view, state) => {
      const seen = await visit(service, chromium);
      const { page } = seen;
      await seen.open('demo-loft');
      await page.locator(`[role=tab][data-view=${view}]`).click();
      await page.locator(`${STAGE}[data-view=${view}][data-state=${state}]`).waitFor();
      await page
        .locator(`${STAGE} > :not([hidden]) canvas`)
        .first()
        .evaluate((canvas) =>
          (canvas as unknown as GlCanvas).getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(),
        );
      await page.locator(`${STAGE}[data-view=plan][data-state=loaded]`).waitFor();
      expect(await page.locator(`${STAGE} [role=status]`).textContent()).toMatch(/cannot draw in three dimensions/);
      expect(await page.locator('[role=tab][data-view]').allTextContents()).toEqual(['Floor plan']);
      expect(await judge(page)).toEqual([]);
      expect(seen.complaints).toEqual([]);
      await seen.context.close();
    });
  },
);

/** Tests know no elements of a page. */
interface GlCanvas {
  getContext(kind: 'webgl2'): { getExtension(name: 'WEBGL_lose_context'): { loseContext(): void } };
}
