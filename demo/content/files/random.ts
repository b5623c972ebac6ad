/**
 * Numbers in [0, 1) that are the same on every machine: integers only, no functions whose last digit varies
 * (xorshift32, Marsaglia 2003).
 * @param seed Not 0.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
