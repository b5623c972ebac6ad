import type { Vector3 } from '../../content/wire/geometry.ts';
import { fractalNoise } from '../surfaces/noise.ts';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { cushion, framedPrint, pottedPlant } from './pieces.ts';
import { HEIGHT, MEZZANINE, WIDTH } from './plan.ts';

/** Surface of the duvet: u across the bed, v from pillows to foot; it sags over both sides and the foot. */
function duvet(u: number, v: number): Vector3 {
  const width = 1.98;
  const halfMattress = 0.8;
  const x = (u - 0.5) * width;
  const z = 0.62 + v * 1.62;
  const overSide = Math.max(0, Math.abs(x) - halfMattress);
  const overFoot = Math.max(0, z - 2.07);
  const swell = fractalNoise(u, v, 5, 5, 4, 9) - 0.5;
  const crease = fractalNoise(u, v, 12, 9, 3, 4) - 0.5;
  let y = 0.535 + 0.05 * swell + 0.028 * crease + 0.02 * (1 - Math.abs(x));
  let outX = x;
  let outZ = z;
  if (overSide > 0) {
    y = 0.535 - Math.min(overSide * 1.9, 0.36) + 0.015 * swell;
    outX = Math.sign(x) * (halfMattress + 0.02 + 0.035 * Math.min(1, overSide * 10) + 0.02 * crease);
  }
  if (overFoot > 0) {
    y -= overFoot * 1.6;
    outZ = 2.09 + 0.02 * crease;
  }
  return [-outX, y, outZ];
}

/** In local space the headboard is at z = 0 and the foot towards +z. */
function bed(b: Builder, m: Palette): void {
  b.at(WIDTH - 0.05, 0, 1.55, -Math.PI / 2, () => {
    b.box([1.9, 1.0, 0.08], m.panelOak, { y: 0.5, bevel: 0.012, steps: 3 });
    for (let i = 0; i < 9; i++)
      b.box([0.012, 0.8, 0.012], m.walnut, { x: -0.8 + i * 0.2, y: 0.55, z: 0.041, bevel: 0.002 });
    b.box([1.7, 0.22, 2.06], m.panelOak, { y: 0.2, z: 1.08, bevel: 0.015, steps: 3 });
    for (const side of [-1, 1])
      for (const z of [0.12, 2.0]) b.rod([side * 0.78, 0, z], [side * 0.78, 0.12, z], 0.022, m.oak);
    b.box([1.62, 0.2, 2.0], m.cotton, { y: 0.4, z: 1.06, bevel: 0.07, steps: 6 });
    b.sheet(70, 60, duvet, m.cotton);
    b.sheet(
      60,
      24,
      (u, v) => {
        const [x, y, z] = duvet(u, 0.56 + v * 0.3);
        return [x * 1.01, y + 0.016 + 0.006 * Math.sin(v * 60), z];
      },
      m.rustCloth,
    );
    for (const side of [-1, 1]) {
      b.at(side * 0.42, 0.7, 0.2, 0, () => cushion(b, 0.72, 0.46, 0.2, m.cotton, 22), -0.5);
      b.at(side * 0.4, 0.66, 0.36, side * 0.1, () => cushion(b, 0.62, 0.42, 0.17, m.linen), -0.7);
    }
    b.at(0, 0.64, 0.52, 0, () => cushion(b, 0.5, 0.32, 0.15, m.ochreCloth), -0.75);
  });
}

function nightstand(b: Builder, m: Palette, z: number, dress: () => void): void {
  b.at(WIDTH - 0.26, 0, z, 0, () => {
    b.box([0.4, 0.36, 0.42], m.oak, { y: 0.32, bevel: 0.008, steps: 2 });
    b.box([0.005, 0.15, 0.38], m.oak, { x: -0.2, y: 0.4, bevel: 0.002 });
    b.sphere(0.012, m.brass, { x: -0.21, y: 0.4, segments: 14 });
    for (const sx of [-1, 1])
      for (const sz of [-1, 1]) b.rod([sx * 0.16, 0, sz * 0.17], [sx * 0.16, 0.16, sz * 0.17], 0.012, m.steel);
    dress();
  });
}

function nightstands(b: Builder, m: Palette, { lamps }: LightCollection): void {
  nightstand(b, m, 0.36, () => {
    b.box([0.16, 0.03, 0.22], m.books[0]!, { y: 0.515, bevel: 0.003 });
    b.box([0.15, 0.024, 0.2], m.books[2]!, { y: 0.542, bevel: 0.003 });
    b.lathe(
      [
        [0, 0.554],
        [0.035, 0.554],
        [0.04, 0.65],
        [0.037, 0.65],
        [0.03, 0.56],
        [0, 0.56],
      ],
      m.cream,
    );
  });
  nightstand(b, m, 2.74, () => {
    b.lathe(
      [
        [0, 0.5],
        [0.07, 0.5],
        [0.08, 0.52],
        [0.05, 0.6],
        [0.02, 0.66],
        [0.015, 0.74],
      ],
      m.clay,
    );
    b.lathe(
      [
        [0.15, 0.72],
        [0.1, 0.93],
      ],
      m.shade,
      { segments: 44 },
    );
  });
  lamps.push({
    kind: 'globe',
    centre: [WIDTH - 0.26, MEZZANINE + 0.82, 2.74],
    radius_m: 0.07,
    radiance: [16, 11.3, 7],
  });
}

function pendantGlobe(b: Builder, m: Palette, { lamps }: LightCollection): void {
  const y = MEZZANINE + 1.55;
  b.at(5.4, y, 3.9, 0, () => {
    b.sphere(0.088, m.opalGlobe, { segments: 28 });
    b.rod([0, 0.08, 0], [0, HEIGHT - y, 0], 0.004, m.steel);
    b.cylinder(0.03, 0.05, m.brass, { y: 0.1 });
  });
  lamps.push({ kind: 'globe', centre: [5.4, y, 3.9], radius_m: 0.09, radiance: [14, 10.2, 6.6] });
}

export function buildBedroom(b: Builder, m: Palette, random: () => number, lights: LightCollection): void {
  b.at(0, MEZZANINE, 0, 0, () => {
    bed(b, m);
    nightstands(b, m, lights);
    b.at(WIDTH - 0.02, 1.52, 1.55, -Math.PI / 2, () => framedPrint(b, 0.62, 0.8, m.stones, m.panelOak));
    b.sheet(50, 30, (u, v) => [4.75 + u * 1.7, 0.014 + 0.002 * Math.sin(u * 20), 2.85 - v * 2.4], m.linen);
    const tall = { height: 1.25, leaves: 56, leafLength: 0.24, leafWidth: 0.13, spread: 0.28, potRadius: 0.15 };
    b.at(6.9, 0, 3.35, 0, () => pottedPlant(b, m, random, m.darkLeaf, tall));
    const small = { height: 0.9, leaves: 38, leafLength: 0.2, leafWidth: 0.1, spread: 0.24, potRadius: 0.13 };
    b.at(4.75, 0, 0.3, 0, () => pottedPlant(b, m, random, m.darkLeaf, small));
  });
  pendantGlobe(b, m, lights);
}
