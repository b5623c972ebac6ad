import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Guest, type Room, takeRoom } from './room.ts';

const room = (limits: Partial<Room>): Room => ({
  plan: 'small',
  tours: null,
  bytes: null,
  used: { tours: 3, bytes: 500 },
  ...limits,
});
const guest = (code: string, sizeBytes: number, before?: number): Guest => ({ code, label: code, sizeBytes, before });
const refusedOf = (given: Room, ...guests: Guest[]) => [...takeRoom(given, guests).refused.keys()];

describe('room for tours', () => {
  test.each<[string, Room, Guest[], string[]]>([
    ['without limits everything fits', room({}), [guest('a', 9e15), guest('b', 1)], []],
    ['the last place is taken once', room({ tours: 4 }), [guest('a', 1), guest('b', 1)], ['b']],
    ['a tour that is there takes no place', room({ tours: 3 }), [guest('a', 900, 100)], []],
    ['bytes up to the last one', room({ bytes: 600 }), [guest('a', 100), guest('b', 1)], ['b']],
    [
      'a smaller one behind one that does not fit is taken',
      room({ bytes: 600 }),
      [guest('a', 101), guest('b', 100)],
      ['a'],
    ],
    ['a tour that grows takes what it grows by', room({ bytes: 600 }), [guest('a', 200, 100), guest('b', 1)], ['b']],
    ['one that shrinks makes room', room({ bytes: 500 }), [guest('a', 50, 100), guest('b', 50)], []],
    ['above the limits, what takes no more is taken', room({ tours: 1, bytes: 1 }), [guest('a', 100, 100)], []],
    [
      'above the limits, what takes more is not',
      room({ tours: 1, bytes: 1 }),
      [guest('a', 101, 100), guest('b', 1)],
      ['a', 'b'],
    ],
  ])('%s', (_, given, guests, refused) => {
    expect(refusedOf(given, ...guests)).toEqual(refused);
  });

  test('what is wrong names plan, limit and what is used', () => {
    const { refused } = takeRoom(room({ tours: 3 }), [guest('loft', 7)]);
    expect(refused.get('loft')).toEqual({
      file: 'loft',
      pointer: '',
      expected: 'room for another tour: the plan small allows 3',
      found: '3',
    });
  });

  test('never more than the limits, whatever comes in whichever order', () => {
    const guests = fc.uniqueArray(
      fc.record({ code: fc.string(), sizeBytes: fc.nat(200), before: fc.option(fc.nat(200), { nil: undefined }) }),
      { selector: ({ code }) => code },
    );
    const property = fc.property(
      fc.integer({ min: 3, max: 9 }),
      fc.integer({ min: 500, max: 900 }),
      guests,
      (tours, bytes, come) => {
        const { left, refused } = takeRoom(
          room({ tours, bytes }),
          come.map((one) => ({ ...one, label: one.code })),
        );
        expect(left.used.tours).toBeLessThanOrEqual(tours);
        expect(left.used.bytes).toBeLessThanOrEqual(bytes);
        const grown = come.filter(({ code }) => !refused.has(code));
        const added = grown.reduce((sum, { sizeBytes, before = 0 }) => sum + sizeBytes - before, 500);
        expect(left.used.bytes).toBe(added);
      },
    );
    fc.assert(property);
  });
});
