import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withMembers, withMembersInList } from '../../kernel/json/splice.ts';
import { withActive } from './active.ts';

describe('withActive', () => {
  test.each([
    ['{"is_active":false,"n":1.0}', true, '{"is_active":true,"n":1.0}'],
    ['{"n":1e5,"is_active":true}', false, '{"n":1e5,"is_active":false}'],
    ['{"n":-0}', false, '{"n":-0,"is_active":false}'],
    ['{}', true, '{"is_active":true}'],
    [
      '{"x":{"is_active":true},"is_active":false,"y":[{"is_active":false}]}',
      true,
      '{"x":{"is_active":true},"is_active":true,"y":[{"is_active":false}]}',
    ],
    ['{"is\\u005factive":false,"id":36184089396510731}', true, '{"is\\u005factive":true,"id":36184089396510731}'],
    ['{"is_active":null}', true, '{"is_active":true}'],
  ])('%s, %j gives %s', (json, active, expected) => {
    expect(withActive(Buffer.from(json), active).toString()).toBe(expected);
  });

  test('what already says so comes back as the same buffer', () => {
    const json = Buffer.from('{"a":0.10,"is_active":true}');
    expect(withActive(json, true)).toBe(json);
  });
});

describe('withMembers', () => {
  test('sets the members and leaves every other one as it was, in place', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(objects, fc.dictionary(fc.constantFrom('a', 'b', 'ключ', ''), fc.jsonValue()), (object, members) => {
        const texts = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]));
        const changed = withMembers(Buffer.from(JSON.stringify(object)), texts);
        expect(changed.toString()).toBe(JSON.stringify({ ...object, ...members }));
      }),
    );
  });

  test('an array has no members', () => {
    expect(() => withMembers(Buffer.from('[]'), { a: '1' })).toThrow('only an object has members');
  });
});

describe('withMembersInList', () => {
  test.each([
    [
      '{"a":[1],"p":{"list":[{},{"id":36184089396510731,"x":null},{"y":1.0}]},"z":[{}]}',
      '{"a":[1],"p":{"list":[{"x":1},{"id":36184089396510731,"x":2},{"y":1.0}]},"z":[{}]}',
    ],
    ['{"p":{"list":[{"x":{"x":[3]},"y":"}"},{"y":[{}]}]}}', '{"p":{"list":[{"x":1,"y":"}"},{"y":[{}],"x":2}]}}'],
  ])('%s', (json, expected) => {
    const changed = withMembersInList(Buffer.from(json), ['p', 'list'], [{ x: '1' }, { x: '2' }, undefined]);
    expect(changed.toString()).toBe(expected);
  });

  test('nothing to set leaves the same buffer, a list or not', () => {
    const json = Buffer.from('{"p":7}');
    expect(withMembersInList(json, ['p', 'list'], [])).toBe(json);
    expect(() => withMembersInList(json, ['p', 'list'], [{ x: '1' }])).toThrow('only an object has members');
  });
});
