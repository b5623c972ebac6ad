import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import type { Vector3 } from '../../content/wire/geometry.ts';
import type { Material } from '../surfaces/material.ts';

/** One solid in world space: three corners a triangle, no index, with normals and uv. */
export interface Part {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Already divided by the texture's size where the mapping was in metres. */
  readonly uvs: Float32Array;
  readonly material: Material;
}

export interface Mapping {
  /** `box`: metres along the dominant axis of each triangle. `own`: the shape's own 0…1. */
  readonly uv?: 'box' | 'own';
  /** Turns the grain by a quarter. */
  readonly turned?: boolean;
  /** Fixed texture offset in metres; otherwise every part gets its own, so that no two boards match. */
  readonly offset_m?: readonly [u: number, v: number];
}

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  readonly z?: number;
}

export type Profile = ReadonlyArray<readonly [radius: number, y: number]>;

/** Collects parts while a stack of transforms says where "here" is. */
export class Builder {
  readonly parts: Part[] = [];
  /** Round shapes get this share of their segments; below 1 for the doll's-house model. */
  readonly detail: number;
  readonly #stack: THREE.Matrix4[] = [new THREE.Matrix4()];

  constructor(detail = 1) {
    this.detail = detail;
  }

  get transform(): THREE.Matrix4 {
    return this.#stack[this.#stack.length - 1]!;
  }

