import { linksOfScenes, readPlaces } from '@openhouse/contract/panoramas';
import { describe, expect, test } from 'vitest';
import {
  changedScene,
  type Draft,
  draftLinks,
  draftPlaces,
  draftRows,
  emptyDraft,
  movedScene,
  placedScene,
  sameNames,
  sceneOf,
  scenesOf,
  startOf,
  toggledLink,
  withoutScene,
  withScenes,
  withTable,
} from './draft.ts';
import type { ReadPicture } from './picture-jobs.ts';

const picture = (longitude?: number): ReadPicture => ({
  width: 64,
  height: 32,
  full: { width: 64, height: 32, left: 0, top: 0 },
  ...{ heading: undefined, lean: undefined },
  position: longitude === undefined ? undefined : { latitude: 0, longitude, altitude: undefined },
  thumb: new Blob(),
});
const scene = (name: string, longitude?: number) => sceneOf(name, new File([], `${name}.jpg`), picture(longitude));
const drafted = (...names: string[]): Draft =>
  withScenes(
    emptyDraft,
    names.map((name) => scene(name)),
  );
const names = ({ scenes }: Draft) => scenes.map(({ name }) => name);

describe('a draft', () => {
  test('keeps the numbers of files whose names would be alike, one added after the other', () => {
    const two = withScenes(drafted('1. OG Küche'), [scene('2. OG Küche')]);
    expect(names(withScenes(two, [scene('3. OG Küche'), scene('4. OG Bad')]))).toEqual([
      ...['1. OG Küche', '2. OG Küche', '3. OG Küche', '4. OG Bad'],
    ]);
  });

  test('has its pictures in the order of their files, until somebody orders them', () => {
    const draft = withScenes(drafted('b', 'd'), [scene('a'), scene('c')]);
    expect(names(draft)).toEqual(['a', 'b', 'c', 'd']);
    const moved = movedScene(draft, 'd', -1);
    expect(names(moved)).toEqual(['a', 'b', 'd', 'c']);
    expect(names(withScenes(moved, [scene('aa')]))).toEqual(['a', 'b', 'd', 'c', 'aa']);
    expect(movedScene(draft, 'a', -1)).toBe(draft);
    expect(movedScene(draft, 'd', 1)).toBe(draft);
  });

  test('begins at the first viewpoint, unless another was chosen that is still there', () => {
    const draft = drafted('a', 'b', 'c');
    expect(startOf(draft)).toBe(0);
    expect(startOf({ ...draft, start: 'c' })).toBe(2);
    expect(startOf(withoutScene({ ...draft, start: 'c' }, 'c'))).toBe(0);
  });

  test('levels pictures that say that they lean', () => {
    const leaned = sceneOf('b', new File([], 'b.jpg'), { ...picture(), lean: { pitch: 90, roll: 0 } });
    const [level, other] = scenesOf(withScenes(drafted('a'), [leaned]));
    expect([level?.turned, other?.turned]).toEqual([
      undefined,
      expect.objectContaining({ x: expect.closeTo(Math.SQRT1_2, 9) }),
    ]);
  });

  test('names the viewpoints that nobody could tell apart', () => {
    expect([...sameNames(drafted('Hall', 'hall', 'attic'))]).toEqual(['hall']);
  });
});

describe('places', () => {
  test('are those of the pictures, when each has one', () => {
    const placed = withScenes(emptyDraft, [scene('a', 0), scene('b', 0.0001)]);
    expect(draftPlaces(placed)[1]?.[0]).toBeCloseTo(11.12, 1);
    expect(draftPlaces(withScenes(placed, [scene('c')]))).toEqual([
      [0, 0, 0],
      [0, 0, -3],
      [0, 0, -6],
    ]);
  });

  test('that somebody chose stay, whatever is moved in the list or added', () => {
    const placed = placedScene(drafted('a', 'b'), 'b', [4, 0, 1]);
    expect(draftPlaces(movedScene(placed, 'b', -1))).toEqual([
      [4, 0, 1],
      [0, 0, 0],
    ]);
    expect(draftPlaces(withScenes(placed, [scene('c')]))).toEqual([
      [0, 0, 0],
      [4, 0, 1],
      [7, 0, 0],
    ]);
  });
});

