import { expect, test } from 'vitest';
import { plotOf } from './plot.ts';

const plot = {
  title: 'Cost & <size>',
  xLabel: 'tours',
  yLabel: 'cost',
  logX: true,
  limit: { value: 1.2, name: 'at most 1.2' },
  series: [
    {
      name: 'read',
      points: [
        [1000, 1],
        [10_000, 1.1],
        [100_000, 1],
      ],
    },
  ],
} as const;

test('names what is plotted, escaped', () => {
  const svg = plotOf(plot);
  for (const words of ['Cost &amp; &lt;size>', '>tours<', '>cost<', '>read<', '>at most 1.2<']) {
    expect(svg).toContain(words);
  }
  expect(svg).not.toContain('<size>');
});

test('spaces powers of ten evenly, and higher values higher', () => {
  const [first, second, third] =
    /polyline points="([^"]+)"/
      .exec(plotOf(plot))?.[1]
      ?.split(' ')
      .map((point) => point.split(',').map(Number)) ?? [];
  const [x1 = 0, y1 = 0] = first ?? [];
  const [x2 = 0, y2 = 0] = second ?? [];
  const [x3 = 0, y3 = 0] = third ?? [];
  expect(x2 - x1).toBeCloseTo(x3 - x2, 0);
  expect(y2).toBeLessThan(y1);
  expect(y3).toBe(y1);
});

test.each([
  ['one point', [[5, 5]]],
  [
    'nothing but zero',
    [
      [0, 0],
      [1, 0],
    ],
  ],
] as const)('draws %s without NaN', (_, points) => {
  const svg = plotOf({ title: '', xLabel: '', yLabel: '', series: [{ name: '', points }] });
  expect(svg).not.toMatch(/NaN|Infinity/);
});
