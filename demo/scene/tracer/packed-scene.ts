import type { Part } from '../loft/builder.ts';
import type { Lamp, Portal, Sun } from '../loft/lights.ts';
import type { Loft } from '../loft/loft.ts';
import type { Outdoors } from '../loft/outdoors.ts';
import type { Material, Radiance } from '../surfaces/material.ts';
import { type Bvh, buildBvh } from './bvh.ts';
import { buildMips, linearFromSrgb, type MipLevel } from './mips.ts';

/** A material as the tracer reads it: linear colour, mip levels, every property always present. */
export interface PackedMaterial {
  readonly name: string;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly roughness: number;
  readonly specular: number;
  readonly metal: boolean;
  readonly emission: Radiance | undefined;
  readonly translucency: number;
  readonly openness: number;
  readonly bump_m: number;
  readonly mips: readonly MipLevel[] | undefined;
  readonly width_m: number;
  readonly height_m: number;
}

/** The loft as flat arrays in leaf order, ready to be traced. */
export interface PackedScene extends Bvh {
  readonly triangleCount: number;
  /** Nine numbers a triangle: first corner, then the two edges from it. */
  readonly corners: Float32Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  readonly materialOf: Uint16Array;
  readonly materials: readonly PackedMaterial[];
  readonly lamps: readonly Lamp[];
  readonly portals: readonly Portal[];
  readonly sun: Sun;
  readonly outdoors: Outdoors;
}

function packMaterial(m: Material): PackedMaterial {
  return {
    name: m.name,
    red: linearFromSrgb(m.color[0]),
    green: linearFromSrgb(m.color[1]),
    blue: linearFromSrgb(m.color[2]),
    roughness: m.roughness,
    specular: m.specular,
    metal: m.metal,
    emission: m.emission,
    translucency: m.translucency,
    openness: m.openness,
    bump_m: m.bump_m,
    mips: m.texture ? buildMips(m.texture) : undefined,
    width_m: m.texture?.width_m ?? 1,
    height_m: m.texture?.height_m ?? 1,
  };
}

function concatenate(parts: readonly Part[], of: (part: Part) => Float32Array): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + of(part).length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(of(part), at);
    at += of(part).length;
  }
  return all;
}

export function packScene(loft: Loft, outdoors: Outdoors): PackedScene {
  const { parts } = loft;
  const source = concatenate(parts, (part) => part.positions);
  const sourceNormals = concatenate(parts, (part) => part.normals);
  const sourceUvs = concatenate(parts, (part) => part.uvs);
  const triangleCount = source.length / 9;
  const distinct = [...new Set(parts.map((part) => part.material))];
  const numberOf = new Map(distinct.map((m, i) => [m, i]));
  const sourceMaterial = new Uint16Array(triangleCount);
  let next = 0;
  for (const part of parts) {
    const end = next + part.positions.length / 9;
    sourceMaterial.fill(numberOf.get(part.material)!, next, end);
    next = end;
  }

  const bvh = buildBvh(source);
  const corners = new Float32Array(source.length);
  const normals = new Float32Array(source.length);
  const uvs = new Float32Array(triangleCount * 6);
  const materialOf = new Uint16Array(triangleCount);
  for (let i = 0; i < triangleCount; i++) {
    const from = bvh.order[i]!;
    for (let axis = 0; axis < 3; axis++) {
      const origin = source[from * 9 + axis]!;
      corners[i * 9 + axis] = origin;
      corners[i * 9 + 3 + axis] = source[from * 9 + 3 + axis]! - origin;
      corners[i * 9 + 6 + axis] = source[from * 9 + 6 + axis]! - origin;
    }
    normals.set(sourceNormals.subarray(from * 9, from * 9 + 9), i * 9);
    uvs.set(sourceUvs.subarray(from * 6, from * 6 + 6), i * 6);
    materialOf[i] = sourceMaterial[from]!;
  }
  return {
    ...bvh,
    triangleCount,
    corners,
    normals,
    uvs,
    materialOf,
    materials: distinct.map(packMaterial),
    lamps: loft.lamps,
    portals: loft.portals,
    sun: loft.sun,
    outdoors,
  };
}
