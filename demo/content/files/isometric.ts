import type { Vector3 } from '../wire/geometry.ts';
import type { Part } from '../wire/parts.ts';
import { cornerOf, SIDES } from './surfaces.ts';
import { points, svg } from './svg.ts';

/** Pixels a metre along each axis, as drawn. */
const ALONG = { x: [92, 46], z: [-92, 46], up: 104 } as const;
/** Share of light that falls on a side: above, towards +x, towards +z. */
const SHADES = { top: 1, x: 0.82, z: 0.92 } as const;

function shaded(color: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A drawing of boxes seen from above, +x to the lower right and +z to the lower left. Balls are left out. */
export function isometric(
  parts: readonly Part[],
  width: number,
  height: number,
  origin: readonly [number, number],
): string {
  const place = ([x, y, z]: Vector3): [number, number] => [
    origin[0] + x * ALONG.x[0] + z * ALONG.z[0],
    origin[1] + x * ALONG.x[1] + z * ALONG.z[1] - y * ALONG.up,
  ];
  const boxes = parts.flatMap((part) => (part.shape === 'box' ? [part] : []));
  const sides = fromBackToFront(boxes).flatMap((part) =>
    SIDES.flatMap(({ normal, corners }) => {
      const share = normal[1] > 0 ? SHADES.top : normal[0] > 0 ? SHADES.x : normal[2] > 0 ? SHADES.z : undefined;
      if (share === undefined) return [];
      const outline = points(corners.map((corner) => place(cornerOf(part, corner))));
      return [`<polygon fill="${shaded(part.color, share)}" points="${outline}"/>`];
    }),
  );
  return svg(width, height, `<rect width="${width}" height="${height}" fill="#f7f5f0"/>\n${sides.join('\n')}`);
}

type Box = Extract<Part, { shape: 'box' }>;

/** Whether a box lies wholly behind, below or beside another, so that it must be drawn first. */
function isBehind(far: Box, near: Box): boolean {
  return far.max.some((value, axis) => value <= (near.min[axis] ?? 0));
}

/** Boxes that do not overlap, each after all those behind it. */
function fromBackToFront(boxes: readonly Box[]): Box[] {
  const left = [...boxes];
  const order: Box[] = [];
  while (left.length > 0) {
    const free = left.findIndex((box) => !left.some((other) => isBehind(other, box) && !isBehind(box, other)));
    order.push(...left.splice(Math.max(free, 0), 1));
  }
  return order;
}
