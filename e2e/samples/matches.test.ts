import { describe, expect, test } from 'vitest';
import { differences, printsAs } from './matches.ts';
import { readSamples } from './read-samples.ts';

describe('an answer', () => {
  const shown = '{ "id": "r-…", "cost": 4, "data": { "list": [{ "index": 0, … }, …], "name": "Loft" } }';
  const answer = { id: 'r-1', cost: 9, data: { list: [{ index: 0, floor: 1 }, { index: 1 }], name: 'Loft' } };

  test('is as shown where it is the same, and where … stands', () => {
    expect(differences(shown, answer)).toEqual([]);
  });

  test.each([
    ['another value', { ...answer, data: { ...answer.data, name: 'Hut' } }, 'answer.data.name is "Hut"'],
    ['another beginning', { ...answer, id: 's-1' }, 'answer.id: s-1'],
    ['a member too many', { ...answer, more: 1 }, 'answer.more is not shown'],
    ['a member less', { id: 'r-1', cost: 1 }, 'answer.data is no object'],
    ['another entry', { ...answer, data: { ...answer.data, list: [{ index: 3 }] } }, 'answer.data.list[0].index is 3'],
    ['a text for a number', { ...answer, cost: '9' }, 'answer.cost is "9"'],
  ])('differs by %s', (_, found, difference) => expect(differences(shown, found)).toEqual([difference]));
});

test.each([
  ['200', '200\n', true],
  ['200', '404\n', false],
  ['q=…;w=60', 'q=256;w=60', true],
  ['q=…;w=60', 'q=256;w=61', false],
])('%j is printed by %j: %s', (shown, printed, same) => expect(printsAs(shown, printed)).toBe(same));

test('samples are read with their marks, and know whether they follow each other', () => {
  const page = '```sh\na\n```\n\n```json answer\n{}\n```\n\nText.\n\n```ts file=x.ts\nb\n```\n';
  expect(readSamples(page)).toEqual([
    { language: 'sh', marks: [], code: 'a', line: 1, follows: false },
    { language: 'json', marks: ['answer'], code: '{}', line: 5, follows: true },
    { language: 'ts', marks: ['file=x.ts'], code: 'b', line: 11, follows: false },
  ]);
});
