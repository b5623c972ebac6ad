import { expect, test } from 'vitest';
import { queryText } from './operation.ts';

test.each<[object, string]>([
  [{}, ''],
  [{ resource_code: 'demo-loft', order_by: undefined }, 'resource_code=demo-loft'],
  [{ order_by: 'id asc' }, 'order_by=id+asc'],
  [{ paths: ['a,b.pdf', '保.txt'] }, `paths=${encodeURIComponent('["a,b.pdf","保.txt"]')}`],
  [{ paths: 'a.pdf,b.pdf' }, 'paths=a.pdf%2Cb.pdf'],
  [{ is_asc: true }, 'is_asc=1'],
  [{ is_asc: false }, 'is_asc=0'],
  [{ id: 7 }, 'id=7'],
  [{ id: 36184089396510731n }, 'id=36184089396510731'],
  [{ id: '36184089396510731' }, 'id=36184089396510731'],
])('%o is sent as %j', (input, text) => {
  expect(queryText(input)).toBe(text);
});

test.each([2 ** 53, 0.5, Number.NaN])('%d is refused: its digits are not those of an id', (id) => {
  expect(() => queryText({ id })).toThrow('id is no integer below 2^53');
});
