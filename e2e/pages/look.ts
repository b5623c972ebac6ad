/*
 * Takes a picture of every page for people to look at: `npx tsx e2e/pages/look.ts [DIRECTORY]`, after `npm run build`.
 * Each page in both themes, both languages, on a desktop and on a phone, from a fresh service of its own.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../browser.ts';
import { newDataDirectory, startService } from '../service.ts';
import { signInAs } from '../sign-in-as.ts';
import { judge } from './judge.ts';
import { portalPages, windows } from './portal-pages.ts';

/** Long enough for fonts and the arrival of the page's data. */
const SETTLED_MS = 400;

const pictures = process.argv[2] ?? 'artefacts/pages';
mkdirSync(pictures, { recursive: true });
const directory = await newDataDirectory();
const service = await startService(directory.path);
const chromium = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const locale of ['en-GB', 'zh-CN']) {
      for (const [windowName, viewport] of Object.entries(windows)) {
        const context = await chromium.newContext({ colorScheme, locale, viewport });
        const page = await context.newPage();
        await signInAs(page, { portalUrl: service.demo.portal_url, name: 'Ada Lindqvist', to: '/dashboard/apps' });
        for (const { path } of portalPages) {
          await page.goto(`${service.demo.portal_url}${path}`, { waitUntil: 'networkidle' });
          await page.waitForTimeout(SETTLED_MS);
          const name = `${path.slice(1).replaceAll('/', '-') || 'landing'}-${colorScheme}-${windowName}-${locale.slice(0, 2)}`;
          await page.screenshot({ path: join(pictures, `${name}.png`) });
          for (const fault of await judge(page)) console.log(`${name}: ${fault}`);
        }
        await context.close();
      }
    }
  }
  console.log(`The pictures are in ${pictures}.`);
} finally {
  await chromium.close();
  await service.stop();
  await directory.remove();
}
