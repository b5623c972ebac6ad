import { describe, expect, test } from 'vitest';
import { turned } from './motion.ts';

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
