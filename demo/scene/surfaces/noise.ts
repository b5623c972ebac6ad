/** Seeded randomness and tileable noise, shared by the textures and the furniture. */

/** A small seeded generator (mulberry32), so that every build of the loft is the same. Returns values in 0…1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function latticeHash(x: number, y: number, seed: number): number {
  let h = (x * 374761393 + y * 668265263 + seed * 974634721) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
const wrap = (a: number, n: number): number => ((a % n) + n) % n;

/** Value noise in 0…1 that repeats every `periodX` by `periodY` lattice cells. */
function tileableNoise(x: number, y: number, periodX: number, periodY: number, seed = 0): number {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  const fx = fade(x - cellX);
  const fy = fade(y - cellY);
  const x0 = wrap(cellX, periodX);
  const x1 = wrap(cellX + 1, periodX);
  const y0 = wrap(cellY, periodY);
  const y1 = wrap(cellY + 1, periodY);
  const top = mix(latticeHash(x0, y0, seed), latticeHash(x1, y0, seed), fx);
  const bottom = mix(latticeHash(x0, y1, seed), latticeHash(x1, y1, seed), fx);
  return mix(top, bottom, fy);
}

/** Several octaves of tileable noise over the unit square; the mean is about 0.5. */
export function fractalNoise(
  u: number,
  v: number,
  frequencyU: number,
  frequencyV: number,
  octaves: number,
  seed = 0,
): number {
  let amplitude = 0.5;
  let total = 0;
  let weight = 0;
  let fu = frequencyU;
  let fv = frequencyV;
  for (let octave = 0; octave < octaves; octave++) {
    total += amplitude * tileableNoise(u * fu, v * fv, fu, fv, seed + octave * 17);
    weight += amplitude;
    amplitude *= 0.5;
    fu *= 2;
    fv *= 2;
  }
  return total / weight;
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function clamp(x: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, x));
}

export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}
