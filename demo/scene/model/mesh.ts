import { CEILING_HEIGHT_M, extent } from '../../content/loft/places.ts';
import type { Part } from '../loft/builder.ts';
import type { Material } from '../surfaces/material.ts';
import { mix } from '../surfaces/noise.ts';

/** One material's share of the doll's house: indexed triangles, ready to be coloured. */
export interface ModelMesh {
  readonly name: string;
  /** The material whose texture is kept as a tile; the others are colour alone. */
  readonly tiled: Material | undefined;
  readonly doubleSided: boolean;
  readonly positions: number[];
  /** Where a vertex's light is taken: a little inside its triangle, clear of corners and of seams between triangles. */
  readonly lightPoints: number[];
  readonly normals: number[];
  readonly uvs: number[];
  /** Material of each vertex, for its colour. */
  readonly materials: Material[];
  readonly indices: number[];
}

/** Edges are split until they are about this long, so that sunlight on floors and walls keeps its shape. */
const LONGEST_EDGE_M = 0.22;
/** Surfaces the sun draws on. */
const FINEST_EDGE_M = 0.13;
const FINE = new Set(['floor', 'rug', 'dunes']);
/** Bars and strips too thin to show where the light changes. */
const COARSEST_EDGE_M = 0.7;
const COARSE = new Set(['steel', 'brass', 'stem', 'sheer', 'white', 'linen']);
/** Faces that look outwards this close to an outer wall: the wall's own back, and the backs of what hangs on it. */
const ON_SHELL_M = 0.06;
/** Window frames stand this far outside the room; everything else is cut off at the wall's inner face. */
const FRAME_OUTSIDE_M = 0.2;

/** How far from a corner towards the middle of its triangle light is taken. */
const INWARD_SHARE = 0.2;

/** Position, normal, uv. */
type Vertex = readonly [number, number, number, number, number, number, number, number];

const midpoint = (a: Vertex, b: Vertex): Vertex => a.map((v, i) => (v + b[i]!) / 2) as unknown as Vertex;

function edgeLength(a: Vertex, b: Vertex): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/** Splits the longest edge until all are short; neighbours split alike, so no cracks open. */
function subdivide(
  a: Vertex,
  b: Vertex,
  c: Vertex,
  longest: number,
  emit: (a: Vertex, b: Vertex, c: Vertex) => void,
): void {
  const [ab, bc, ca] = [edgeLength(a, b), edgeLength(b, c), edgeLength(c, a)];
  const most = Math.max(ab, bc, ca);
  if (most <= longest * 1.5) {
    emit(a, b, c);
    return;
  }
  if (most === ab) {
    const m = midpoint(a, b);
    subdivide(a, m, c, longest, emit);
    subdivide(m, b, c, longest, emit);
  } else if (most === bc) {
    const m = midpoint(b, c);
    subdivide(a, b, m, longest, emit);
    subdivide(a, m, c, longest, emit);
  } else {
    const m = midpoint(c, a);
    subdivide(a, b, m, longest, emit);
    subdivide(m, b, c, longest, emit);
  }
}

/** Whether a triangle belongs to the outside of the house, which is left away so that one looks in. */
function looksOutwards(x: number, y: number, z: number, nx: number, ny: number, nz: number): boolean {
  const [w, , d] = extent.max;
  return (
    (x < ON_SHELL_M && nx < -0.9) ||
    (x > w - ON_SHELL_M && nx > 0.9) ||
    (z < ON_SHELL_M && nz < -0.9) ||
    (z > d - ON_SHELL_M && nz > 0.9) ||
    (y < ON_SHELL_M && ny < -0.9)
  );
}

/** Moves a corner back inside the loft; what lay outside becomes flat and is dropped. */
function clampInside(v: Vertex, margin_m: number): Vertex {
  const inside = [0, 1, 2].map((axis) =>
    Math.min(extent.max[axis]! + margin_m, Math.max(extent.min[axis]! - margin_m, v[axis]!)),
  );
  return [inside[0]!, inside[1]!, inside[2]!, v[3], v[4], v[5], v[6], v[7]];
}

