/**
 * Stratified random numbers: a (0,2) sequence for each pixel and dimension, shuffled and scrambled by hashes,
 * so that four samples already cover the square evenly. The count of samples must be a power of two.
 */
export interface Sampler {
  /** @param sequence Distinct for every pixel of every picture. */
  start(sequence: number, sample: number, samples: number, seed: number): void;
  /** Writes the next pair, in 0…1, to `pair`. Dimensions above 11 are plain random. */
  draw(dimension: number): void;
  /** One plain random number in 0…1. */
  random(): number;
  readonly pair: Float64Array;
}

const TO_UNIT = 1 / 4294967296;
const LAST_STRATIFIED_DIMENSION = 11;

function hash(a: number, b: number): number {
  let h = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}

function reverseBits(given: number): number {
  let v = given;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return (v >>> 16) | (v << 16) | 0;
}

/** Second dimension of Sobol's sequence. */
function sobol(index: number): number {
  let result = 0;
  let v = 1 << 31;
  for (let i = index; i !== 0; i >>>= 1, v ^= v >>> 1) if (i & 1) result ^= v;
  return result;
}

export function createSampler(): Sampler {
  const pair = new Float64Array(2);
  // Integers live in a typed array: as mutable closure variables they would be boxed.
  const state = new Int32Array(4);
  const RANDOM = 0,
    SEQUENCE = 1,
    SAMPLE = 2,
    COUNT = 3;

  function random(): number {
    state[RANDOM] = (Math.imul(state[RANDOM]!, 747796405) + 2891336453) | 0;
    const s = state[RANDOM]!;
    let word = Math.imul((s >>> ((s >>> 28) + 4)) ^ s, 277803737);
    word = (word >>> 22) ^ word;
    return (word >>> 0) * TO_UNIT;
  }

  function draw(dimension: number): void {
    if (dimension > LAST_STRATIFIED_DIMENSION) {
      pair[0] = random();
      pair[1] = random();
      return;
    }
    const key = hash(state[SEQUENCE]!, dimension * 7 + 3);
    const index = state[SAMPLE]! ^ (hash(key, 11) & (state[COUNT]! - 1));
    pair[0] = ((reverseBits(index) ^ hash(key, 1)) >>> 0) * TO_UNIT;
    pair[1] = ((sobol(index) ^ hash(key, 2)) >>> 0) * TO_UNIT;
  }

  function start(sequence: number, sample: number, samples: number, seed: number): void {
    state[SEQUENCE] = sequence;
    state[SAMPLE] = sample;
    state[COUNT] = samples;
    state[RANDOM] = hash(sequence, sample * 9781 + seed) | 1;
  }

  return { start, draw, random, pair };
}
