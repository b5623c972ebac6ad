import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FLOORS } from './folders/floors.mjs';
import { arrowsOf, circlesIn, climbsIn } from './folders/judge.mjs';
import { readImports } from './folders/read-imports.mjs';
import { makeFixture } from './test/fixture.ts';

const checkout = join(import.meta.dirname, '..');
/** So many names tell the story of a package's sources at the first look. */
const MOST_ENTRIES = 10;
/** Beside the rooms: what only tests use. */
const NO_ROOM = ['testing'];

describe.each(Object.entries(FLOORS))('%s', (root, floors) => {
  const arrows = arrowsOf(readImports(join(checkout, root)));

  test('imports run downward', () => {
    expect(climbsIn(arrows, floors)).toEqual([]);
  });

  test('no folder imports itself in a circle, types counted', () => {
    expect(circlesIn(arrows)).toEqual([]);
  });

  const entries = readdirSync(join(checkout, root)).filter((entry) => !/\.test\.tsx?$/.test(entry));

  test('holds the rooms and nothing else', () => {
    expect(entries.filter((entry) => !NO_ROOM.includes(entry)).sort()).toEqual(floors.flat().sort());
  });

  // A folder of many equal rooms, as the pages are, needs no such limit.
  if (root.endsWith('/src')) {
    test(`has at most ${MOST_ENTRIES} entries`, () => {
      expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES);
    });
  }
});

describe('the rules are seen to fail', () => {
  function judged(files: Record<string, string>, floors = [['upper'], ['left', 'right'], ['lower']]) {
    const fixture = makeFixture();
    try {
      for (const [path, source] of Object.entries(files)) fixture.write(`src/${path}`, source);
      const arrows = arrowsOf(readImports(join(fixture.directory, 'src')));
      return { climbs: climbsIn(arrows, floors), circles: circlesIn(arrows) };
    } finally {
      fixture.remove();
    }
  }

  test.each([
    ['a value', "import { b } from '../upper/b.ts';\nb();\n"],
    ['a type', "import type { B } from '../upper/b.ts';\nexport type A = B;\n"],
    ['an export', "export { b } from '../upper/b.ts';\n"],
    ['an export of everything', "export * from '../upper/b.ts';\n"],
    ['a dynamic import', "export const b = await import('../upper/b.ts');\n"],
    ['a type in place', "export type A = import('../upper/b.ts').B;\n"],
  ])('upward: %s', (_, source) => {
    expect(judged({ 'lower/a.ts': source }).climbs).toEqual(['lower → upper: lower/a.ts imports upper/b.ts']);
  });

  test('between two rooms of a floor', () => {
    expect(judged({ 'left/a.ts': "import '../right/b.ts';\n" }).climbs).toHaveLength(1);
  });

  test('from a loose file that has no floor', () => {
    expect(judged({ 'loose.ts': "import './lower/b.ts';\n" }).climbs).toHaveLength(1);
  });

  test('a circle between folders deep inside a room, through types', () => {
    const files = {
      'upper/x/one/a.ts': "import type { B } from '../two/b.ts';\nexport type A = B;\n",
      'upper/x/two/b.ts': 'export type B = 1;\n',
      'upper/x/two/c.ts': "import { d } from '../one/d.ts';\nd();\n",
      'upper/x/one/d.ts': 'export const d = () => 1;\n',
    };
    expect(judged(files)).toEqual({
      climbs: [],
      circles: ['upper/x: one → two (upper/x/one/a.ts), two → one (upper/x/two/c.ts)'],
    });
  });

  test('what runs downward passes, tests may import across', { tags: 'slow' }, () => {
    const files = {
      'upper/a.ts': "import '../left/b.ts';\nimport '../lower/c.ts';\n",
      'lower/c.test.ts': "import '../upper/a.ts';\n",
      'lower/testing/d.ts': "import '../../upper/a.ts';\n",
    };
    expect(judged(files)).toEqual({ climbs: [], circles: [] });
  });
});
