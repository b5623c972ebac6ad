import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Guest, type Room, takeRoom } from './room.ts';

const room = (limits: Partial<Room>): Room => ({
  plan: 'small',
  tours: null,
  bytes: 1e12,
  files: 1e7,
  used: { tours: 3, bytes: 500, files: 50 },
  ...limits,
});
const guest = (code: string, sizeBytes: number, before?: number): Guest => ({
  ...{ code, label: code, sizeBytes, files: 0 },
  before: before === undefined ? undefined : { sizeBytes: before, files: 0 },
});
const withFiles = (code: string, files: number, before?: number): Guest => ({
  ...{ code, label: code, sizeBytes: 0, files },
  before: before === undefined ? undefined : { sizeBytes: 0, files: before },
});
const refusedOf = (given: Room, ...guests: Guest[]) => [...takeRoom(given, guests).refused.keys()];

describe('room for tours', () => {
  test.each<[string, Room, Guest[], string[]]>([
    [
      'up to what every Team may have',
      room({}),
      [guest('a', 1e12 - 500), guest('b', 1), withFiles('c', 1e7)],
      ['b', 'c'],
    ],
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
    [
      'files up to the last one',
      room({ files: 60 }),
      [withFiles('a', 10), withFiles('b', 1), withFiles('c', 0)],
      ['b'],
    ],
    ['a tour that gets files takes those', room({ files: 60 }), [withFiles('a', 20, 10), withFiles('b', 1)], ['b']],
    ['one that loses files makes room', room({ files: 50 }), [withFiles('a', 1, 10), withFiles('b', 9)], []],
    [
      'above the limits, files that are no more are taken',
      room({ files: 1 }),
      [withFiles('a', 9, 9), withFiles('b', 1)],
      ['b'],
    ],
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

  test.each<[Partial<Room>, Guest, string, string]>([
    [{ tours: 3 }, guest('loft', 7), 'tour: the plan small allows 3;', '3'],
    [{ bytes: 9 }, guest('loft', 7), '7 bytes: the plan small allows 9, data and files of all tours together;', '500'],
    [{ files: 9 }, withFiles('loft', 7), '7 files: the plan small allows 9, all tours together;', '50'],
  ])('what is wrong names plan, limit, what is used and the remedy: %j', (limits, come, said, found) => {
    expect(takeRoom(room(limits), [come]).refused.get('loft')).toEqual({
      file: 'loft',
      pointer: '',
      expected: `room for another ${said} remove tours, or ask the operator for a larger plan`,
      found,
    });
  });

  test('never more than the limits, whatever comes in whichever order', () => {
    const taken = fc.record({ sizeBytes: fc.nat(200), files: fc.nat(20) });
    const guests = fc.uniqueArray(
      fc.tuple(fc.string(), taken, fc.option(taken, { nil: undefined })).map(([code, now, before]) => ({
        ...{ code, label: code, before },
        ...now,
      })),
      { selector: ({ code }) => code },
    );
    const limits = fc.record({
      tours: fc.integer({ min: 3, max: 9 }),
      bytes: fc.integer({ min: 500, max: 900 }),
      files: fc.integer({ min: 50, max: 90 }),
    });
    const property = fc.property(limits, guests, (most, come) => {
      const { left, refused } = takeRoom(room(most), come);
      expect(left.used.tours).toBeLessThanOrEqual(most.tours);
      expect(left.used.bytes).toBeLessThanOrEqual(most.bytes);
      expect(left.used.files).toBeLessThanOrEqual(most.files);
      const grown = come.filter(({ code }) => !refused.has(code));
      const sum = (what: 'sizeBytes' | 'files', from: number) =>
        grown.reduce((all, { [what]: now, before }) => all + now - (before?.[what] ?? 0), from);
      expect(left.used).toMatchObject({ bytes: sum('sizeBytes', 500), files: sum('files', 50) });
    });
    fc.assert(property);
  });
});
