import type { Part } from '../wire/parts.ts';
import { ballSurface, boxSurface, type Surface } from './surfaces.ts';

/** Numbers of the glTF 2.0 specification. */
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const ARRAY_BUFFER = 34_962;
const ELEMENT_ARRAY_BUFFER = 34_963;

/** Linear light of a colour as screens take it (sRGB), from 0 to 1, in four decimals. */
function linear(color: string): number[] {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return channels.map((value) =>
    Number((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4).toFixed(4)),
  );
}

/** A binary glTF 2.0 file of simple bodies: one mesh, one plain material a colour. */
export function glb(parts: readonly Part[]): Uint8Array {
  const colors = [...new Set(parts.map(({ color }) => color))];
  const surfaces = colors.map((color) =>
    joined(
      parts
        .filter((part) => part.color === color)
        .map((part) => (part.shape === 'box' ? boxSurface(part) : ballSurface(part))),
    ),
  );
  const chunks: Buffer[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  const add = (bytes: Buffer, target: number, accessor: object): number => {
    const byteOffset = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    chunks.push(padded(bytes, 0));
    bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length, target });
    return accessors.push({ bufferView: bufferViews.length - 1, ...accessor }) - 1;
  };
  const primitives = surfaces.map(({ positions, normals, indices }, material) => {
    const count = positions.length / 3;
    const bounds = { min: extreme(positions, Math.min), max: extreme(positions, Math.max) };
    const vectors = { componentType: FLOAT, count, type: 'VEC3' };
    return {
      attributes: {
        POSITION: add(floats(positions), ARRAY_BUFFER, { ...vectors, ...bounds }),
        NORMAL: add(floats(normals), ARRAY_BUFFER, vectors),
      },
      indices: add(shorts(indices), ELEMENT_ARRAY_BUFFER, {
        componentType: UNSIGNED_SHORT,
        count: indices.length,
        type: 'SCALAR',
      }),
      material,
    };
  });
  const binary = Buffer.concat(chunks);
  const document = {
    asset: { version: '2.0', generator: 'demo/content/files/glb.ts' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives }],
    materials: colors.map((color) => ({
      pbrMetallicRoughness: { baseColorFactor: [...linear(color), 1], metallicFactor: 0, roughnessFactor: 0.9 },
    })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: binary.length }],
  };
  return container(padded(Buffer.from(JSON.stringify(document)), 0x20), binary);
}

function joined(surfaces: readonly Surface[]): Surface {
  const all: { positions: number[]; normals: number[]; indices: number[] } = {
    positions: [],
    normals: [],
    indices: [],
  };
  for (const { positions, normals, indices } of surfaces) {
    const first = all.positions.length / 3;
    all.positions.push(...positions);
    all.normals.push(...normals);
    all.indices.push(...indices.map((index) => first + index));
  }
  return all;
}

function extreme(positions: readonly number[], pick: (...values: number[]) => number): number[] {
  return [0, 1, 2].map((axis) => Math.fround(pick(...positions.filter((_, index) => index % 3 === axis))));
}

function floats(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}

/** Fills up to a multiple of four bytes, as glTF asks for. */
function padded(bytes: Buffer, filler: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);
}

/** Header and the two chunks of a GLB file. */
function container(json: Buffer, binary: Buffer): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(content.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const chunks = Buffer.concat([chunk('JSON', json), chunk('BIN\0', binary)]);
  const header = Buffer.alloc(12);
  header.write('glTF', 0, 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(header.length + chunks.length, 8);
  return Buffer.concat([header, chunks]);
}
