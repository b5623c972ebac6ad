import { type ReadName, readEndpoints } from '@openhouse/contract';
import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { slowAfter } from '../../testing/slow-after.ts';
import { compareWith, payloadNotices } from './check-payload.ts';

const texts = (name: ReadName, value: unknown) =>
  payloadNotices(name, value, 'f', '/0').map(
    ({ kind, pointer, expected, found }) => `${kind} ${pointer}: ${expected}, ${found}`,
  );

const tag = { id: 1, contentType: 'text', position: [0, 0, 0] };
const point = { index: 0, floor_index: 0, position: [0, 0, 0], standing_position: [0, 0, 0] };
const viewpoint = {
  ...point,
  quaternion: { w: 1, x: 0, y: 0, z: 0 },
  accessible_nodes: [],
  visible_nodes: [],
};
const basics = { resource_code: 'a', name: 'A', is_active: true };

describe('what differs is named once, where it stands', () => {
  test.each<readonly [string, ReadName, unknown, readonly string[]]>([
    ['nothing', 'vr-info', { ...basics, observers: [viewpoint] }, []],
    ['a payload of another kind', 'vr-info', [], ['other-type /0: an object, an array of 0']],
    [
      'several fields',
      'vr-info',
      { name: 1 },
      [
        'missing /0/resource_code: a string, nothing',
        'missing /0/is_active: true or false, nothing',
        'other-type /0/name: a string, 1',
      ],
    ],
    [
      'a union: one sentence for all variants',
      'vr-info',
      { ...basics, create_time: 7 },
      ['other-type /0/create_time: a string or null, 7'],
    ],
    [
      'a number beyond doubles',
      'vr-info',
      { ...basics, observers: [{ ...viewpoint, quaternion: { ...viewpoint.quaternion, w: Infinity } }] },
      ['other-type /0/observers/0/quaternion/w: a number, a number beyond the range of a double'],
    ],
    [
      'a list of another length, and an element of another type',
      'vr-info',
      { ...basics, observers: [{ ...viewpoint, position: [0, 'a'] }] },
      [
        'other-type /0/observers/0/position: an array of 3 numbers, an array of 2',
        'other-type /0/observers/0/position/1: a number, "a"',
      ],
    ],
    [
      'lists where numbers belong: the list',
      'hot-list',
      {
        tagList: [
          {
            ...tag,
            position: [
              [0, 0, 0],
              [1, 0, 0],
            ],
          },
        ],
      },
      ['other-type /0/tagList/0/position: an array of numbers, an array of 2'],
    ],
    [
      'a record below a record',
      'group-tree',
      { node_code: 'a', children: [{ node_code: 'b', children: [{ node_code: 1, children: [] }] }] },
      ['other-type /0/children/0/children/0/node_code: a string, 1'],
    ],
  ])('%s', (_, name, value, right) => expect(texts(name, value)).toEqual(right));

  test('500 differences of a payload are listed, then that there are more', () => {
    const notices = payloadNotices('hot-list', { tagList: Array.from({ length: 900 }, () => ({})) }, 'f');
    expect(notices).toHaveLength(501);
    expect(notices.at(-1)?.found).toBe('more differences than are listed');
  });
});

/** Any JSON value in place of any part of a payload, or nothing in its place. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  const other = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 0, '', 1.5, true, [], {}, [[0]]));
  if (typeof value !== 'object' || value === null) return fc.oneof({ weight: 1, arbitrary: other });
  const keys = Object.keys(value);
  if (keys.length === 0) return other;
  return fc.oneof(
    { weight: 1, arbitrary: other },
    {
      weight: 9,
      arbitrary: fc.constantFrom(...keys).chain((key) => {
        const child = (value as Readonly<Record<string, unknown>>)[key];
        const set = (changed: unknown) =>
          Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
        const without = Array.isArray(value)
          ? value.toSpliced(Number(key), 1)
          : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
        return fc.oneof(
          { weight: 4, arbitrary: spoilt(child).map(set) },
          { weight: 1, arbitrary: fc.constant(without) },
        );
      }),
    },
  );
};

describe('something is named exactly when a validator finds the payload wrong', () => {
  slowAfter(
    4,
    readEndpoints.map((endpoint) => [endpoint.name as ReadName, endpoint] as const),
  )('%s', (name, { data, example }) => {
    const validator = Compile(data);
    fc.assert(
      fc.property(spoilt(example.data), (value) => {
        expect(payloadNotices(name, value, 'f').length === 0).toBe(validator.Check(value));
      }),
      { numRuns: 300 },
    );
  });
});

test('a keyword that no comparison knows is refused, not passed over', () => {
  expect(() => compareWith({ type: 'string', pattern: 'a' })).toThrow('pattern');
});
