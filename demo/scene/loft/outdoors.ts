import { clamp, mix, seededRandom, smoothstep } from '../surfaces/noise.ts';

/**
 * The view from the windows: sky, and gardens far out of focus, as a table of radiance by direction.
 * Everything outside is made of soft discs, the way a lens that is focused on the room would show it.
 */

const COLUMNS = 2048;
const ROWS = 512;
/** The table covers these heights above and below the horizon; beyond it the last row holds. */
const TOP_RAD = 0.5;
const BOTTOM_RAD = -0.9;
const RAD_PER_ROW = (TOP_RAD - BOTTOM_RAD) / ROWS;
const RAD_PER_COLUMN = (2 * Math.PI) / COLUMNS;

type Rgb = readonly [number, number, number];

/** Clear sky, warmer and brighter towards the horizon. `dy` is the sine of the height. */
function skyRadiance(dy: number, out: Float64Array | number[]): void {
  const haze = (1 - clamp(dy)) ** 3;
  out[0] = 3.5 + 4.3 * haze;
  out[1] = 4.3 + 3.7 * haze;
  out[2] = 5.2 + 2.8 * haze;
}

interface Blob {
  readonly azimuth: number;
  readonly height: number;
  readonly radius: number;
  readonly color: Rgb;
  /** Share of the radius that is blurred edge. */
  readonly softness: number;
  readonly opacity: number;
}

function splat(table: Float32Array, blob: Blob): void {
  const { azimuth, height, radius, color, softness, opacity } = blob;
  const rows = Math.ceil(radius / RAD_PER_ROW);
  const columns = Math.ceil(radius / RAD_PER_COLUMN);
  const row0 = Math.round((TOP_RAD - height) / RAD_PER_ROW);
  const column0 = Math.round(azimuth / RAD_PER_COLUMN);
  for (let j = -rows; j <= rows; j++) {
    const row = row0 + j;
    if (row < 0 || row >= ROWS) continue;
    for (let i = -columns; i <= columns; i++) {
      const distance = Math.sqrt((j * RAD_PER_ROW) ** 2 + (i * RAD_PER_COLUMN) ** 2) / radius;
      if (distance >= 1) continue;
      const weight = opacity * (1 - smoothstep(1 - softness, 1, distance));
      const at = (row * COLUMNS + ((column0 + i + COLUMNS) % COLUMNS)) * 3;
      for (let k = 0; k < 3; k++) table[at + k] = mix(table[at + k]!, color[k]!, weight);
    }
  }
}

const scaled = (c: Rgb, k: number): Rgb => [c[0] * k, c[1] * k, c[2] * k];

/** One row of crowns: a dark mass of big discs, lit discs on its sunny top, and gaps of sky that sparkle through. */
function treeRow(
  table: Float32Array,
  random: () => number,
  options: {
    readonly crowns: number;
    readonly base: number;
    readonly tall: number;
    readonly dark: Rgb;
    readonly lit: Rgb;
    readonly sparkle: number;
  },
): void {
  for (let n = 0; n < options.crowns; n++) {
    const azimuth = random() * 2 * Math.PI;
    const tall = options.tall * (0.45 + 0.55 * random());
    const wide = tall * (0.55 + 0.35 * random());
    const hue = 0.85 + random() * 0.3;
    const discs = 46;
    for (let i = 0; i < discs; i++) {
      const up = random();
      const out = (random() + random() - 1) * Math.sqrt(Math.max(0, 1 - (up - 0.45) ** 2 * 2.6));
      const light = smoothstep(0.25, 1, up * 0.8 + random() * 0.45);
      const tone = scaled(
        [
          mix(options.dark[0], options.lit[0], light) * hue,
          mix(options.dark[1], options.lit[1], light),
          mix(options.dark[2], options.lit[2], light),
        ],
        0.85 + random() * 0.3,
      );
      splat(table, {
        azimuth: azimuth + out * wide,
        height: options.base + up * tall,
        radius: tall * (0.16 + 0.14 * random()),
        color: tone,
        softness: 0.75,
        opacity: 0.75,
      });
    }
    for (let i = 0; i < options.sparkle; i++) {
      splat(table, {
        azimuth: azimuth + (random() - 0.5) * wide * 1.2,
        height: options.base + (0.35 + 0.6 * random()) * tall,
        radius: 0.007 + random() * 0.012,
        color: scaled([2.2, 2.4, 1.5], 0.6 + random() * 0.9),
        softness: 0.5,
        opacity: 0.18 + 0.24 * random(),
      });
    }
  }
}

