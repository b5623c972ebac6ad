import { fractalNoise } from './noise.ts';
import { bakeTexture, mixRgb, type Rgb, scaleRgb, type Texture } from './texture.ts';

/** The framed prints, the leaves and the fruit. Prints have y upwards in 0…1 and a paper margin. */

const PAPER: Rgb = [0.95, 0.93, 0.88];
const MARGIN = 0.065;
const inMargin = (x: number, y: number): boolean => Math.min(x, 1 - x, y, 1 - y) < MARGIN;

function circleDistance(x: number, y: number, centreX: number, centreY: number, radius: number): number {
  const dx = x - centreX;
  const dy = y - centreY;
  return Math.sqrt(dx * dx + dy * dy) - radius;
}

/** A low sun over four rows of dunes. */
export function dunesPrint(): Texture {
  const dunes: ReadonlyArray<{ base: number; swing: number; waves: number; phase: number; color: Rgb }> = [
    { base: 0.52, swing: 0.07, waves: 5.2, phase: 0.4, color: [0.8, 0.66, 0.48] },
    { base: 0.42, swing: 0.08, waves: 4.2, phase: 2.4, color: [0.57, 0.62, 0.52] },
    { base: 0.3, swing: 0.06, waves: 6, phase: 4.4, color: [0.33, 0.43, 0.4] },
    { base: 0.17, swing: 0.05, waves: 4.4, phase: 1, color: [0.2, 0.26, 0.27] },
  ];
  const pattern = (u: number, v: number) => {
    const x = u;
    const y = 1 - v;
    const grain = fractalNoise(u, v, 60, 60, 3, 3) * 0.06 - 0.03;
    const wobble = (fractalNoise(u, v, 6, 6, 3, 8) - 0.5) * 0.02;
    let color: Rgb = [0.93, 0.89, 0.81];
    if (circleDistance(x, y, 0.66, 0.66, 0.17) < wobble) color = [0.86, 0.48, 0.28];
    for (const dune of dunes) {
      if (y < dune.base + dune.swing * Math.sin(x * dune.waves + dune.phase) + wobble) color = dune.color;
    }
    return { color: scaleRgb(inMargin(x, y) ? PAPER : color, 1 + grain), height: 0.5 };
  };
  return bakeTexture(640, 1, pattern, 1.25);
}

/** Nested arches. */
export function archPrint(): Texture {
  const arches: ReadonlyArray<readonly [radius: number, color: Rgb]> = [
    [0.33, [0.72, 0.36, 0.25]],
    [0.26, [0.9, 0.74, 0.55]],
    [0.19, [0.32, 0.4, 0.38]],
    [0.12, [0.93, 0.88, 0.8]],
  ];
  const pattern = (u: number, v: number) => {
    const x = u;
    const y = 1 - v;
    const wobble = (fractalNoise(u, v, 6, 6, 3, 18) - 0.5) * 0.02;
    let color: Rgb = [0.94, 0.91, 0.85];
    for (const [radius, ring] of arches) {
      const distance = y < 0.42 ? Math.abs(x - 0.5) - radius : circleDistance(x, y, 0.5, 0.42, radius);
      if (distance < wobble && y > 0.12) color = ring;
    }
    return { color: inMargin(x, y) ? PAPER : color, height: 0.5 };
  };
  return bakeTexture(512, 1, pattern, 1.3);
}

/** Two overlapping stones above a drawn line. */
export function stonesPrint(): Texture {
  const pattern = (u: number, v: number) => {
    const x = u;
    const y = 1 - v;
    const wobble = (fractalNoise(u, v, 5, 5, 3, 28) - 0.5) * 0.03;
    let color: Rgb = [0.92, 0.89, 0.83];
    if (circleDistance(x, y, 0.42, 0.6, 0.2) < wobble) color = [0.2, 0.27, 0.33];
    if (circleDistance(x, y, 0.6, 0.42, 0.16) < wobble) color = [0.83, 0.62, 0.36];
    const toLine = Math.abs(y - 0.25 - 0.1 * Math.sin(x * 5) + wobble);
    if (toLine < 0.008 && x > 0.15 && x < 0.85) color = [0.15, 0.15, 0.15];
    return { color: inMargin(x, y) ? PAPER : color, height: 0.5 };
  };
  return bakeTexture(512, 1, pattern, 1.3);
}

/** Two fields of colour with soft, hand-rolled edges, one above the other. */
export function fieldsPrint(upper: Rgb, lower: Rgb, ground: Rgb, seed: number): Texture {
  const pattern = (u: number, v: number) => {
    const x = u;
    const y = 1 - v;
    const wobble = (fractalNoise(u, v, 9, 9, 3, seed) - 0.5) * 0.03;
    const roller = fractalNoise(u, v, 5, 70, 3, seed + 9) - 0.5;
    const inside = (low: number, high: number) => Math.min(x - 0.17, 0.83 - x, y - low, high - y) > wobble;
    let color = ground;
    if (inside(0.53, 0.86)) color = scaleRgb(upper, 1 + roller * 0.22);
    if (inside(0.14, 0.48)) color = scaleRgb(lower, 1 + roller * 0.22);
    return { color: inMargin(x, y) ? PAPER : color, height: 0.5 };
  };
  return bakeTexture(512, 1, pattern, 1.3);
}

/** One leaf along v, with a light midrib and faint side veins. */
export function leafBlade(base: Rgb, tip: Rgb): Texture {
  return bakeTexture(128, 1, (u, v) => {
    const fromRib = Math.abs(u - 0.5);
    const vein = Math.abs(Math.sin((v * 9 + fromRib * 6) * Math.PI));
    let color = mixRgb(base, tip, v * 0.5 + 0.25);
    if (fromRib < 0.03) color = mixRgb(color, [0.7, 0.78, 0.5], 0.5);
    return { color: scaleRgb(color, 0.9 + 0.12 * vein), height: 0.5 };
  });
}

/** Skin of a fruit: two tones in soft patches, and pores. */
export function fruitSkin(base: Rgb, blush: Rgb, seed: number): Texture {
  return bakeTexture(192, 0.25, (u, v) => {
    const patch = fractalNoise(u, v, 3, 3, 3, seed);
    const pores = fractalNoise(u, v, 48, 48, 2, seed + 5);
    return {
      color: scaleRgb(mixRgb(base, blush, Math.min(1, Math.max(0, patch * 2.2 - 0.6))), 0.92 + 0.14 * pores),
      height: pores,
    };
  });
}
