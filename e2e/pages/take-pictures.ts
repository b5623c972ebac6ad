/*
 * Takes the pictures of README.md from the running portal: `npm run build`, then
 * `npx tsx e2e/pages/take-pictures.ts [DIRECTORY]`. Both themes, at twice the CSS resolution, from a fresh service with
 * the demo tours. Needs Chromium and a font with Chinese characters (on Debian `fonts-noto-cjk`).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium, softwareWebGl } from '../browser.ts';
import { STAGE } from '../explorer/explorer-visit.ts';
import { newDataDirectory, root, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { choose } from './choice.ts';

/** Long enough for fonts, textures and the last animation. */
const SETTLED_MS = 1500;
/** Milliseconds within which the model is there, however busy the machine. */
const MODEL_MS = 120_000;
/** The window, in CSS pixels. */
const VIEWPORT = { width: 1280, height: 800 };
const QUALITY = 80;

/** How each picture comes about; the page is signed in as an owner of the demo Team. */
const pictures: Readonly<Record<string, (page: Page, portalUrl: string) => Promise<void>>> = {
  async explorer(page, portalUrl) {
    await page.goto(`${portalUrl}/dashboard/tours/demo-loft`);
    await page.locator(`${STAGE}[data-state="pictures"]`).waitFor();
    // It comes with the model, as the walls of the small plan do.
    await page.getByRole('button', { name: 'Measure' }).waitFor({ timeout: MODEL_MS });
  },
  async console(page, portalUrl) {
    await page.goto(`${portalUrl}/dashboard/console`);
    await choose(page, 'Operation', 'annotation-search');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Round trip').waitFor();
  },
};

const directory = process.argv[2] ?? join(root, 'docs/pictures');
mkdirSync(directory, { recursive: true });
const data = await newDataDirectory();
const service = await startService(data.path);
const chromium = await launchChromium(softwareWebGl);
try {
  const { portal_url: portalUrl } = service.demo;
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await chromium.newContext({
      colorScheme,
      deviceScaleFactor: 2,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      viewport: VIEWPORT,
    });
    const page = await context.newPage();
    await signInAs(page, { portalUrl, name: 'Ada Lindqvist', to: '/dashboard/apps' });
    for (const [name, show] of Object.entries(pictures)) {
      await show(page, portalUrl);
      await page.waitForTimeout(SETTLED_MS);
      const file = join(directory, `${name}-${colorScheme}.webp`);
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: QUALITY })
        .toFile(file);
      console.log(`${file}: ${Math.round(size / 1000)} KB`);
    }
    await context.close();
  }
} finally {
  await chromium.close();
  await service.stop();
  await data.remove();
}
