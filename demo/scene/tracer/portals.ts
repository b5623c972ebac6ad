import type { Portal } from '../loft/lights.ts';

/** The openings as light sources: chosen by how much of them a point is likely to see. */
export interface PortalSet {
  /** Prepares the choice for a point; later calls refer to it. */
  aim(x: number, y: number, z: number): void;
  /** Chooses an opening by `a` and a point on it by the rest of `a` and by `b`; writes x, y, z to `point`. @returns its number. */
  choose(a: number, b: number): number;
  /** Density over solid angle, at the point aimed from, of arriving in this direction through any opening. */
  density(dx: number, dy: number, dz: number): number;
  /** Whether a ray leaves through any opening. The sun comes in no other way, so this saves most shadow rays. */
  leaves(x: number, y: number, z: number, dx: number, dy: number, dz: number): boolean;
  readonly point: Float64Array;
  readonly inward: ReadonlyArray<readonly [number, number, number]>;
}

interface Rectangle {
  /** The axis it is perpendicular to, and the two it spans. */
  readonly axis: number;
  readonly axisU: number;
  readonly axisV: number;
  readonly plane: number;
  readonly sign: number;
  readonly minU: number;
  readonly minV: number;
  readonly sizeU: number;
  readonly sizeV: number;
  readonly area: number;
}

function rectangle(portal: Portal): Rectangle {
  const axis = portal.inward.findIndex((c) => c !== 0);
  const axisU = portal.edgeU.findIndex((c) => c !== 0);
  const axisV = portal.edgeV.findIndex((c) => c !== 0);
  const sizeU = portal.edgeU[axisU]!;
  const sizeV = portal.edgeV[axisV]!;
  return {
    axis,
    axisU,
    axisV,
    plane: portal.origin[axis]!,
    sign: portal.inward[axis]!,
    minU: portal.origin[axisU]!,
    minV: portal.origin[axisV]!,
    sizeU,
    sizeV,
    area: sizeU * sizeV,
  };
}

export function createPortalSet(portals: readonly Portal[]): PortalSet {
  const rectangles = portals.map(rectangle);
  const count = rectangles.length;
  const chance = new Float64Array(count);
  const from = new Float64Array(3);
  const point = new Float64Array(3);
  const along = new Float64Array(3);

  function aim(x: number, y: number, z: number): void {
    from[0] = x;
    from[1] = y;
    from[2] = z;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const r = rectangles[i]!;
      const off = (from[r.axis]! - r.plane) * r.sign;
      const u = from[r.axisU]! - r.minU - r.sizeU / 2;
      const v = from[r.axisV]! - r.minV - r.sizeV / 2;
      const squared = off * off + u * u + v * v;
      // Area by distance and slant, kept finite close to the opening; never zero, or light would be lost.
      const slant = Math.max(0, off) / Math.sqrt(squared);
      chance[i] = (r.area * (0.08 + slant)) / (squared + r.area * 0.3);
      sum += chance[i]!;
    }
    for (let i = 0; i < count; i++) chance[i]! /= sum;
  }

  function choose(a: number, b: number): number {
    let rest = a;
    let i = 0;
    while (i < count - 1 && rest > chance[i]!) rest -= chance[i++]!;
    const r = rectangles[i]!;
    point[r.axis] = r.plane;
    point[r.axisU] = r.minU + r.sizeU * Math.min(1, rest / chance[i]!);
    point[r.axisV] = r.minV + r.sizeV * b;
    return i;
  }

  /** Distance at which the ray from `from` along `along` passes the rectangle outwards, or 0. */
  function passes(r: Rectangle): number {
    const speed = along[r.axis]!;
    if (speed * r.sign >= -1e-6) return 0;
    const t = (r.plane - from[r.axis]!) / speed;
    if (t <= 0) return 0;
    const u = from[r.axisU]! + along[r.axisU]! * t - r.minU;
    if (u < 0 || u > r.sizeU) return 0;
    const v = from[r.axisV]! + along[r.axisV]! * t - r.minV;
    return v < 0 || v > r.sizeV ? 0 : t;
  }

  function density(dx: number, dy: number, dz: number): number {
    along[0] = dx;
    along[1] = dy;
    along[2] = dz;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const r = rectangles[i]!;
      const t = passes(r);
      if (t > 0) total += (chance[i]! * t * t) / (r.area * Math.abs(along[r.axis]!));
    }
    return total;
  }

  function leaves(x: number, y: number, z: number, dx: number, dy: number, dz: number): boolean {
    from[0] = x;
    from[1] = y;
    from[2] = z;
    along[0] = dx;
    along[1] = dy;
    along[2] = dz;
    for (let i = 0; i < count; i++) if (passes(rectangles[i]!) > 0) return true;
    return false;
  }

  return { aim, choose, density, leaves, point, inward: portals.map((p) => p.inward) };
}
