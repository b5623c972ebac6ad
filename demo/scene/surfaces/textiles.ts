import { fractalNoise, latticeHash, smoothstep } from './noise.ts';
import { bakeTexture, type Rgb, scaleRgb, type Texture } from './texture.ts';

/** Plain weave. `threads` is the number of threads over one repeat of 0.5 m. */
export function fabric(base: Rgb, { threads = 110, vary = 0.12, seed = 2, melange = 0.1 } = {}): Texture {
  return bakeTexture(512, 0.5, (u, v) => {
    const a = u * threads;
    const b = v * threads;
    const warpThread = Math.floor(a);
    const weftThread = Math.floor(b);
    const warpOnTop = ((warpThread + weftThread) & 1) === 1;
    const acrossA = Math.sin((a - warpThread) * Math.PI);
    const acrossB = Math.sin((b - weftThread) * Math.PI);
    const height = warpOnTop ? acrossA * (0.6 + 0.4 * acrossB) : acrossB * (0.6 + 0.4 * acrossA);
    const thread = warpOnTop ? latticeHash(warpThread, 0, seed) : latticeHash(0, weftThread, seed + 1);
    const cloud = fractalNoise(u, v, 5, 5, 4, seed) - 0.5;
    return { color: scaleRgb(base, 0.8 + 0.24 * height + (thread - 0.5) * vary + cloud * melange * 2), height };
  });
}

export function boucle(base: Rgb): Texture {
  const seed = 4;
  return bakeTexture(512, 0.45, (u, v) => {
    const loops = fractalNoise(u, v, 40, 40, 2, seed);
    const curls = fractalNoise(u, v, 90, 90, 2, seed + 4);
    const cloud = fractalNoise(u, v, 6, 6, 3, seed + 9) - 0.5;
    const height = smoothstep(0.25, 0.8, loops * 0.65 + curls * 0.35);
    return { color: scaleRgb(base, 0.74 + 0.3 * height + cloud * 0.12), height };
  });
}

const RUG = { width_m: 2.6, depth_m: 1.8 } as const;
const CREAM: Rgb = [0.87, 0.83, 0.75];
const INK: Rgb = [0.27, 0.25, 0.26];
const RUST: Rgb = [0.69, 0.37, 0.24];
const OCHRE: Rgb = [0.79, 0.6, 0.34];

/** Distance in metres to a diamond lattice whose cells are `w` by `h` metres, and which cell centre is nearest. */
function lozenge(x: number, y: number, w: number, h: number): { toLine: number; fromCentre: number; parity: number } {
  const a = x / w + y / h;
  const b = x / w - y / h;
  const toLine = Math.min(Math.abs(a - Math.round(a)), Math.abs(b - Math.round(b))) * Math.min(w, h) * 0.7;
  const i = Math.floor(a);
  const j = Math.floor(b);
  const centreX = ((i + 0.5 + (j + 0.5)) / 2) * w;
  const centreY = ((i + 0.5 - (j + 0.5)) / 2) * h;
  const fromCentre = Math.abs(x - centreX) / w + Math.abs(y - centreY) / h;
  return { toLine, fromCentre, parity: (((i - j) % 3) + 3) % 3 };
}

/** A Berber rug, 2.6 by 1.8 m: ink lozenges with small stepped medallions, a double border. */
export function rug(): Texture {
  return bakeTexture(
    1024,
    RUG.width_m,
    (u, v) => {
      // Hand-knotted: every line wanders by up to half a centimetre, in steps of one knot.
      const wander = (fractalNoise(u, v, 26, 18, 2, 3) - 0.5) * 0.018;
      const knot_m = 0.008;
      const x = Math.round((u * RUG.width_m + wander) / knot_m) * knot_m;
      const y = Math.round((v * RUG.depth_m + wander) / knot_m) * knot_m;
      const edge = Math.min(x, RUG.width_m - x, y, RUG.depth_m - y);
      let color = CREAM;
      if (edge > 0.2) {
        const cell = lozenge(x - RUG.width_m / 2, y - RUG.depth_m / 2, 0.44, 0.44);
        if (cell.toLine < 0.0085) color = INK;
        else if (cell.fromCentre < 0.05) color = CREAM;
        else if (cell.fromCentre < 0.13) color = cell.parity === 0 ? RUST : cell.parity === 1 ? INK : OCHRE;
        else if (cell.fromCentre > 0.3 && cell.fromCentre < 0.325) color = scaleRgb(OCHRE, 1.04);
      } else if (edge > 0.165 && edge < 0.182) color = INK;
      else if (edge > 0.075 && edge < 0.13) color = Math.abs(((x + y) / 0.09) % 1) < 0.5 ? RUST : scaleRgb(RUST, 0.9);
      else if (edge > 0.045 && edge < 0.058) color = OCHRE;
      const pile = fractalNoise(u, v, 150, 104, 2, 9);
      const worn = fractalNoise(u, v, 7, 5, 3, 2) - 0.5;
      const row = 0.5 + 0.5 * Math.sin((v * RUG.depth_m * 2 * Math.PI) / 0.012);
      return { color: scaleRgb(color, 0.78 + 0.26 * pile + worn * 0.14 + row * 0.05), height: pile * 0.7 + row * 0.3 };
    },
    RUG.depth_m / RUG.width_m,
  );
}
