import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOut, type Placed, type Side, type Spot } from './lay-out.ts';

const spot = (id: string, x: number, y: number, more: Partial<Spot> = {}): Spot => ({
  id,
  x,
  y,
  role: 'point',
  words: undefined,
  isPinned: false,
  ...more,
});
const words = { width: 80, height: 26 };

/** Room of a view; things beside it are not laid out. */
const WIDE = 900;
const HIGH = 600;
const ROUNDING = 1e-6;
const PICTURE = { left: 0, top: 0, right: WIDE, bottom: HIGH };
const anySpot = fc.record({
  x: fc.double({ min: 0, max: WIDE, noNaN: true }),
  y: fc.double({ min: 0, max: HIGH, noNaN: true }),
  role: fc.constantFrom<Spot['role']>('way', 'point', 'point', 'name', 'free'),
  words: fc.option(fc.record({ width: fc.integer({ min: 20, max: 230 }), height: fc.constantFrom(22, 26) }), {
    nil: undefined,
  }),
  isPinned: fc.boolean().map((value) => value),
});
const anySpots = (pinned: 'some' | 'none') =>
  fc
    .array(anySpot, { maxLength: 120 })
    .map((list) =>
      list.map((one, at): Spot => ({ ...one, id: `s${at}`, isPinned: pinned === 'some' && one.isPinned && at < 3 })),
    );

/** Where words stand, written apart from the layout: what the style sheet does with each side. */
function wordsBox({ x, y, role, words: size }: Spot, side: Side, shift = 0) {
  const { width = 0, height = 0 } = size ?? {};
  const isCentred = role === 'name' || side === 'above' || side === 'below';
  const left = isCentred ? x - width / 2 + shift : side === 'other' ? x - width : x;
  const middle = y + (side === 'above' ? -30 : side === 'below' ? 30 : 0);
  return { left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 };
}
/** What is drawn of a dot. */
const DOT = { way: 20, point: 22, name: 6, held: 6, free: 0 } as const;
function dotBox({ x, y, role }: Spot) {
  const half = DOT[role] / 2;
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}
type Box = ReturnType<typeof dotBox>;
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const shownOf = (spots: readonly Spot[], placed: ReadonlyMap<string, Placed>) =>
  spots.flatMap((one) => {
    const place = placed.get(one.id);
    return place?.kind === 'shown' && one.role !== 'free' ? { one, place } : [];
  });

