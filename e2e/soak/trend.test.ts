import fc from 'fast-check';
import { expect, test } from 'vitest';
import { picture } from './picture.ts';
import { slopeOf, warm } from './trend.ts';

test('a line is found in readings that jump about it', () => {
  const jumps = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 50 });
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), jumps, (slope, noise) => {
      // Each jump has its opposite at the same time: they tilt nothing.
      const readings = noise.flatMap((jump, at) => [
        { atS: at * 10, value: 100 + slope * at * 10 + jump },
        { atS: at * 10, value: 100 + slope * at * 10 - jump },
      ]);
      expect(slopeOf(readings)).toBeCloseTo(slope, 6);
    }),
  );
});

test('what nobody can tell is no growth', () => {
  expect([
    slopeOf([]),
    slopeOf([{ atS: 1, value: 5 }]),
    slopeOf([
      { atS: 1, value: 5 },
      { atS: 1, value: 9 },
    ]),
  ]).toEqual([0, 0, 0]);
});

test('the first part of a run is left out', () => {
  const readings = [0, 25, 50, 100].map((atS) => ({ atS, value: atS }));
  expect(warm(readings, 0.5).map(({ atS }) => atS)).toEqual([50, 100]);
});

test('the picture has every line, every outage, and no word as markup', () => {
  const lines = new Map([
    [
      'node <1>',
      [
        { atS: 0, value: 1 },
        { atS: 60, value: 3 },
      ],
    ],
  ]);
  const svg = picture('A & B', [{ title: 'heap', unit: 'MB', lines }], [{ what: 'redis away', fromS: 10, toS: 20 }]);
  expect(svg).toContain('node &lt;1&gt;');
  expect(svg).toContain('A &amp; B');
  expect(svg).toContain('<title>redis away</title>');
  expect(svg.match(/<polyline/g)).toHaveLength(1);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});
