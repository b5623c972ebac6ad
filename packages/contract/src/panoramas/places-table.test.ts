import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Place } from './index.ts';
import { chainOf, distance, localPlaces, neighboursOf } from './index.ts';
import { readPlaces, rowsMeant } from './places-table.ts';

const read = (text: string) => readPlaces(Buffer.from(text))[0];

describe('the table of places', () => {
  test.each([
    ['commas', 'name,x,y,z,heading\nhall,1,0,-2.5,90\n'],
    ['semicolons, Windows', '\ufeffname;x;y;z;heading\r\nhall;1;0;-2.5;90\r\n\r\n'],
    ['tabs, another order', 'HEADING\tz\tname\tx\n90\t-2.5\t hall \t1'],
    ['semicolons and decimal commas', 'name;x;z;heading\nhall;1,0;-2,5;90'],
    ['quotes', 'name,x,z,heading\n"hall","1","-2.5","90"'],
    ['cells that a spreadsheet adds', 'name,x,z,heading,,\n\n,,,,,\nhall,1,-2.5,90,,\n,,,,,\n'],
    ['the line that names the separator', 'sep=;\r\nname;x;z;heading\r\nhall;1;-2,5;90\r\n'],
  ])('reads %s', (_, text) => {
    expect(read(text)).toEqual([{ name: 'hall', place: [1, 0, -2.5], heading: 90, floor: 0 }]);
  });

  test.each([',', ';', '\t'])('an empty first cell stays one, between %j', (separator) => {
    const rows = [
      ['floor', 'name', 'x', 'z'],
      ['', 'hall', '1', '2'],
      ['', '"attic"', '', ''],
      ['2', '"roof"', '"3"', '4'],
    ];
    expect(read(rows.map((row) => row.join(separator)).join('\n'))).toEqual([
      { name: 'hall', place: [1, 0, 2], heading: undefined, floor: 0 },
      { name: 'attic', place: undefined, heading: undefined, floor: 0 },
      { name: 'roof', place: [3, 0, 4], heading: undefined, floor: 2 },
    ]);
  });

  test.each<[string, Buffer, string, boolean]>([
    ['Windows-1252', Buffer.from('name;x;z\nK\u00fcche;1;2\n', 'latin1'), 'Küche', true],
    ['GB 18030', Buffer.concat([Buffer.from('name;x;z\n'), Buffer.from([0xbf, 0xcd, 0xcc, 0xfc])]), '客厅', true],
    ['UTF-8', Buffer.from('name;x;z\nKüche;1;2\n'), 'Küche', false],
  ])('is read in the encoding whose names are those of pictures: %s', (_, bytes, name, isGuess) => {
    const isPicture = (one: string) => ['Küche', '客厅'].includes(one);
    const table = readPlaces(bytes);
    expect([rowsMeant(table, isPicture)[0]?.name, table.length > 1]).toEqual([name, isGuess]);
  });

  test('takes names with separators and quotes, empty cells, floors, GB 18030 and UTF-16', () => {
    expect(read('name,x,z,floor\n"a, ""b""",,,-1')).toEqual([
      { name: 'a, "b"', place: undefined, heading: undefined, floor: -1 },
    ]);
    // 客厅
    const bytes = Buffer.concat([Buffer.from('name\n'), Buffer.from([0xbf, 0xcd, 0xcc, 0xfc])]);
    expect(readPlaces(bytes)[0][0]?.name).toBe('客厅');
    expect(readPlaces(Buffer.from('\ufeffname\tx\tz\r\n客厅\t1,5\t0\r\n', 'utf16le'))[0]).toEqual([
      { name: '客厅', place: [1.5, 0, 0], heading: undefined, floor: 0 },
    ]);
  });

  test.each([
    ['', 'there is no column "name"'],
    ['x,z\n1,2', 'there is no column "name"'],
    ['name,lat\na,1', '"lat" is no column'],
    ['name,x,z\na,1,2\nb,"1,5",2', 'line 3: x is "1,5", which is no number with a decimal point'],
    ['name,x,z\na,1,', 'line 2 has only one of x and z'],
    ['name,floor\na,1.5', 'the floor 1.5 is no whole number'],
    ['name,x,z\na,1e9,0', 'line 2: x is "1e9"'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('positions on the earth', () => {
  test('become metres to the east, up and to the south', () => {
    const at = (latitude: number, longitude: number, altitude?: number) => ({ latitude, longitude, altitude });
    const [first, north, east] = localPlaces([at(48, 11, 500), at(48.0001, 11, 503), at(48, 11.0001, 500)]);
    expect(first).toEqual([0, 0, 0]);
    expect([north?.[0], north?.[1], Math.round((north?.[2] ?? 0) * 10)]).toEqual([0, 3, -111]);
    expect(Math.round((east?.[0] ?? 0) * 100)).toBe(744);
    expect(localPlaces([at(0, 179.9999), at(0, -179.9999)])[1]?.[0]).toBeCloseTo(22.239, 1);
    expect(localPlaces([at(48, 11, 500), at(48, 12)]).map((place) => place[1])).toEqual([0, 0]);
    expect(localPlaces([at(31.5, 35.5, -430), at(31.5, 35.5, -418)])[1]).toEqual([0, 12, 0]);
  });

  /** Metres of one degree of a great circle, by which a table of nautical miles is written too. */
  const DEGREE_M = 111_195.08;

  test.each<[string, Ground, Ground, readonly [number, number]]>([
    ['across the date line', [0, 180], [0, -179.9999], [11.12, 0]],
    ['the date line itself', [10, 180], [10, -180], [0, 0]],
    ['beyond the north pole', [89.99999, 0], [89.99999, 180], [0, -2.224]],
    ['a quarter turn around the north pole', [89.99999, 0], [89.99999, 90], [1.112, -1.112]],
    ['at the north pole itself, whatever its longitude', [90, 0], [90, 123], [0, 0]],
    ['beyond the south pole', [-89.99999, 0], [-89.99999, 180], [0, 2.224]],
    ['a thousand kilometres on', [0, 0], [0, 9], [9 * DEGREE_M, 0]],
  ])('%s are where the globe has them', (_, from, to, [x, z]) => {
    const [, place] = localPlaces([ground(from), ground(to)]);
    expect(place?.[0]).toBeCloseTo(x, 1);
    expect(place?.[2]).toBeCloseTo(z, 1);
  });

  test('of one neighbourhood are as far from each other as on the globe, wherever on it that is', () => {
    const offset = fc.double({ min: -1000, max: 1000, noNaN: true });
    const latitudes = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.9999));
    const longitudes = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0));
    fc.assert(
      fc.property(latitudes, longitudes, offset, offset, (latitude, longitude, metresOn, metresAside) => {
        const [first, second] = [
          walked([latitude, longitude], metresOn, 0),
          walked([latitude, longitude], metresAside, Math.PI / 2),
        ];
        const [a = ZERO, b = ZERO, c = ZERO] = localPlaces([[latitude, longitude] as const, first, second].map(ground));
        for (const [one, other, wanted] of [
          [a, b, Math.abs(metresOn)],
          [a, c, Math.abs(metresAside)],
          [b, c, Math.hypot(metresOn, metresAside)],
        ] as const)
          expect(Math.abs(distance(one, other) - wanted)).toBeLessThan(0.01);
      }),
    );
  });
});

type Ground = readonly [latitude: number, longitude: number];
const ZERO = [0, 0, 0] as const;

function ground([latitude, longitude]: Ground) {
  return { latitude, longitude, altitude: undefined };
}

/** Where a walk over the globe ends: so many metres, in the direction of a bearing in radians (Snyder 5-5 and 5-6). */
function walked([latitude, longitude]: Ground, metres: number, bearing: number): Ground {
  const [phi, c] = [(latitude * Math.PI) / 180, metres / 6_371_008.8];
  const up = Math.sin(phi) * Math.cos(c) + Math.cos(phi) * Math.sin(c) * Math.cos(bearing);
  const east = Math.sin(c) * Math.sin(bearing);
  const away = Math.cos(phi) * Math.cos(c) - Math.sin(phi) * Math.sin(c) * Math.cos(bearing);
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  const turned = longitude + degrees(Math.atan2(east, away));
  return [degrees(Math.atan2(up, Math.hypot(east, away))), turned > 180 ? turned - 360 : turned];
}

describe('links', () => {
  const coordinate = fc.integer({ min: -50, max: 50 });
  const places = fc.uniqueArray(fc.tuple(coordinate, fc.constant(0), coordinate), { maxLength: 25, selector: String });

  test('reach every viewpoint, lead back, and pass none by', () => {
    fc.assert(
      fc.property(places, (all: readonly Place[]) => {
        const links = neighboursOf(all);
        const reached = new Set(all.length === 0 ? [] : [0]);
        for (const at of reached) for (const to of links[at] ?? []) reached.add(to);
        expect(reached.size).toBe(all.length);
        for (const [from, to] of links.flatMap((others, from) => others.map((to) => [from, to] as const))) {
          expect(links[to]).toContain(from);
          const [a, b] = [all[from] as Place, all[to] as Place];
          expect(all.some((c) => Math.max(distance(a, c), distance(b, c)) < distance(a, b))).toBe(false);
        }
      }),
    );
  });

  test('without places lead to the next and to the one before', () => {
    expect(chainOf(3)).toEqual([[1], [2, 0], [1]]);
    expect(chainOf(1)).toEqual([[]]);
  });
});
