import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { judge } from '../pages/judge.ts';
import { root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, type Visit, visit } from './explorer-visit.ts';
import { covered, shownOn } from './shown-marks.ts';
import { importTwelveTours, type TourKind, tourKinds } from './twelve-tours.ts';

/** Pictures of the pages, for people to look at. */
const pictures = join(root, 'artefacts/explorer/twelve');
mkdirSync(pictures, { recursive: true });

const windows = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;
type View = 'panorama' | 'model' | 'plan';
const kinds = Object.keys(tourKinds) as TourKind[];

/** A luminance, of 255, that nothing has but what is not lit, or not drawn; the dark theme's background is brighter. */
const BLACK = 8;
/** Shares of the view: of black, at most, and of what is unlike the commonest colour, at least. Viewpoints and ways alone are thin lines. */
const MOST_BLACK = 0.03;
const LEAST_SEEN = { panorama: 0.05, model: 0.05, ways: 0.0008, plan: 0.008 } as const;
/** Marks in a view of a screen's size: more are a heap, however well they are placed. */
const MOST_MARKS = 160;
/** A heap covers thousands of marks. */
const MOST_NAMED = 20;

describe.skipIf(!hasChromium)(
  `twelve tours of different kinds${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 5 },
  () => {
    let folder: string;
    let codes: ReadonlyMap<TourKind, string>;
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;
    const errors: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openhouse-twelve-'));
      codes = await importTwelveTours(service, folder);
      seen = await visit(service, chromium, { viewport: windows.wide });
      seen.page.on('console', (message) => {
        // That a tour has no tags is answered so, and no error.
        const isAnswer = message.location().url.includes('/operations/');
        if (message.type() === 'error' && !isAnswer) errors.push(message.text());
      });
    }, PATIENCE_MS * 3);
    afterAll(async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    test.each(kinds)('%s: neither black nor void nor a heap, in every view, window and theme', async (kind) => {
      const { page, complaints } = seen;
      const has: { readonly pictures?: boolean; readonly model?: true } = tourKinds[kind];
      await seen.open(codes.get(kind) ?? '');
      await page.locator(`${STAGE}[data-state]`).waitFor();
      const views = await page
        .locator('[role=tab][data-view]')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-view') as View));
      expect(views).toEqual(has.pictures === undefined ? ['model', 'plan'] : ['panorama', 'model', 'plan']);
      const found: string[] = [];
      for (const [width, viewport] of Object.entries(windows)) {
        await page.setViewportSize(viewport);
        for (const view of views) {
          await page.locator(`[role=tab][data-view=${view}]`).click();
          await page.locator(`${STAGE}[data-view=${view}]`).waitFor();
          await page.locator(`${STAGE} [role=progressbar]`).waitFor({ state: 'detached' });
          if (view === 'panorama')
            expect(await page.locator(STAGE).getAttribute('data-state')).toBe(has.pictures ? 'pictures' : 'drawn');
          const least = LEAST_SEEN[view === 'model' && !has.model ? 'ways' : view];
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            const name = [kinds.indexOf(kind) + 1, codes.get(kind), width, view, colorScheme].join('-');
            const faults = [...(await faultsOfPicture(page, least)), ...(await faultsOfPage(page, view))];
            await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
            found.push(...faults.map((fault) => `${name}: ${fault}`));
          }
        }
      }
      expect([...found, ...complaints.splice(0), ...errors.splice(0)]).toEqual([]);
    });
  },
);

/** @param least What has to be unlike the commonest colour, as a share. */
async function faultsOfPicture(page: Page, least: number): Promise<readonly string[]> {
  const { data, info } = await sharp(await bareStage(page))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const total = info.width * info.height;
  const counts = new Map<number, number>();
  let black = 0;
  for (let at = 0; at < total; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3);
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue < BLACK) black += 1;
    const color = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const seen = 1 - Math.max(...counts.values()) / total;
  return [
    ...(black / total > MOST_BLACK ? [`black: ${black / total}`] : []),
    ...(seen < least ? [`void: ${seen} of ${least}`] : []),
  ];
}

/** How often a view is looked at until it rests. */
const MOST_PICTURES = 40;

/** @returns What a view draws once everything has come, without marks, buttons and words over it. */
async function bareStage(page: Page): Promise<Buffer> {
  const over = (visibility: string) =>
    page.evaluate(
      `for (const one of document.querySelectorAll('${STAGE} :is(.oh-overlay, [data-covers], .oh-plan-scale)')) one.style.visibility = '${visibility}'`,
    );
  await over('hidden');
  let picture = await page.locator(STAGE).screenshot();
  for (
    let [before, taken]: [Buffer, number] = [Buffer.of(), 1];
    !picture.equals(before) && taken < MOST_PICTURES;
    taken++
  ) {
    before = picture;
    picture = await page.locator(STAGE).screenshot();
  }
  await over('');
  return picture;
}

async function faultsOfPage(page: Page, view: View): Promise<readonly string[]> {
  await page.evaluate('scrollTo(0, 0)');
  const shown = await shownOn(page);
  return [
    ...(shown.length > MOST_MARKS ? [`${shown.length} marks`] : []),
    ...covered(shown)
      .slice(0, MOST_NAMED)
      .map((pair) => `covered: ${pair}`),
    ...(await outOfPlace(page, view)),
    ...(await judge(page)),
  ];
}

/** What lies over each other, words that are cut off or cannot be read, and viewpoints of a plan that nobody can press. */
const outOfPlace = (page: Page, view: View) =>
  page.evaluate<string[]>(`(() => {
    const stage = document.querySelector('${STAGE}');
    const frame = stage.getBoundingClientRect();
    const found = [];
    const boxOf = (one) => one.getBoundingClientRect();
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && boxOf(one).width > 0;
    const nameOf = (one) => one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40);
    const areOver = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    const over = [...stage.querySelectorAll('[data-covers]')]
      .flatMap((one) => (one.classList.contains('oh-buttons') ? [...one.children] : [one]))
      .filter(isSeen);
    for (const [at, one] of over.entries()) {
      const box = boxOf(one);
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
        found.push('out of the view: ' + nameOf(one));
      for (const other of over.slice(at + 1)) if (areOver(box, boxOf(other))) found.push(nameOf(one) + ' over ' + nameOf(other));
    }
    for (const mark of stage.querySelectorAll(':scope > :not([hidden]) .oh-mark:not([hidden])')) {
      const place = boxOf(mark);
      if ('${view}' === 'plan' && mark.dataset.kind === 'viewpoint' && over.some((one) => areOver(boxOf(mark.querySelector('[data-anchor]')), boxOf(one))))
        found.push('below a button: ' + nameOf(mark));
      if (mark.dataset.open === undefined) continue;
      const words = boxOf(mark.querySelector('.oh-words'));
      if (over.some((one) => areOver(words, boxOf(one)))) found.push('below a button: ' + mark.textContent);
      // Words leave the view with their place.
      const isInside = place.left > frame.left && place.left < frame.right && place.top > frame.top && place.top < frame.bottom;
      if (isInside && (words.left < frame.left - 1 || words.right > frame.right + 1)) found.push('cut off: ' + mark.textContent);
    }
    for (const button of document.querySelectorAll('main button, main [role=tab]'))
      if (isSeen(button) && !button.closest('.oh-overlay') && getComputedStyle(button).textOverflow === 'clip' && button.scrollWidth > button.clientWidth + 1)
        found.push('wider than its button: ' + nameOf(button));
    return found;
  })()`);
