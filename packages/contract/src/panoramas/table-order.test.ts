import { expect, test } from 'vitest';
import { readPlaces } from './places-table.ts';
import { tableOrder } from './table-order.ts';

const named = (label: string, name: string, given?: string) => ({ label, name, given });
const order = (names: readonly string[], ...pictures: readonly ReturnType<typeof named>[]) => {
  const { placed, problems } = tableOrder(readPlaces(Buffer.from(['name', ...names].join('\n'))), pictures);
  return [placed.map(({ picture }) => picture.label), problems.map(({ kind }) => kind)];
};

test('a table names pictures by file or viewpoint, in another Unicode form or in other capitals', () => {
  const pictures = [named('02_Hall.jpg', 'Hall'), named('b.PNG', 'b'), named('Küche.jpg'.normalize('NFD'), 'Küche')];
  expect(order(['KÜCHE', 'hall', 'b.png'], ...pictures)).toEqual([[pictures[2]?.label, '02_Hall.jpg', 'b.PNG'], []]);
});

test('what does not fit is told apart', () => {
  const [hall, other] = [named('HALL.jpg', 'HALL'), named('hall.png', 'hall')];
  expect(order(['Hall', 'cellar', 'hall.png', 'hall'], hall, other)).toEqual([
    ['hall.png'],
    ['either', 'no picture', 'twice', 'no row'],
  ]);
});

test('a name that a person gave counts, less than what files are called', () => {
  expect(order(['salon', 'b'], named('a.jpg', 'a', 'Salon'), named('b.jpg', 'b', 'a'))).toEqual([
    ['a.jpg', 'b.jpg'],
    [],
  ]);
  expect(order(['a'], named('a.jpg', 'a', 'x'), named('b.jpg', 'b', 'a'))).toEqual([['a.jpg'], ['no row']]);
});
