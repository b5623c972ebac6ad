import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { CODE } from '../loft/loft.ts';
import { WINDOW_VIDEO } from '../loft/window-video.ts';
import { committedAssets } from '../wire/committed.ts';
import { leavesPage } from './leaves-page.ts';

/**
 * Draws leaves in the wind in a headless Chromium and records them: `npx tsx demo/content/media/record-window.ts`.
 * Every run makes other bytes, so the result is committed.
 */

/** Where Debian installs the browser. */
const CHROMIUM = '/usr/bin/chromium';

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.setContent(leavesPage);
  const video = Buffer.from(String(await page.evaluate('recording')), 'base64');
  const file = join(committedAssets(CODE), WINDOW_VIDEO);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, video);
  console.log(`${WINDOW_VIDEO}: ${(video.length / 1024).toFixed(0)} KB`);
} finally {
  await browser.close();
}
