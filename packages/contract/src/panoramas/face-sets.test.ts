import { describe, expect, test } from 'vitest';
import { faceIn, faceSets, facesInFolder } from './face-sets.ts';
import { faces } from './projection.ts';

const square = (path: string) => ({ path, isSquare: true });
const six = (name: (face: string) => string) => faces.map((face) => square(name(face)));

describe('a set of faces', () => {
  test('is found by what its files have in common, in one folder or in several', () => {
    const found = [
      ...six((face) => `02_hall_${face}.png`).flatMap((one) => faceIn(one) ?? []),
      ...[
        facesInFolder(
          'attic',
          six((face) => `attic/${face}.png`),
        ),
      ].flat(),
      ...[
        facesInFolder(
          'more',
          six((face) => `more/a.${face}.png`),
        ),
      ].flat(),
      ...[
        facesInFolder(
          'two',
          ['b', 'c'].flatMap((set) => six((face) => `two/${set}-${face}.png`)),
        ),
      ].flat(),
    ] as Parameters<typeof faceSets>[0];
    const { whole, lacking, twice } = faceSets(found);
    expect([lacking, twice]).toEqual([[], []]);
    expect(whole.map(({ label, stem, faces: { up } }) => [label, stem, up.path])).toEqual([
      ['02_hall', '02_hall', '02_hall_up.png'],
      ['attic', 'attic', 'attic/up.png'],
      ['more', 'more', 'more/a.up.png'],
      ['two/b', 'b', 'two/b-up.png'],
      ['two/c', 'c', 'two/c-up.png'],
    ]);
  });

  test('has square pictures that are called after faces', () => {
    expect(faceIn({ path: 'hall_front.png', isSquare: false })).toBeUndefined();
    expect(faceIn(square('hall_1.png'))).toBeUndefined();
    expect(facesInFolder('hall', [{ path: 'hall/front.png', isSquare: false }])).toBe('no squares');
    expect(facesInFolder('hall', [square('hall/1.png')])).toBe('unnamed');
  });

  test('names the faces that it lacks, and those that it has twice', () => {
    const found = ['hall_front.png', 'hall_f.png', 'up.png'].flatMap((path) => faceIn(square(path)) ?? []);
    const { whole, lacking, twice } = faceSets(found);
    expect(whole).toEqual([]);
    expect(lacking.map(({ label, missing }) => [label, missing.length])).toEqual([
      ['hall', 5],
      ['', 5],
    ]);
    expect(twice).toMatchObject([
      { label: 'hall', face: 'front', two: [{ path: 'hall_front.png' }, { path: 'hall_f.png' }] },
    ]);
  });
});