describe('room for everything in a picture', () => {
  test.each([
    ['with room around it', undefined],
    ['whose edge moves names', PICTURE],
  ])('in a picture %s no shown words cover other words, nor a dot that is not their own', (_, picture) => {
    fc.assert(
      fc.property(anySpots('none'), (spots) => {
        const shown = shownOf(spots, layOut(spots, [], picture));
        for (const { one, place } of shown) {
          if (place.words === undefined) continue;
          const box = wordsBox(one, place.words, place.shift);
          for (const { one: other, place: its } of shown) {
            if (other === one) continue;
            if (its.words !== undefined) expect(overlap(box, wordsBox(other, its.words, its.shift))).toBe(false);
            if (other.role !== 'name' || its.words === undefined) expect(overlap(box, dotBox(other))).toBe(false);
          }
        }
      }),
    );
  });

  test('no two dots of a kind cover each other', () => {
    fc.assert(
      fc.property(anySpots('none'), (spots) => {
        const dots = shownOf(spots, layOut(spots)).filter(({ one, place }) => one.role !== 'name' || !place.words);
        for (const [at, { one }] of dots.entries()) {
          for (const { one: other } of dots.slice(at + 1)) {
            if ((one.role === 'way') === (other.role === 'way'))
              expect(overlap(dotBox(one), dotBox(other))).toBe(false);
          }
        }
      }),
    );
  });

  test('everything shows, is a viewpoint among others, or is counted once by something that shows', () => {
    fc.assert(
      fc.property(anySpots('some'), (spots) => {
        const placed = layOut(spots);
        expect(placed.size).toBe(spots.length);
        const counted = [...placed.values()].flatMap((place) => (place.kind === 'shown' ? place.for : []));
        expect(new Set(counted).size).toBe(counted.length);
        for (const { id, role, isPinned } of spots) {
          const place = placed.get(id);
          if (isPinned || role === 'free') expect(place?.kind).toBe('shown');
          if (place?.kind === 'speck') expect(role).toBe('way');
          expect(counted.includes(id)).toBe(place?.kind === 'counted');
          if (place?.kind === 'counted') expect(placed.get(place.by)).toMatchObject({ kind: 'shown' });
        }
      }),
    );
  });

  test('coming closer shows everything that does not lie at the very same place', () => {
    fc.assert(
      fc.property(anySpots('none'), (spots) => {
        const apart = spots.filter(
          (one, at) => !spots.slice(0, at).some((other) => Math.hypot(one.x - other.x, one.y - other.y) < 1),
        );
        const closer = apart.map((one) => ({ ...one, x: one.x * 600, y: one.y * 600 }));
        expect([...layOut(closer).values()].filter(({ kind }) => kind !== 'shown')).toEqual([]);
      }),
    );
  });

  test('things at one place are one count, whatever their number', () => {
    const heap = Array.from({ length: 4000 }, (_, at) => spot(`tag-${at}`, 100, 100, { words }));
    const placed = layOut(heap);
    expect(placed.get('tag-0')).toMatchObject({ kind: 'shown', words: undefined });
    expect((placed.get('tag-0') as Extract<Placed, { kind: 'shown' }>).for).toHaveLength(3999);
  });

  test('the name of a room stands aside for the viewpoint in it', () => {
    const placed = layOut([spot('way', 50, 50, { role: 'way' }), spot('room', 50, 52, { role: 'name', words })]);
    expect(placed.get('room')).toMatchObject({ kind: 'shown', words: 'above' });
    expect(placed.get('way')).toMatchObject({ kind: 'shown' });
  });

  test('no words stand below what lies over the picture, but for those of what is selected', () => {
    const buttons = [
      { left: 12, top: 12, right: 320, bottom: 46 },
      { left: WIDE - 46, top: HIGH - 160, right: WIDE - 12, bottom: HIGH - 12 },
    ];
    fc.assert(
      fc.property(anySpots('some'), (spots) => {
        for (const { one, place } of shownOf(spots, layOut(spots, buttons))) {
          if (place.words === undefined || one.isPinned) continue;
          const box = wordsBox(one, place.words);
          expect(buttons.filter((button) => overlap(box, button))).toEqual([]);
        }
      }),
    );
    const room = spot('room', 100, 50, { role: 'name', words });
    expect(layOut([room], buttons).get('room')).toMatchObject({ words: 'below' });
  });

  test('words of a tag stand to its left where something is on its right', () => {
    const placed = layOut([spot('one', 100, 50, { words }), spot('two', 160, 50)]);
    expect(placed.get('one')).toMatchObject({ words: 'other' });
  });

  test('what is selected keeps its words; what they cover comes back with the next selection', () => {
    const placed = layOut([
      spot('label', 150, 50, { role: 'name', words }),
      spot('tag', 100, 50, { words, isPinned: true }),
      spot('below', 140, 50),
    ]);
    expect(placed.get('tag')).toMatchObject({ kind: 'shown', words: 'usual' });
    expect(placed.get('label')).toMatchObject({ words: 'above' });
    expect(placed.get('below')).toMatchObject({ kind: 'shown' });
  });

  describe('in a picture of 900 by 600 pixels', () => {
    const sideOf = (one: Spot, others: readonly Spot[] = []) => {
      const place = layOut([one, ...others], [], PICTURE).get(one.id);
      return place?.kind === 'shown' ? place.words : undefined;
    };

    test.each<[string, number, Side]>([
      ['in its middle, as always', 450, 'usual'],
      ['at its right edge, to the left', 860, 'other'],
      ['at its left edge, as always', 5, 'usual'],
    ])('words of a tag stand %s', (_, x, side) => {
      expect(sideOf(spot('a', x, 300, { words }))).toBe(side);
    });

    test('words of what is selected stand where the edge cuts nothing off them', () => {
      expect(sideOf(spot('a', 860, 300, { words, isPinned: true }))).toBe('other');
      expect(sideOf(spot('a', 450, 5, { role: 'name', words, isPinned: true }))).toBe('below');
    });

    test('words of a tag stand above where the other side is taken, moved into the picture', () => {
      const placed = layOut([spot('a', 890, 300, { words }), spot('b', 850, 300)], [], PICTURE);
      expect(placed.get('a')).toMatchObject({ words: 'above', shift: -32 });
    });

    test('words of a tag in a corner stand below', () => {
      expect(sideOf(spot('a', 5, 5, { words }))).toBe('below');
    });

    test('a name at its top stands below', () => {
      expect(sideOf(spot('a', 450, 5, { role: 'name', words }))).toBe('below');
    });

    test.each([
      ['in its middle, around its place', 450, 0],
      ['at its right edge, moved into it', 890, -32],
      ['at its left edge, moved into it', 10, 32],
      ['just beyond its edge, as far inside as it still touches its place', 905, -40],
      ['far beyond its edge, the same', 935, -40],
    ])('a name stands %s', (_, x, shift) => {
      const room = spot('a', x, 300, { role: 'name', words });
      expect(layOut([room], [], PICTURE).get('a')).toMatchObject({ words: 'usual', shift });
    });

    test('no words whose place is in the picture are cut off at any edge, however narrow it is and whatever covers it', () => {
      const buttons = [
        { left: 12, top: 12, right: 320, bottom: 46 },
        { left: 120, top: HIGH - 160, right: 180, bottom: HIGH - 12 },
      ];
      fc.assert(
        fc.property(anySpots('some'), fc.integer({ min: 234, max: WIDE }), (spots, right) => {
          const narrow = { ...PICTURE, right };
          for (const { one, place } of shownOf(spots, layOut(spots, buttons, narrow))) {
            if (one.role === 'way' || place.words === undefined || one.x > right) continue;
            const { left, top, ...box } = wordsBox(one, place.words, place.shift);
            expect(left).toBeGreaterThanOrEqual(-ROUNDING);
            expect(top).toBeGreaterThanOrEqual(-ROUNDING);
            expect(box.right).toBeLessThanOrEqual(right + ROUNDING);
            expect(box.bottom).toBeLessThanOrEqual(HIGH + ROUNDING);
          }
        }),
      );
    });
  });
});
