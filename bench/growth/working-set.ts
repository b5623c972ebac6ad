import { PROTOTYPES } from './tours.ts';

/** Tours that are read in turn: many times what the service's memory holds, and few enough to stay in the server's. */
const WORKING_SET = 1000;
/** Has no factor in common with the numbers of tours: walks through the copies in no order. */
const STRIDE = 7919;

/**
 * Numbers of different tours, spread over a whole store, in the same order of shapes whatever its size.
 * @param tours In the store; at least PROTOTYPES.
 */
export function workingSet(tours: number): number[] {
  const copies = Math.floor(tours / PROTOTYPES);
  const ofEach = Math.min(copies, WORKING_SET / PROTOTYPES);
  return Array.from({ length: ofEach * PROTOTYPES }, (_, index) => {
    const shape = index % PROTOTYPES;
    const nth = Math.floor(index / PROTOTYPES);
    const copy = (Math.floor((nth * copies) / ofEach) + shape * STRIDE) % copies;
    return copy * PROTOTYPES + shape;
  });
}

/** All numbers below `count`, in an order that is none, the same each time. */
export function shuffled(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  let state = 1;
  for (let last = count - 1; last > 0; last -= 1) {
    // Park and Miller's generator: good enough to scatter, and the same on every machine.
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
