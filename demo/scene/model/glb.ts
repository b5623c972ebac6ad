/**
 * A small writer of binary glTF 2.0: unlit, vertex-coloured, quantised meshes with external pictures.
 * It uses KHR_mesh_quantization and KHR_materials_unlit, which viewers read without WebAssembly or blob URLs.
 */

export interface GlbMesh {
  readonly name: string;
  readonly doubleSided: boolean;
  /** Three numbers a vertex, in metres. */
  readonly positions: ArrayLike<number>;
  /** Linear, 0…1, three numbers a vertex. */
  readonly colours: ArrayLike<number>;
  /** Two numbers a vertex; only with a picture. */
  readonly uvs: ArrayLike<number>;
  readonly indices: readonly number[];
  /** Address of the picture, relative to the model. */
  readonly picture: string | undefined;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const FLOAT = 5126;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
const STEPS = 65535;
/** Vertex attributes must start and step on multiples of four bytes; three shorts need two bytes of padding. */
const SHORT_STRIDE = 8;

interface Accessors {
  readonly bufferViews: object[];
  readonly accessors: object[];
  readonly chunks: Uint8Array[];
  byteLength: number;
}

function addView(to: Accessors, bytes: Uint8Array, target: number, byteStride?: number): number {
  const padding = (4 - (bytes.byteLength % 4)) % 4;
  to.bufferViews.push({
    buffer: 0,
    byteOffset: to.byteLength,
    byteLength: bytes.byteLength,
    target,
    ...(byteStride && { byteStride }),
  });
  to.chunks.push(bytes, new Uint8Array(padding));
  to.byteLength += bytes.byteLength + padding;
  return to.bufferViews.length - 1;
}

function addShorts(
  to: Accessors,
  values: ArrayLike<number>,
  quantise: (value: number, axis: number) => number,
): number {
  const count = values.length / 3;
  const bytes = new Uint8Array(count * SHORT_STRIDE);
  const view = new DataView(bytes.buffer);
  const min = [STEPS, STEPS, STEPS];
  const max = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const step = quantise(values[i * 3 + axis]!, axis);
      view.setUint16(i * SHORT_STRIDE + axis * 2, step, true);
      min[axis] = Math.min(min[axis]!, step);
      max[axis] = Math.max(max[axis]!, step);
    }
  }
  const bufferView = addView(to, bytes, ARRAY_BUFFER, SHORT_STRIDE);
  to.accessors.push({ bufferView, componentType: UNSIGNED_SHORT, normalized: true, count, type: 'VEC3', min, max });
  return to.accessors.length - 1;
}

function addMesh(to: Accessors, mesh: GlbMesh, origin: readonly number[], size: readonly number[]) {
  const POSITION = addShorts(to, mesh.positions, (v, axis) => Math.round(((v - origin[axis]!) / size[axis]!) * STEPS));
  const COLOR_0 = addShorts(to, mesh.colours, (v) => Math.round(Math.min(1, Math.max(0, v)) * STEPS));
  const attributes: { POSITION: number; COLOR_0: number; TEXCOORD_0?: number } = { POSITION, COLOR_0 };
  if (mesh.picture) {
    const uvs = Float32Array.from(mesh.uvs);
    const bufferView = addView(to, new Uint8Array(uvs.buffer), ARRAY_BUFFER);
    to.accessors.push({ bufferView, componentType: FLOAT, count: uvs.length / 2, type: 'VEC2' });
    attributes.TEXCOORD_0 = to.accessors.length - 1;
  }
  const small = mesh.positions.length / 3 < STEPS;
  const indices = small ? Uint16Array.from(mesh.indices) : Uint32Array.from(mesh.indices);
  const bufferView = addView(to, new Uint8Array(indices.buffer), ELEMENT_ARRAY_BUFFER);
  to.accessors.push({
    bufferView,
    componentType: small ? UNSIGNED_SHORT : UNSIGNED_INT,
    count: indices.length,
    type: 'SCALAR',
  });
  return { attributes, indices: to.accessors.length - 1 };
}

/** The common box of all meshes: one quantisation grid for all, so that neighbours meet exactly. */
function commonBox(meshes: readonly GlbMesh[]) {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      min[i % 3] = Math.min(min[i % 3]!, positions[i]!);
      max[i % 3] = Math.max(max[i % 3]!, positions[i]!);
    }
  }
  return { origin: min, size: max.map((v, axis) => v - min[axis]!) };
}

export function writeGlb(meshes: readonly GlbMesh[], generator: string): Uint8Array {
  const to: Accessors = { bufferViews: [], accessors: [], chunks: [], byteLength: 0 };
  const { origin, size } = commonBox(meshes);
  const pictures = meshes.flatMap((mesh) => mesh.picture ?? []);
  const primitives = meshes.map((mesh) => addMesh(to, mesh, origin, size));
  const json = {
    asset: { version: '2.0', generator, copyright: 'Apache-2.0' },
    extensionsUsed: ['KHR_materials_unlit', 'KHR_mesh_quantization'],
    extensionsRequired: ['KHR_mesh_quantization'],
    scene: 0,
    scenes: [{ name: 'Loft', nodes: [0] }],
    nodes: [
      { name: 'Loft', translation: origin, scale: size, children: meshes.map((_, i) => i + 1) },
      ...meshes.map(({ name }, i) => ({ name, mesh: i })),
    ],
    meshes: primitives.map((primitive, i) => ({ name: meshes[i]!.name, primitives: [{ ...primitive, material: i }] })),
    materials: meshes.map(({ name, doubleSided, picture }) => ({
      name,
      ...(doubleSided && { doubleSided }),
      pbrMetallicRoughness: {
        metallicFactor: 0,
        roughnessFactor: 1,
        ...(picture && { baseColorTexture: { index: pictures.indexOf(picture) } }),
      },
      extensions: { KHR_materials_unlit: {} },
    })),
    ...(pictures.length > 0 && {
      images: pictures.map((uri) => ({ uri })),
      textures: pictures.map((_, source) => ({ source, sampler: 0 })),
      samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 }],
    }),
    buffers: [{ byteLength: to.byteLength }],
    bufferViews: to.bufferViews,
    accessors: to.accessors,
  };
  return assemble(json, to);
}

function assemble(json: object, { chunks, byteLength }: Accessors): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const textLength = Math.ceil(text.length / 4) * 4;
  const glb = new Uint8Array(12 + 8 + textLength + 8 + byteLength);
  const view = new DataView(glb.buffer);
  for (const [i, word] of [MAGIC, 2, glb.length, textLength, JSON_CHUNK].entries()) view.setUint32(i * 4, word, true);
  glb.fill(0x20, 20, 20 + textLength).set(text, 20);
  view.setUint32(20 + textLength, byteLength, true);
  view.setUint32(24 + textLength, BINARY_CHUNK, true);
  let at = 28 + textLength;
  for (const chunk of chunks) {
    glb.set(chunk, at);
    at += chunk.length;
  }
  return glb;
}
