import { describe, expect, test } from 'vitest';
import { after, type Motion, turned } from './motion.ts';

const pose = { yaw: 0.5, pitch: -0.2, fov: 60 };

describe('a pose that is asked for', () => {
  test.each([
    ['nothing', {}],
    ['what is left out', { yaw: undefined, pitch: undefined, fov: undefined }],
    ['what is no number', { yaw: Number.NaN, pitch: Number.POSITIVE_INFINITY, fov: Number.NaN }],
    ['what is not even of that type', { yaw: '1', pitch: null, fov: {} } as object],
  ])('%s leaves what there was', (_, asked) => {
    expect(turned(pose, asked)).toEqual(pose);
  });

  test('takes the place of what there was, within its bounds', () => {
    expect(turned(pose, { yaw: 1 })).toEqual({ ...pose, yaw: 1 });
    expect(turned(pose, { yaw: 7, pitch: 9, fov: 1 })).toEqual({
      yaw: 7 - 2 * Math.PI,
      pitch: Math.PI / 2,
      fov: 30,
    });
  });
});

describe('a view that was thrown', () => {
  const thrown: Motion = { kind: 'glide', yaw: 0.002, pitch: -0.0004, atMs: 0 };
  /** Where it is after frames at these times, and whether it still moves. */
  const seenAt = (...timesMs: readonly number[]) => {
    let [motion, at]: [Motion | undefined, typeof pose] = [thrown, pose];
    for (const nowMs of timesMs) if (motion !== undefined) ({ motion, pose: at } = after(motion, at, nowMs));
    return { ...at, isMoving: motion !== undefined };
  };

  test('is where it is at a time, however many frames there were', () => {
    const smooth = seenAt(...Array.from({ length: 30 }, (_, at) => (at + 1) * 10));
    const rough = seenAt(300);
    expect(rough.yaw).toBeCloseTo(smooth.yaw, 9);
    expect(rough.pitch).toBeCloseTo(smooth.pitch, 9);
    expect([smooth.isMoving, rough.isMoving]).toEqual([true, true]);
  });

  test('comes to rest where it would have, when its window was hidden meanwhile', () => {
    const smooth = seenAt(...Array.from({ length: 300 }, (_, at) => (at + 1) * 10));
    const hidden = seenAt(10, 600_000);
    expect(Math.abs(hidden.yaw - smooth.yaw)).toBeLessThan(0.01);
    expect(hidden.isMoving).toBe(false);
  });
});
