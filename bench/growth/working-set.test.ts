import { expect, test } from 'vitest';
import { PROTOTYPES } from './tours.ts';
import { shuffled, workingSet } from './working-set.ts';

const shapesOf = (tours: readonly number[]) => tours.map((tour) => tour % PROTOTYPES);

test.each([1000, 10_000, 100_000, 1_000_000])('the working set of %i tours is a thousand different ones', (tours) => {
  const chosen = workingSet(tours);
  expect(new Set(chosen).size).toBe(1000);
  expect(Math.min(...chosen)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...chosen)).toBeLessThan(tours);
});

test('the working set has the same shapes in the same order whatever the size of the store', () => {
  expect(shapesOf(workingSet(1_000_000))).toEqual(shapesOf(workingSet(1000)));
});

test('the working set lies all over the store', () => {
  const tenths = workingSet(1_000_000).map((tour) => Math.floor(tour / 100_000));
  expect(new Set(tenths).size).toBe(10);
});

test('the working set of a store with fewer tours is all that have every shape', () => {
  expect(workingSet(700).toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 600 }, (_, tour) => tour),
  );
});

test('shuffled has each number once, in another order', () => {
  const numbers = shuffled(1000);
  expect(numbers.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 1000 }, (_, number) => number));
  expect(numbers.slice(0, 3)).not.toEqual([0, 1, 2]);
  expect(numbers).toEqual(shuffled(1000));
});
