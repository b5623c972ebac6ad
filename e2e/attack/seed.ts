import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** What random attempts of a run are made from; `ATTACK_SEED` makes those of another run again. */
const seed = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31));

/** @returns So many random attempts. The seed is printed. */
export function sample<Attempt>(attempts: fc.Arbitrary<Attempt>, count: number): Attempt[] {
  console.log(`${count} random attempts with ATTACK_SEED=${seed}`);
  return fc.sample(attempts, { numRuns: count, seed });
}
