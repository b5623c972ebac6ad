import type { Material } from '../surfaces/material.ts';
import type { Palette } from '../surfaces/palette.ts';
import type { Builder, Profile } from './builder.ts';
import type { LightCollection } from './lights.ts';
import { bentwoodChair } from './pieces.ts';
import { HEIGHT } from './plan.ts';

const TABLE = { x: 2.75, z: 3.45 } as const;

/** Bodies of revolution standing on y = 0, dimpled where the stalk sits. */
const APPLE: Profile = [
  [0.002, 0.008],
  [0.016, 0],
  [0.03, 0.012],
  [0.037, 0.032],
  [0.036, 0.05],
  [0.027, 0.066],
  [0.014, 0.068],
  [0.004, 0.06],
];
const PEAR: Profile = [
  [0.002, 0.004],
  [0.018, 0],
  [0.033, 0.014],
  [0.037, 0.032],
  [0.031, 0.052],
  [0.02, 0.07],
  [0.016, 0.084],
  [0.01, 0.094],
  [0.003, 0.092],
];
const ORANGE: Profile = [
  [0.002, 0.003],
  [0.018, 0.001],
  [0.033, 0.014],
  [0.0385, 0.034],
  [0.036, 0.052],
  [0.024, 0.066],
  [0.008, 0.0705],
  [0.002, 0.068],
];

/** Rounds a hand-drawn profile by Chaikin's corner cutting, so that the lathe shows no rings. */
function smoothProfile(profile: Profile, rounds = 2): Profile {
  let points = profile;
  for (let round = 0; round < rounds; round++) {
    const next: Array<readonly [number, number]> = [points[0]!];
    for (let i = 0; i + 1 < points.length; i++) {
      const [r0, y0] = points[i]!;
      const [r1, y1] = points[i + 1]!;
      next.push([r0 * 0.75 + r1 * 0.25, y0 * 0.75 + y1 * 0.25], [r0 * 0.25 + r1 * 0.75, y0 * 0.25 + y1 * 0.75]);
    }
    next.push(points[points.length - 1]!);
    points = next;
  }
  return points;
}

function fruit(b: Builder, m: Palette, profile: Profile, skin: Material, tilt: number): void {
  const smooth = smoothProfile(profile);
  const top = smooth[smooth.length - 1]![1];
  b.at(
    0,
    0,
    0,
    0,
    () => {
      b.lathe(smooth, skin, { segments: 28 });
      b.tube(
        [
          [0, top - 0.004, 0],
          [0.002, top + 0.008, 0],
          [0.006, top + 0.016, 0.002],
        ],
        0.0016,
        m.stem,
        { along: 6, around: 6 },
      );
    },
    tilt,
    tilt * 0.6,
  );
}

function fruitBowl(b: Builder, m: Palette): void {
  const bowl: Profile = [
    [0, 0],
    [0.08, 0],
    [0.1, 0.008],
    [0.15, 0.035],
    [0.178, 0.068],
    [0.182, 0.074],
    [0.174, 0.073],
    [0.145, 0.042],
    [0.098, 0.018],
    [0, 0.014],
  ];
  b.lathe(smoothProfile(bowl, 1), m.cream, { segments: 56 });
  const kinds = [
    [ORANGE, m.orange],
    [APPLE, m.apple],
    [PEAR, m.pear],
    [ORANGE, m.orange],
    [APPLE, m.apple],
    [PEAR, m.pear],
  ] as const;
  kinds.forEach(([profile, skin], i) => {
    const angle = i * 1.047;
    b.at(Math.cos(angle) * 0.082, 0.02, Math.sin(angle) * 0.082, angle, () =>
      fruit(b, m, profile, skin, 0.3 - (i % 3) * 0.25),
    );
  });
  b.at(0.004, 0.058, 0.006, 0.7, () => fruit(b, m, ORANGE, m.orange, 0.15));
}

function pendant(b: Builder, m: Palette, { lamps }: LightCollection): void {
  const bottom = 1.62;
  b.at(TABLE.x, bottom, TABLE.z, 0, () => {
    b.lathe(
      [
        [0.245, 0],
        [0.24, 0.02],
        [0.19, 0.12],
        [0.09, 0.2],
        [0.03, 0.24],
        [0.025, 0.28],
      ],
      m.clay,
      { segments: 56 },
    );
    b.lathe(
      [
        [0.238, 0.004],
        [0.185, 0.115],
        [0.085, 0.195],
        [0.03, 0.23],
      ],
      m.white,
      { segments: 56 },
    );
    b.sphere(0.055, m.bulb, { y: 0.1, segments: 20 });
    b.rod([0, 0.25, 0], [0, HEIGHT - bottom, 0], 0.004, m.steel);
  });
  lamps.push({ kind: 'globe', centre: [TABLE.x, bottom + 0.1, TABLE.z], radius_m: 0.056, radiance: [60, 43, 27] });
}

/** A round walnut table, four chairs, fruit, and the pendant lamp over it. */
export function buildDining(b: Builder, m: Palette, lights: LightCollection): void {
  b.at(TABLE.x, 0, TABLE.z, 0, () => {
    b.lathe(
      [
        [0, 0.715],
        [0.53, 0.715],
        [0.552, 0.722],
        [0.56, 0.735],
        [0.552, 0.748],
        [0.53, 0.752],
        [0, 0.752],
      ],
      m.walnut,
      { segments: 72 },
    );
    b.lathe(
      [
        [0, 0],
        [0.27, 0],
        [0.275, 0.015],
        [0.25, 0.03],
        [0.07, 0.06],
        [0.045, 0.2],
        [0.045, 0.55],
        [0.09, 0.69],
        [0.16, 0.715],
        [0, 0.715],
      ],
      m.walnut,
      { segments: 48 },
    );
    b.at(0.05, 0.752, 0.04, 0, () => fruitBowl(b, m));
    for (let k = 0; k < 4; k++) {
      b.at(0, 0, 0, (k * Math.PI) / 2 + 0.5, () =>
        b.at(0, 0, 0.72 + 0.06 * (k % 2), Math.PI + (k - 1.5) * 0.08, () => bentwoodChair(b, m, { padded: true })),
      );
    }
  });
  pendant(b, m, lights);
}
