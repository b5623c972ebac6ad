import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../service.ts';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** @returns What is wrong with the page as it stands: accessibility rules it breaks, and sideways scrolling. */
export async function judge(page: Page): Promise<readonly string[]> {
  // A page is drawn once its code has come, which a quiet network does not promise. One without a heading is judged as it is.
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  await page.evaluate(`${axe};undefined`);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
  ];
}
