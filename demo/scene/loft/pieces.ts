import * as THREE from 'three';
import type { Material } from '../surfaces/material.ts';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder } from './builder.ts';

/** Pieces that stand in more than one room. Sizes in metres, angles in radians. */

/** A scatter cushion in the local xy plane, thick along z. */
export function cushion(
  b: Builder,
  width: number,
  height: number,
  thickness: number,
  material: Material,
  steps = 20,
): void {
  const half = (side: 1 | -1) => (u: number, v: number) => {
    const x = u * 2 - 1;
    const y = v * 2 - 1;
    const fill = Math.max(0, (1 - Math.abs(x) ** 2.6) * (1 - Math.abs(y) ** 2.6)) ** 0.55;
    // Seams pull inwards between the corners, as filled fabric does.
    const px = ((x * width) / 2) * (1 - 0.06 * (1 - y * y) * Math.abs(x) ** 3);
    const py = ((y * height) / 2) * (1 - 0.06 * (1 - x * x) * Math.abs(y) ** 3);
    return [px, py, side * ((thickness / 2) * fill + 0.004)] as const;
  };
  b.sheet(steps, steps, half(1), material);
  b.sheet(steps, steps, (u, v) => half(-1)(1 - u, v), material);
}

/** Four round legs, slightly splayed outwards at the floor. */
export function legs(
  b: Builder,
  width: number,
  depth: number,
  height: number,
  radius: number,
  material: Material,
  splay = 0.04,
): void {
  for (const sx of [-1, 1]) {
    for (const sz of [-1, 1]) {
      const foot = [sx * (width / 2 + splay), 0, sz * (depth / 2 + splay)] as const;
      b.rod(foot, [(sx * width) / 2, height, (sz * depth) / 2], radius * 0.7, material, {
        endRadius: radius,
        segments: 14,
      });
    }
  }
}

/** A chair with a bent backrest; it faces local +z. */
export function bentwoodChair(b: Builder, m: Palette, { padded = false, backHeight = 0.74 } = {}): void {
  legs(b, 0.34, 0.34, 0.44, 0.014, m.oak, 0.035);
  b.box([0.44, 0.03, 0.42], m.oak, { y: 0.445, bevel: 0.013, steps: 3 });
  if (padded) b.box([0.4, 0.035, 0.38], m.linen, { y: 0.472, bevel: 0.016, steps: 4 });
  const back = Array.from({ length: 11 }, (_, i) => {
    const angle = Math.PI * (0.04 + 0.092 * i);
    const drop = 0.07 * Math.cos(angle) ** 2;
    return [Math.cos(angle) * 0.24, backHeight - drop, -0.02 - Math.sin(angle) * 0.23] as const;
  });
  b.tube(back, 0.014, m.oak, { along: 40, around: 10 });
  for (const side of [-1, 1]) b.rod([side * 0.17, 0.44, -0.17], [side * 0.11, backHeight - 0.005, -0.225], 0.01, m.oak);
  b.rod([0, 0.44, -0.19], [0, backHeight, -0.245], 0.01, m.oak);
}

/** A framed print facing local +z. */
export function framedPrint(b: Builder, width: number, height: number, print: Material, frame: Material): void {
  b.box([width + 0.05, height + 0.05, 0.03], frame, { turned: height > width });
  const sheet = new THREE.PlaneGeometry(width, height);
  sheet.translate(0, 0, 0.0165);
  b.add(sheet, print, { uv: 'own' });
}

function leaf(b: Builder, length: number, width: number, material: Material, droop: number): void {
  b.sheet(
    6,
    10,
    (u, v) => {
      const taper = Math.sin(Math.PI * v ** 0.8) ** 0.8 || 0;
      const across = (u - 0.5) * width * taper;
      return [across, length * v * (1 - 0.15 * droop * v), -droop * length * v * v * 0.6 + Math.abs(across) * 0.35];
    },
    material,
    { uv: 'own' },
  );
}

export interface PlantShape {
  readonly height: number;
  readonly leaves: number;
  readonly leafLength: number;
  readonly leafWidth: number;
  readonly spread: number;
  readonly potRadius: number;
}

/** A potted plant with five stems. */
export function pottedPlant(b: Builder, m: Palette, random: () => number, foliage: Material, shape: PlantShape): void {
  const r = shape.potRadius;
  b.lathe(
    [
      [0, 0],
      [r * 0.72, 0],
      [r * 0.78, 0.02],
      [r, r * 1.75],
      [r * 1.04, r * 1.8],
      [r * 1.04, r * 1.95],
      [r * 0.93, r * 1.95],
      [r * 0.9, r * 1.7],
      [0, r * 1.7],
    ],
    m.terracotta,
    { segments: 40 },
  );
  b.cylinder(r * 0.9, 0.02, m.soil, { y: r * 1.72 });
  const stems = Array.from({ length: 5 }, (_, k) => {
    const angle = k * 1.2566 + random();
    const height = shape.height * (0.62 + 0.38 * random());
    const reach = shape.spread * (0.35 + 0.65 * random());
    const at = (out: number, up: number) => [Math.cos(angle) * reach * out, up, Math.sin(angle) * reach * out] as const;
    const points = [at(0, r * 1.7), at(0.12, height * 0.45), at(0.5, height * 0.75), at(1, height)];
    b.tube(points, 0.009, m.stem, { along: 18, around: 6 });
    return new THREE.CatmullRomCurve3(points.map((p) => new THREE.Vector3(...p)));
  });
  for (let i = 0; i < shape.leaves; i++) {
    // Every stem ends in a leaf; a bare tip looks like a stick pushed into the pot.
    const along = i < stems.length ? 1 : 0.38 + 0.62 * random();
    const p = stems[i % stems.length]!.getPoint(along);
    const yaw = random() * 2 * Math.PI;
    const size = 0.7 + 0.5 * random();
    const droop = 0.3 + random() * 0.6;
    const width = shape.leafWidth * (0.8 + 0.4 * random());
    b.at(p.x, p.y, p.z, yaw, () => leaf(b, shape.leafLength * size, width, foliage, droop), 0.5 + random() * 0.9);
  }
}

/** Books standing side by side along +x, their backs at z = 0, facing +z. */
export function bookRow(
  b: Builder,
  m: Palette,
  random: () => number,
  length: number,
  maxHeight: number,
  depth = 0.16,
): void {
  let x = 0;
  while (x < length - 0.04) {
    const thickness = 0.018 + random() * 0.03;
    const height = maxHeight * (0.7 + 0.3 * random());
    const cover = m.books[Math.floor(random() * m.books.length)]!;
    if (random() < 0.12) {
      x += 0.06;
      continue;
    }
    b.block([x, 0, 0], [x + thickness - 0.0015, height, depth * (0.8 + 0.2 * random())], cover, { bevel: 0.002 });
    x += thickness;
  }
}
