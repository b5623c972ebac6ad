import { clamp, fractalNoise, mix, seededRandom, smoothstep } from './noise.ts';
import { bakeTexture, mixRgb, type Rgb, scaleRgb, type Texel, type Texture } from './texture.ts';

const GROUT: Rgb = [0.86, 0.84, 0.8];

/** Hand-made glazed tiles: every tile has its own tone and its own slight tilt. */
export function glazedTiles(
  light: Rgb,
  dark: Rgb,
  { columns = 8, rows = 8, tile_m = 0.1, gloss = 0.14, grout = GROUT, seed = 8 } = {},
): Texture {
  const joint_m = 0.0022;
  const random = seededRandom(seed);
  const glazes = Array.from({ length: columns * rows }, () => ({
    tone: random(),
    tiltU: random() - 0.5,
    tiltV: random() - 0.5,
    value: random(),
  }));
  const pattern = (u: number, v: number): Texel => {
    const column = Math.min(columns - 1, Math.floor(u * columns));
    const row = Math.min(rows - 1, Math.floor(v * rows));
    const x = u * columns - column;
    const y = v * rows - row;
    const glaze = glazes[row * columns + column]!;
    const toEdge_m = Math.min(x, 1 - x, y, 1 - y) * tile_m;
    const joint = smoothstep(joint_m, joint_m * 0.55, toEdge_m);
    const pool = fractalNoise(u, v, 9, 9, 3, 3);
    const tone = clamp(glaze.tone * 0.75 + pool * 0.4 - 0.1);
    const color = scaleRgb(mixRgb(light, dark, tone), 1 + (glaze.value - 0.5) * 0.1);
    const tilt = glaze.tiltU * (x - 0.5) * 0.5 + glaze.tiltV * (y - 0.5) * 0.5;
    const rounding = smoothstep(joint_m * 4, joint_m, toEdge_m) * 0.08;
    return {
      color: mixRgb(color, grout, joint),
      height: 0.5 + tilt + (pool - 0.5) * 0.12 - joint * 0.35 - rounding,
      roughness: mix(gloss, 0.8, joint),
    };
  };
  return bakeTexture(768, columns * tile_m, pattern, rows / columns);
}

/** Stone chips in a light binder; chips are cells of a jittered grid that stay clear of each other. */
export function terrazzo(base: Rgb, chips: readonly Rgb[]): Texture {
  const cells = 34;
  const random = seededRandom(6);
  const sites = Array.from({ length: cells * cells }, (_, i) => ({
    u: ((i % cells) + random()) / cells,
    v: (Math.floor(i / cells) + random()) / cells,
    isChip: random() > 0.45,
    chip: chips[Math.floor(random() * chips.length)]!,
    margin: 0.16 + random() * 0.3,
  }));
  const wrapped = (d: number): number => Math.min(Math.abs(d), 1 - Math.abs(d));
  return bakeTexture(512, 0.8, (u, v) => {
    let nearest = Infinity;
    let second = Infinity;
    let site = sites[0]!;
    for (let dj = -2; dj <= 2; dj++) {
      for (let di = -2; di <= 2; di++) {
        const column = (Math.floor(u * cells) + di + cells) % cells;
        const row = (Math.floor(v * cells) + dj + cells) % cells;
        const candidate = sites[row * cells + column]!;
        const du = wrapped(u - candidate.u);
        const dv = wrapped(v - candidate.v);
        const distance = Math.sqrt(du * du + dv * dv) * cells;
        if (distance < nearest) {
          second = nearest;
          nearest = distance;
          site = candidate;
        } else if (distance < second) second = distance;
      }
    }
    const grain = fractalNoise(u, v, 30, 30, 3, 2) - 0.5;
    const inChip = site.isChip && second - nearest > site.margin;
    return { color: inChip ? scaleRgb(site.chip, 1 + grain * 0.1) : scaleRgb(base, 1 + grain * 0.06), height: 0.5 };
  });
}