function paintBackground(table: Float32Array): void {
  const sky: number[] = [0, 0, 0];
  for (let row = 0; row < ROWS; row++) {
    const height = TOP_RAD - (row + 0.5) * RAD_PER_ROW;
    skyRadiance(Math.sin(Math.max(0, height)), sky);
    const ground = smoothstep(0.015, -0.05, height);
    const near = smoothstep(-0.02, -0.6, height);
    const lawn: Rgb = [mix(0.8, 0.4, near), mix(0.98, 0.52, near), mix(0.48, 0.24, near)];
    for (let column = 0; column < COLUMNS; column++) {
      for (let k = 0; k < 3; k++) table[(row * COLUMNS + column) * 3 + k] = mix(sky[k]!, lawn[k]!, ground);
    }
  }
}

function paintTable(): Float32Array {
  const table = new Float32Array(COLUMNS * ROWS * 3);
  const random = seededRandom(77);
  paintBackground(table);
  // Hazy hills first, then three rows of trees, each nearer, larger and richer; at last shrubs below the sill.
  for (let i = 0; i < 420; i++) {
    splat(table, {
      azimuth: random() * 6.2832,
      height: 0.0 + random() * 0.055,
      radius: 0.05 + random() * 0.06,
      color: scaled([1.5, 1.95, 1.85], 0.85 + random() * 0.25),
      softness: 1,
      opacity: 0.5,
    });
  }
  treeRow(table, random, {
    crowns: 90,
    base: -0.02,
    tall: 0.11,
    dark: [0.55, 0.78, 0.52],
    lit: [1.25, 1.55, 0.85],
    sparkle: 2,
  });
  treeRow(table, random, {
    crowns: 52,
    base: -0.05,
    tall: 0.19,
    dark: [0.24, 0.4, 0.2],
    lit: [0.9, 1.2, 0.42],
    sparkle: 6,
  });
  treeRow(table, random, {
    crowns: 17,
    base: -0.12,
    tall: 0.34,
    dark: [0.12, 0.21, 0.1],
    lit: [0.68, 0.95, 0.26],
    sparkle: 12,
  });
  for (let i = 0; i < 900; i++) {
    const height = -0.08 - random() * 0.5;
    const flower = random() < 0.06;
    const green: Rgb = random() < 0.5 ? [0.3, 0.45, 0.2] : [0.75, 0.92, 0.4];
    splat(table, {
      azimuth: random() * 6.2832,
      height,
      radius: 0.03 + random() * 0.07,
      color: flower ? [1.5, 0.95, 0.7] : scaled(green, 0.8 + random() * 0.5),
      softness: 0.8,
      opacity: flower ? 0.35 : 0.4,
    });
  }
  return table;
}

/** Radiance of the world outside, written to `out` for a unit direction. */
export type Outdoors = (dx: number, dy: number, dz: number, out: Float64Array) => void;

export function createOutdoors(): Outdoors {
  const table = paintTable();
  return (dx, dy, dz, out) => {
    const height = Math.asin(clamp(dy, -1, 1));
    if (height > TOP_RAD - RAD_PER_ROW) return skyRadiance(dy, out);
    const azimuth = Math.atan2(dz, dx);
    const x = (azimuth < 0 ? azimuth + 2 * Math.PI : azimuth) / RAD_PER_COLUMN - 0.5;
    const y = clamp((TOP_RAD - height) / RAD_PER_ROW - 0.5, 0, ROWS - 1.001);
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const left = (column + COLUMNS) % COLUMNS;
    const right = (column + 1) % COLUMNS;
    for (let k = 0; k < 3; k++) {
      const top = mix(table[(row * COLUMNS + left) * 3 + k]!, table[(row * COLUMNS + right) * 3 + k]!, fx);
      const bottom = mix(
        table[((row + 1) * COLUMNS + left) * 3 + k]!,
        table[((row + 1) * COLUMNS + right) * 3 + k]!,
        fx,
      );
      out[k] = mix(top, bottom, fy);
    }
  };
}