describe('links', () => {
  test('are those of the shared rule until one is set by hand, and then exactly those', () => {
    const draft = drafted('a', 'b', 'c');
    expect(draftLinks(draft)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    const linked = toggledLink(draft, ['c', 'a']);
    expect(linksOfScenes(scenesOf(linked))).toEqual([
      [1, 2],
      [0, 2],
      [1, 0],
    ]);
    expect(linksOfScenes(scenesOf(toggledLink(linked, ['b', 'a'])))).toEqual([[2], [2], [1, 0]]);
    expect(linksOfScenes(scenesOf(withoutScene(linked, 'b')))).toEqual([[1], [0]]);
  });
});

describe('a table of places', () => {
  const table = (text: string) => ({ name: 'places.csv', places: readPlaces(new TextEncoder().encode(text)) });
  const told = (draft: Draft) =>
    scenesOf(draft).map(({ name, place, heading, floor }) => [name, place, heading, floor]);
  const TEXT = 'name,x,y,z,heading,floor\nhall,1.234,0,2,90,1\n02_attic.jpg,3,4,5,,\ncellar,0,,0,10,-1\n';
  const EXPECTED = [
    ['hall', [1.234, 0, 2], 90, 1],
    ['attic', [3, 4, 5], undefined, 0],
    ['cellar', [0, 0, 0], 10, -1],
  ];
  const all = () => [scene('hall'), scene('02_attic'), scene('cellar')];

  test('gives the same whether it comes before the pictures, between them or behind', () => {
    const [hall, attic, cellar] = all();
    expect(told(withTable(withScenes(emptyDraft, all()), table(TEXT)))).toEqual(EXPECTED);
    const first = withTable(withScenes(emptyDraft, [cellar as never]), table(TEXT));
    expect(told(withScenes(withScenes(first, [attic as never]), [hall as never]))).toEqual(EXPECTED);
    expect(told(withScenes(withTable(emptyDraft, table(TEXT)), all()))).toEqual(EXPECTED);
  });

  test('replaces what was set by hand, and is replaced by it', () => {
    const turned = changedScene(placedScene(withScenes(emptyDraft, all()), 'hall', [9, 0, 9]), 'hall', { heading: 5 });
    const draft = withTable(turned, table(TEXT));
    expect(told(draft)).toEqual(EXPECTED);
    const moved = changedScene(placedScene(draft, 'cellar', [7, 0, 7]), 'hall', { heading: 1 });
    expect(told(moved).map(([, place, heading]) => [place, heading])).toEqual([
      [[1.234, 0, 2], 1],
      [[3, 4, 5], undefined],
      [[7, 0, 7], 10],
    ]);
    // One that comes later stands where the table has it.
    const [hall, attic, cellar] = all();
    const early = placedScene(
      withTable(withScenes(emptyDraft, [hall as never, cellar as never]), table(TEXT)),
      'hall',
      [...[6, 0, 6]] as never,
    );
    expect(draftPlaces(withScenes(early, [attic as never]))).toEqual([
      [6, 0, 6],
      [3, 4, 5],
      [0, 0, 0],
    ]);
  });

  test('holds for a viewpoint that is renamed, and for one that is given the name it uses', () => {
    const draft = withTable(withScenes(emptyDraft, all()), table(TEXT.replace('cellar', 'Keller')));
    expect(draftRows(draft).problems.map(({ kind }) => kind)).toEqual(['no picture', 'no row']);
    const renamed = changedScene(changedScene(draft, 'cellar', { name: 'Keller' }), 'hall', { name: 'Diele' });
    expect(draftRows(renamed).problems).toEqual([]);
    expect(scenesOf(renamed).map(({ floor }) => floor)).toEqual([1, 0, -1]);
  });
});
