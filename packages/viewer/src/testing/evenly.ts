import fc from 'fast-check';

/**
 * Numbers spread evenly between two bounds, both included. `fc.double` spreads over what can be written as a double: nearly all of
 * its values are next to 0, so a rule about half a turn or about metres is hardly ever tried.
 */
export const evenly = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: STEPS }).map((step) => min + ((max - min) * step) / STEPS);

const STEPS = 1_000_000;