  /** Draws inside a frame moved to x, y, z and turned by yaw, then pitch, then roll (radians). */
  at(x: number, y: number, z: number, yaw: number, draw: () => void, pitch = 0, roll = 0): void {
    const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(pitch, yaw, roll, 'YXZ'));
    const local = new THREE.Matrix4().compose(new THREE.Vector3(x, y, z), rotation, new THREE.Vector3(1, 1, 1));
    this.#stack.push(this.transform.clone().multiply(local));
    draw();
    this.#stack.pop();
  }

  /** @returns the point in world space. */
  toWorld(x: number, y: number, z: number): [number, number, number] {
    const p = new THREE.Vector3(x, y, z).applyMatrix4(this.transform);
    return [p.x, p.y, p.z];
  }

  segments(wanted: number, least = 3): number {
    return Math.max(least, Math.round(wanted * this.detail));
  }

  add(shape: THREE.BufferGeometry, material: Material, mapping: Mapping = {}): void {
    const geometry = shape.index ? shape.toNonIndexed() : shape.clone();
    const inMetres = mapping.uv !== 'own' || !geometry.hasAttribute('uv');
    if (inMetres) geometry.setAttribute('uv', new THREE.BufferAttribute(this.#boxUvs(geometry, mapping), 2));
    geometry.applyMatrix4(this.transform);
    const uvs = geometry.getAttribute('uv').array as Float32Array;
    if (inMetres && material.texture) {
      for (let i = 0; i < uvs.length; i += 2) {
        uvs[i]! /= material.texture.width_m;
        uvs[i + 1]! /= material.texture.height_m;
      }
    }
    this.parts.push({
      positions: geometry.getAttribute('position').array as Float32Array,
      normals: geometry.getAttribute('normal').array as Float32Array,
      uvs,
      material,
    });
  }

  #boxUvs(geometry: THREE.BufferGeometry, { turned = false, offset_m }: Mapping): Float32Array {
    const position = geometry.getAttribute('position') as THREE.BufferAttribute;
    const uvs = new Float32Array(position.count * 2);
    const nth = this.parts.length;
    const [offsetU, offsetV] = offset_m ?? [((nth * 0.618) % 1) * 7, ((nth * 0.381) % 1) * 5];
    const a = new THREE.Vector3();
    const b = new THREE.Vector3();
    const c = new THREE.Vector3();
    for (let i = 0; i < position.count; i += 3) {
      a.fromBufferAttribute(position, i);
      b.fromBufferAttribute(position, i + 1).sub(a);
      c.fromBufferAttribute(position, i + 2).sub(a);
      b.cross(c);
      const nx = Math.abs(b.x);
      const ny = Math.abs(b.y);
      const nz = Math.abs(b.z);
      const facesUp = ny >= nx && ny >= nz;
      const facesSide = !facesUp && nx >= nz;
      for (let j = i; j < i + 3; j++) {
        const u = facesSide ? position.getZ(j) : position.getX(j);
        const v = facesUp ? position.getZ(j) : position.getY(j);
        uvs[j * 2] = (turned ? v : u) + offsetU;
        uvs[j * 2 + 1] = (turned ? u : v) + offsetV;
      }
    }
    return uvs;
  }

  /** A box by size and centre; `bevel` rounds its edges (metres, 0 for sharp). */
  box(
    size: Vector3,
    material: Material,
    {
      x = 0,
      y = 0,
      z = 0,
      bevel = 0.004,
      steps = 1,
      ...mapping
    }: Placement & Mapping & { bevel?: number; steps?: number } = {},
  ): void {
    const [w, h, d] = size;
    const radius = Math.min(bevel, w / 2.01, h / 2.01, d / 2.01);
    // The coarse model keeps soft cushions round but drops the millimetre bevels.
    const keepBevel = bevel > (this.detail < 1 ? 0.03 : 0);
    const shape = keepBevel
      ? new RoundedBoxGeometry(w, h, d, this.segments(steps, 1), radius)
      : new THREE.BoxGeometry(w, h, d);
    shape.translate(x, y, z);
    this.add(shape, material, mapping);
  }

  /** A box by its two opposite corners. */
  block(
    from: Vector3,
    to: Vector3,
    material: Material,
    options: Mapping & { bevel?: number; steps?: number } = {},
  ): void {
    const size: Vector3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const centre = { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2, z: (from[2] + to[2]) / 2 };
    this.box(size, material, { ...centre, ...options });
  }

  cylinder(
    radius: number,
    height: number,
    material: Material,
    {
      x = 0,
      y = 0,
      z = 0,
      segments = 24,
      pitch = 0,
      roll = 0,
    }: Placement & { segments?: number; pitch?: number; roll?: number } = {},
  ): void {
    const shape = new THREE.CylinderGeometry(radius, radius, height, this.segments(segments, 6));
    shape.rotateX(pitch).rotateZ(roll).translate(x, y, z);
    this.add(shape, material);
  }

  /** A body of revolution about the y axis. */
  lathe(
    profile: Profile,
    material: Material,
    { x = 0, y = 0, z = 0, segments = 36 }: Placement & { segments?: number } = {},
  ): void {
    const points = profile.map(([radius, height]) => new THREE.Vector2(radius, height));
    const shape = new THREE.LatheGeometry(points, this.segments(segments, 8));
    shape.translate(x, y, z);
    this.add(shape, material);
  }

  sphere(
    radius: number,
    material: Material,
    { x = 0, y = 0, z = 0, segments = 24, stretchY = 1 }: Placement & { segments?: number; stretchY?: number } = {},
  ): void {
    const around = this.segments(segments, 5);
    const shape = new THREE.SphereGeometry(radius, around, Math.max(3, Math.round(around * 0.6)));
    shape.scale(1, stretchY, 1).translate(x, y, z);
    this.add(shape, material);
  }

  /** A round bar along a smooth curve through the points. */
  tube(points: readonly Vector3[], radius: number, material: Material, { along = 24, around = 8 } = {}): void {
    const curve = new THREE.CatmullRomCurve3(points.map((p) => new THREE.Vector3(...p)));
    this.add(new THREE.TubeGeometry(curve, this.segments(along, 4), radius, this.segments(around, 3)), material);
  }

  /** A straight bar; `endRadius` tapers it. */
  rod(
    from: Vector3,
    to: Vector3,
    radius: number,
    material: Material,
    { endRadius = radius, segments = 10 } = {},
  ): void {
    const a = new THREE.Vector3(...from);
    const along = new THREE.Vector3(...to).sub(a);
    const shape = new THREE.CylinderGeometry(endRadius, radius, along.length(), this.segments(segments, 4));
    shape.applyQuaternion(
      new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.clone().normalize()),
    );
    shape.translate(a.x + along.x / 2, a.y + along.y / 2, a.z + along.z / 2);
    this.add(shape, material);
  }

  /** A sheet given by a function of u, v in 0…1, with smooth normals. Front side: du × dv. */
  sheet(
    columns: number,
    rows: number,
    point: (u: number, v: number) => Vector3,
    material: Material,
    mapping: Mapping = {},
  ): void {
    const nu = this.segments(columns, 2);
    const nv = this.segments(rows, 2);
    const positions: number[] = [];
    const uvs: number[] = [];
    const indices: number[] = [];
    for (let j = 0; j <= nv; j++) {
      for (let i = 0; i <= nu; i++) {
        positions.push(...point(i / nu, j / nv));
        uvs.push(i / nu, j / nv);
      }
    }
    for (let j = 0; j < nv; j++) {
      for (let i = 0; i < nu; i++) {
        const a = j * (nu + 1) + i;
        const c = a + nu + 1;
        indices.push(a, a + 1, c + 1, a, c + 1, c);
      }
    }
    const shape = new THREE.BufferGeometry();
    shape.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    shape.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
    shape.setIndex(indices);
    shape.computeVertexNormals();
    this.add(shape, material, mapping);
  }
}
