import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../service.ts';
import type { Triple } from './geometry.ts';

/*
 * The model of the demo loft, read from its file apart from the pages' own code: where one looks onto it, computed from its
 * triangles alone.
 */

interface Node {
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly translation?: Triple;
  readonly scale?: Triple;
}

/** What of glTF the loft makes use of: triangles with an index, whole numbers from 0 to 1, nodes that move and stretch. */
interface Gltf {
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly Node[];
  readonly meshes: readonly {
    readonly primitives: readonly { readonly attributes: { readonly POSITION: number }; readonly indices: number }[];
  }[];
  readonly accessors: readonly {
    readonly bufferView: number;
    readonly byteOffset?: number;
    readonly componentType: number;
    readonly count: number;
  }[];
  readonly bufferViews: readonly { readonly byteOffset?: number; readonly byteStride?: number }[];
}

const SHORT = { type: 5123, bytes: 2, most: 65_535 } as const;

/** Three corners each, in metres. */
function trianglesOf(file: Buffer): readonly (readonly [Triple, Triple, Triple])[] {
  const jsonBytes = file.readUInt32LE(12);
  const gltf: Gltf = JSON.parse(file.toString('utf8', 20, 20 + jsonBytes));
  const binary = file.subarray(20 + jsonBytes + 8);
  const numbers = (accessor: number, size: number): number[][] => {
    const { bufferView, byteOffset = 0, componentType, count } = gltf.accessors[accessor] as Gltf['accessors'][number];
    const view = gltf.bufferViews[bufferView] as Gltf['bufferViews'][number];
    const isShort = componentType === SHORT.type;
    const stride = view.byteStride ?? size * (isShort ? SHORT.bytes : 4);
    const at = (view.byteOffset ?? 0) + byteOffset;
    return Array.from({ length: count }, (_, index) =>
      Array.from({ length: size }, (_, part) => {
        const from = at + index * stride + part * (isShort ? SHORT.bytes : 4);
        return isShort ? binary.readUInt16LE(from) : binary.readUInt32LE(from);
      }),
    );
  };
  const visit = (index: number, place: (corner: Triple) => Triple): (readonly [Triple, Triple, Triple])[] => {
    const {
      mesh,
      children = [],
      translation: [x, y, z] = [0, 0, 0],
      scale: [a, b, c] = [1, 1, 1],
    } = gltf.nodes[index] as Node;
    const here = (corner: Triple) => place([corner[0] * a + x, corner[1] * b + y, corner[2] * c + z]);
    const own = mesh === undefined ? [] : (gltf.meshes[mesh]?.primitives ?? []);
    return [
      ...own.flatMap(({ attributes, indices }) => {
        const corners = numbers(attributes.POSITION, 3).map((corner) =>
          here(corner.map((value) => value / SHORT.most) as unknown as Triple),
        );
        const order = numbers(indices, 1).flat();
        return Array.from(
          { length: order.length / 3 },
          (_, at) => order.slice(at * 3, at * 3 + 3).map((corner) => corners[corner]) as [Triple, Triple, Triple],
        );
      }),
      ...children.flatMap((child) => visit(child, here)),
    ];
  };
  return (gltf.scenes[0]?.nodes ?? []).flatMap((node) => visit(node, (corner) => corner));
}

const triangles = trianglesOf(readFileSync(join(root, 'demo/tours/demo-loft/assets/model/loft.glb')));

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @returns The place of the loft's model that lies in a direction, whichever side of it one sees. */
export function loftAlong(eye: Triple, direction: Triple): Triple {
  const nearest = triangles.reduce((least, [a, b, c]) => {
    const [ab, ac, ae] = [minus(b, a), minus(c, a), minus(eye, a)];
    const across = cross(direction, ac);
    const size = dot(ab, across);
    const u = dot(ae, across) / size;
    const turned = cross(ae, ab);
    const v = dot(direction, turned) / size;
    const away = dot(ac, turned) / size;
    return u >= 0 && v >= 0 && u + v <= 1 && away > 0.01 && away < least ? away : least;
  }, Number.POSITIVE_INFINITY);
  if (!Number.isFinite(nearest)) throw new Error('nothing of the loft lies in this direction');
  return [eye[0] + direction[0] * nearest, eye[1] + direction[1] * nearest, eye[2] + direction[2] * nearest];
}
