import { expect, test } from 'vitest';
import { toneMap } from './tone.ts';

/** The polynomial that stands for the curve dips by this much near white. */
const POLYNOMIAL_ERROR = 0.001;

function grey(light: number, exposure = 1): Float64Array {
  const pixel = Float64Array.of(light, light, light);
  toneMap(pixel, { exposure });
  return pixel;
}

test('black stays black, more light is never darker, and nothing leaves 0…1', () => {
  expect(Math.max(...grey(0))).toBeLessThan(0.02);
  let before = 0;
  for (let light = 0; light < 40; light += 0.25) {
    const [r, g, b] = grey(light) as unknown as [number, number, number];
    for (const c of [r, g, b]) expect(c >= 0 && c <= 1).toBe(true);
    expect(g).toBeGreaterThanOrEqual(before - POLYNOMIAL_ERROR);
    before = g;
  }
});

test('exposure multiplies the light', () => {
  expect([...grey(0.4, 1.25)]).toEqual([...grey(0.5, 1)]);
});
