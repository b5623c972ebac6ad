import type { CDPSession } from 'playwright-core';

/** A place on a page, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Moves of a finger between where it comes down and where it leaves. */
export const STEPS = 8;

/** Fingers that come down together, each on a way of its own, and leave. */
export async function slide(touch: CDPSession, fingers: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
  const points = (share: number) =>
    fingers.map(([from, to], id) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      id,
    }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
  for (let step = 1; step <= STEPS; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step / STEPS) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
