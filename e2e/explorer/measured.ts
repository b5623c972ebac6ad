import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { directionOf, projected, type ShownPose, type Triple } from './geometry.ts';
import { loftAlong } from './loft-model.ts';

/** How far a line or its label may be from where it belongs, in the view's pixels. */
const NEAR_PX = 3;
/** Lengths are written to the centimetre. */
const WRITTEN_M = 0.0051;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What measuring draws over a view, in the view's own pixels. */
interface Measured {
  /** Of the view. */
  readonly size: { readonly width: number; readonly height: number };
  readonly ends: readonly Point[];
  /** The middle of the label; undefined where none shows. */
  readonly label: Point | undefined;
  readonly text: string;
}

/** @param around The document, or the shadow tree that the view is in, as a script finds it. */
export function readMeasured(page: Page, around = 'document'): Promise<Measured> {
  return page.evaluate(`(() => {
    const box = ${around}.querySelector('.oh-measure');
    const frame = box.getBoundingClientRect();
    const scale = box.clientWidth / frame.width;
    const middleOf = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: (left + width / 2 - frame.left) * scale, y: (top + height / 2 - frame.top) * scale };
    };
    const label = box.querySelector('.oh-length');
    return {
      size: { width: box.clientWidth, height: box.clientHeight },
      ends: [...box.querySelectorAll('.oh-end')].filter((end) => end.style.display !== 'none').map(middleOf),
      label: label.hidden ? undefined : middleOf(label),
      text: label.textContent,
    };
  })()`);
}

/** Presses a point of the view, given in the view's own pixels. */
export async function pressAt(page: Page, { x, y }: Point, around = 'document'): Promise<void> {
  const at = await page.evaluate<Point>(`(() => {
    const box = ${around}.querySelector('.oh-measure');
    const { left, top, width } = box.getBoundingClientRect();
    const scale = width / box.clientWidth;
    return { x: left + ${x} * scale, y: top + ${y} * scale };
  })()`);
  await page.mouse.click(at.x, at.y);
}

/** Shares of the view's width and height at which a panorama that looks to the top of the plan is pressed: on the sideboard, and at the wall. */
const PRESSED = [
  [0.3, 0.72],
  [0.65, 0.4],
] as const;

/**
 * Measures in the panorama that the loft starts with, compares with the model's file, turns, and compares again.
 * @returns The two places, as the file has them.
 */
export async function measuresInPanorama(
  page: Page,
  eye: Triple,
  pose: () => Promise<ShownPose>,
  turn: () => Promise<unknown>,
  around = 'document',
): Promise<readonly [Triple, Triple]> {
  await page.getByRole('button', { name: 'Look to the top of the plan' }).click();
  await expect.poll(async () => (await pose()).yaw).toBeCloseTo(0, 9);
  const { size } = await readMeasured(page, around);
  const points = PRESSED.map(([right, down]) => ({ x: size.width * right, y: size.height * down }));
  const before = await pose();
  const truth = points.map((point) => loftAlong(eye, directionOf(before, size, point))) as [Triple, Triple];
  for (const point of points) await pressAt(page, point, around);
  const [from, to] = truth;
  const metres = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const { text } = await readMeasured(page, around);
  expect(Math.abs(Number.parseFloat(text) - metres), `${text}, ${metres} m`).toBeLessThan(WRITTEN_M + PIXEL_M);
  const compare = async () => {
    const [seen, now] = [await readMeasured(page, around), await pose()];
    const middle: Triple = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
    const expected = [from, to].map((place) => projected(eye, now, size, place));
    for (const [at, end] of seen.ends.entries()) {
      const { x = 0, y = 0 } = expected[at] ?? {};
      expect(Math.hypot(end.x - x, end.y - y), `end ${at}`).toBeLessThan(NEAR_PX);
    }
    const { x = 0, y = 0 } = projected(eye, now, size, middle) ?? {};
    expect(Math.hypot((seen.label?.x ?? 0) - x, (seen.label?.y ?? 0) - y), 'label').toBeLessThan(NEAR_PX);
    expect(seen.ends).toHaveLength(2);
  };
  await compare();
  await turn();
  await expect.poll(async () => (await pose()).yaw).not.toBe(before.yaw);
  // What lies over the view follows with the next picture, which a busy machine draws late.
  await vi.waitFor(compare, { timeout: 10_000 });
  return truth;
}

/** A pointer's place is rounded to whole pixels of the screen. */
const PIXEL_M = 0.01;
