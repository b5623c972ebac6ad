import { clamp, fractalNoise, seededRandom, smoothstep } from './noise.ts';
import { bakeTexture, mixRgb, type Rgb, scaleRgb, type Texture } from './texture.ts';

const TURN = 2 * Math.PI;

export function plaster(color: Rgb, contrast: number): Texture {
  return bakeTexture(512, 2.2, (u, v) => {
    const fine = fractalNoise(u, v, 4, 4, 5, 1) - 0.5;
    const broad = fractalNoise(u, v, 3, 3, 2, 9) - 0.5;
    return {
      color: scaleRgb(color, 1 + (fine * 1.6 + broad) * contrast),
      height: fractalNoise(u, v, 24, 24, 4, 3),
    };
  });
}

export function limewash(light: Rgb, dark: Rgb): Texture {
  return bakeTexture(512, 2.6, (u, v) => {
    const warp = fractalNoise(u, v, 3, 3, 3, 40) * 0.25;
    const cloud = fractalNoise(u + warp, v + warp * 0.6, 5, 5, 6, 21);
    return {
      color: mixRgb(light, dark, smoothstep(0.3, 0.72, cloud)),
      height: fractalNoise(u, v, 20, 20, 4, 3),
    };
  });
}

interface Plank {
  readonly start: number;
  readonly tone: number;
  readonly phase: number;
  readonly seed: number;
}

/** Floor boards with the grain along u: 14 rows of 14 cm, two boards a row over 3.2 m. */
export function planks(base: Rgb): Texture {
  const rows = 14;
  const boardWidth_m = 0.14;
  const repeat_m = 3.2;
  const gap_m = 0.0016;
  const random = seededRandom(3);
  const boards: Plank[][] = Array.from({ length: rows }, () => {
    const first = random();
    const starts = [first, first + 0.42 + random() * 0.16];
    return starts
      .map((s) => ({ start: s % 1, tone: random(), phase: random() - 0.5, seed: Math.floor(random() * 1e4) }))
      .sort((a, b) => a.start - b.start);
  });
  const pattern = (u: number, v: number) => {
    const row = Math.min(rows - 1, Math.floor(v * rows));
    const across = v * rows - row;
    const inRow = boards[row]!;
    const board = inRow.findLast((candidate) => u >= candidate.start) ?? inRow[inRow.length - 1]!;
    let toJoint_m = Math.min(across, 1 - across) * boardWidth_m;
    for (const candidate of inRow) {
      const along = Math.abs(u - candidate.start);
      toJoint_m = Math.min(toJoint_m, Math.min(along, 1 - along) * repeat_m);
    }
    const warp = fractalNoise(u, v, 6, 4 * rows, 2, board.seed % 97) * 1.2;
    const cathedral = fractalNoise(u + 0.002 * board.seed, across * 0.5 + board.seed * 0.13, 3, 3, 2, board.seed % 53);
    const ring = 0.5 + 0.5 * Math.sin((across * 5.5 + cathedral * 9 + warp * 0.8 + board.phase * 3) * TURN);
    const fibre = fractalNoise(u, v, 24, rows * 28, 3, board.seed % 31) - 0.5;
    const pore = fractalNoise(u, v, 40, rows * 60, 1, 7) > 0.78 ? 0.1 : 0;
    const joint = smoothstep(gap_m * 2.2, gap_m * 0.5, toJoint_m);
    const brightness = (1 + (board.tone - 0.5) * 0.16 + (ring - 0.5) * 0.1 + fibre * 0.22 - pore) * (1 - 0.62 * joint);
    const tint = mixRgb([1, 1, 1], [1.03, 0.97, 0.9], board.tone);
    return {
      color: [base[0] * brightness * tint[0], base[1] * brightness * tint[1], base[2] * brightness * tint[2]] as Rgb,
      height: clamp(0.75 + fibre * 0.25 - joint * 0.75),
    };
  };
  return bakeTexture(1024, repeat_m, pattern, (rows * boardWidth_m) / repeat_m);
}

/** Sawn wood with the grain along u. `wander` bends the rings: 5 for flat-sawn panels, below 1 for quarter-sawn doors. */
export function wood(base: Rgb, { seed = 5, rings = 9, wander = 5, contrast = 1 } = {}): Texture {
  const pattern = (u: number, v: number) => {
    const bend = fractalNoise(u, v, 2, 5, 3, seed);
    const ring = 0.5 + 0.5 * Math.sin((v * rings + bend * wander) * TURN);
    const fibre = fractalNoise(u, v, 10, 170, 3, seed + 3) - 0.5;
    const pore = fractalNoise(u, v, 22, 240, 1, seed + 8) > 0.76 ? 0.09 : 0;
    const change = ((ring - 0.5) * 0.13 + fibre * 0.26 - pore) * contrast;
    return {
      // Blue varies a little more than red, as it does in real timber.
      color: base.map((c, i) => c * (1 + change * (1 + i * 0.12))) as unknown as Rgb,
      height: 0.6 + fibre * 0.5,
    };
  };
  return bakeTexture(768, 1.6, pattern, 0.75);
}
