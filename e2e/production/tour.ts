import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import { STAGE, standingAt, visitOf } from '../explorer/explorer-visit.ts';
import { observers, START, walkByKeys, walkOfAll } from '../explorer/loft.ts';
import { dropFiles } from '../pages/drop-files.ts';
import { root } from '../service.ts';
import type { Stage } from './stage.ts';
import { ANSWERED_BY } from './surroundings.ts';

export const TOUR = 'demo-loft';

/** The demo's tour as somebody exports it: its files are beside it, wherever it is imported. */
function filesOfTour(): { readonly name: string; readonly content: Buffer | string }[] {
  const folder = join(root, 'demo/tours', TOUR);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    const text = name.endsWith('.json') && bytes.toString().replaceAll(`http://localhost:4001/files/demo/${TOUR}/`, '');
    return { name: path.slice(folder.length + 1), content: text || bytes };
  });
}

/** @returns The port of the process that answered; nginx names those it tried before, too. */
async function portOf(response: Response): Promise<number | undefined> {
  const named = await response.headerValue(ANSWERED_BY).catch(() => null);
  return named === null ? undefined : Number(named.split(':').at(-1));
}

/** Drops the tour onto the page of tours. @returns The machine that took it, and how many files it has. */
export async function uploadTour(
  stage: Stage,
  page: Page,
): Promise<{ readonly machine: string; readonly files: number }> {
  const files = filesOfTour();
  await page.goto(`${stage.portal}/dashboard/tours`);
  const answered = page.waitForResponse((response) => response.url().includes('/api/tours/imports'));
  await dropFiles(page, [{ name: `${TOUR}.zip`, bytes: zipArchive(files) }]);
  const port = await portOf(await answered);
  await page.getByRole('link', { name: `Open ${TOUR}` }).waitFor();
  const machine = stage.parts.find((part) => part.port === port)?.machine;
  if (machine === undefined) throw new Error(`nobody has port ${port}`);
  return { machine, files: files.length };
}

/**
 * Walks the tour from viewpoint to viewpoint, each with its pictures, in a browser of the same person that has seen nothing
 * yet. @returns How many viewpoints there are, and the ports of the processes that answered.
 */
export async function walkTour(
  stage: Stage,
  of: BrowserContext,
): Promise<{ readonly viewpoints: number; readonly answeredBy: ReadonlySet<number> }> {
  const context = await stage.chromium.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
    storageState: await of.storageState(),
  });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const seen = visitOf(page, stage.portal);
  await seen.open(TOUR);
  await standingAt(seen, START);
  await page.locator(STAGE).focus();
  for (const [from, to] of walkOfAll()) {
    await standingAt(seen, from);
    await walkByKeys(seen, from, to);
  }
  expect(seen.complaints).toEqual([]);
  const ports = await Promise.all(responses.map(portOf));
  await context.close();
  return { viewpoints: observers.length, answeredBy: new Set(ports.filter((port) => port !== undefined)) };
}