/** The ceiling with its beams and the skylight: everything that starts just below the ceiling's height. */
function isRoof(part: Part): boolean {
  let lowest = Infinity;
  for (let i = 1; i < part.positions.length; i += 3) lowest = Math.min(lowest, part.positions[i]!);
  return lowest > CEILING_HEIGHT_M - 0.22;
}

function isDegenerate(a: Vertex, b: Vertex, c: Vertex): boolean {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2 < 1e-12;
}

/** Sorts parts by material into indexed meshes, without the roof and the outside. */
export function collectMeshes(parts: readonly Part[], tiledNames: ReadonlySet<string>): ModelMesh[] {
  const meshes = new Map<string, ModelMesh & { readonly known: Map<string, number> }>();
  for (const part of parts) {
    if (isRoof(part)) continue;
    const m = part.material;
    const tiled = tiledNames.has(m.name) ? m : undefined;
    const name = tiled ? m.name : m.doubleSided ? 'colours-both-sides' : 'colours';
    let mesh = meshes.get(name);
    if (!mesh) {
      mesh = {
        name,
        tiled,
        doubleSided: m.doubleSided,
        positions: [],
        lightPoints: [],
        normals: [],
        uvs: [],
        materials: [],
        indices: [],
        known: new Map(),
      };
      meshes.set(name, mesh);
    }
    addPart(mesh, part);
  }
  return [...meshes.values()].filter((mesh) => mesh.indices.length > 0);
}

function addPart(mesh: ModelMesh & { readonly known: Map<string, number> }, part: Part): void {
  const { positions: P, normals: N, uvs: U, material } = part;
  const indexOf = (v: Vertex, centre: readonly number[]): number => {
    const place = v
      .slice(0, 3)
      .map((c) => Math.round(c * 2000))
      .join();
    const facing = v
      .slice(3, 6)
      .map((c) => Math.round(c * 20))
      .join();
    const look = mesh.tiled
      ? v
          .slice(6)
          .map((c) => Math.round(c * 2000))
          .join()
      : material.name;
    const key = `${place}|${facing}|${look}`;
    const found = mesh.known.get(key);
    if (found !== undefined) return found;
    const index = mesh.materials.length;
    mesh.known.set(key, index);
    mesh.positions.push(v[0], v[1], v[2]);
    for (let axis = 0; axis < 3; axis++) mesh.lightPoints.push(mix(v[axis]!, centre[axis]!, INWARD_SHARE));
    mesh.normals.push(v[3], v[4], v[5]);
    mesh.uvs.push(v[6], 1 - v[7]);
    mesh.materials.push(material);
    return index;
  };
  const vertex = (i: number): Vertex => [
    P[i * 3]!,
    P[i * 3 + 1]!,
    P[i * 3 + 2]!,
    N[i * 3]!,
    N[i * 3 + 1]!,
    N[i * 3 + 2]!,
    U[i * 2]!,
    U[i * 2 + 1]!,
  ];
  const { name } = material;
  const longest = FINE.has(name) ? FINEST_EDGE_M : COARSE.has(name) ? COARSEST_EDGE_M : LONGEST_EDGE_M;
  const margin_m = name === 'steel' ? FRAME_OUTSIDE_M : 0;
  for (let i = 0; i < P.length / 3; i += 3) {
    const [a, b, c] = [vertex(i), vertex(i + 1), vertex(i + 2)];
    if (isDegenerate(a, b, c)) continue;
    subdivide(a, b, c, longest, (p, q, r) => {
      const corners = [clampInside(p, margin_m), clampInside(q, margin_m), clampInside(r, margin_m)] as const;
      if (isDegenerate(...corners)) return;
      const centre = [0, 1, 2].map((k) => (p[k]! + q[k]! + r[k]!) / 3);
      if (looksOutwards(centre[0]!, centre[1]!, centre[2]!, p[3], p[4], p[5])) return;
      const [j, k, l] = [indexOf(corners[0], centre), indexOf(corners[1], centre), indexOf(corners[2], centre)];
      // Corners that merged leave nothing to draw.
      if (j !== k && k !== l && l !== j) mesh.indices.push(j, k, l);
    });
  }
}
