import { describe, expect, test } from 'vitest';
import { dataSources } from '../../tours/operations.ts';
import { planRead, type StoredRead } from './read-tour.ts';

const stored = Object.entries(dataSources)
  .filter(([, source]) => 'op' in source)
  .map(([name]) => name as StoredRead);
const teams = ['1', '2', '12'];
const codes = ['a', 'b', 'a1', '1'];

describe('a payload in memory', () => {
  test('belongs to one Team, operation and tour or record, whichever are asked for in turn', () => {
    const keys = new Map<string, string>();
    for (const name of stored) {
      for (const code of codes) {
        const { keyOf } = planRead(name, { resource_code: code, id: code, node_code: code });
        for (const team of [...teams, ...teams]) {
          const [key, asked] = [keyOf(team), `${team} ${name} ${code}`];
          expect(keys.get(key) ?? asked, key).toBe(asked);
          keys.set(key, asked);
        }
      }
    }
    expect(keys.size).toBe(stored.length * codes.length * teams.length);
  });

  test('belongs to one selection of a list, however it is spelled', () => {
    const keyOf = (query: Record<string, string>) =>
      planRead('route-search', { resource_code: 'a', ...query }).keyOf('1');
    const selections = [
      {},
      { types: 'a' },
      { types: 'b' },
      { is_asc: '0' },
      { is_asc: '1' },
      { types: 'a', is_asc: '1' },
    ];
    expect(new Set(selections.map(keyOf)).size).toBe(selections.length);
    expect(keyOf({ types: '["b","a"]' })).toBe(keyOf({ types: 'a, b' }));
  });

  test('is whole where the operation has no list, whatever is asked beside', () => {
    const plan = planRead('vr-info', { resource_code: 'a', is_asc: '1' });
    expect([plan.selection, plan.keyOf('1')]).toEqual([
      undefined,
      planRead('vr-info', { resource_code: 'a' }).keyOf('1'),
    ]);
  });
});

test('a tour counts as read, and with a record the tour that it was asked of', () => {
  expect(planRead('vr-info', { resource_code: 'a' })).toMatchObject({ code: 'a', tour: 'a' });
  expect(planRead('hot-detail', { id: '7' })).toMatchObject({ code: '7', tour: undefined });
  expect(planRead('hot-detail', { id: '7', resource_code: 'a' })).toMatchObject({ code: '7', tour: 'a' });
});
