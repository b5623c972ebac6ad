import { cubeModel } from './cube-model.ts';

interface Gltf {
  accessors: Record<string, unknown>[];
  bufferViews: Record<string, unknown>[];
  buffers: { readonly byteLength: number; readonly uri: string }[];
  meshes: { primitives: Record<string, unknown>[] }[];
  nodes: Record<string, unknown>[];
  scenes: { nodes: number[] }[];
  materials: Record<string, unknown>[];
  [more: string]: unknown;
}

const FLOAT = 5126;
const UNSIGNED = { 1: 5121, 2: 5123, 4: 5125 } as const;

/** Adds values. @returns Their accessor. */
function accessorOf(model: Gltf, values: Float32Array | Uint8Array | Uint16Array | Uint32Array, size: number): number {
  const bytes = Buffer.from(values.buffer);
  const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  const buffer = model.buffers.push({ byteLength: bytes.length, uri }) - 1;
  const bufferView = model.bufferViews.push({ buffer, byteLength: bytes.length }) - 1;
  const isFloat = values instanceof Float32Array;
  const componentType = isFloat ? FLOAT : UNSIGNED[values.BYTES_PER_ELEMENT as 1 | 2 | 4];
  const type = ['SCALAR', 'VEC2', 'VEC3', 'VEC4'][size - 1];
  return model.accessors.push({ bufferView, componentType, count: values.length / size, type }) - 1;
}

/** The usual cube, changed. */
function cubeWith(change: (model: Gltf, primitive: Record<string, unknown>) => void): string {
  const model = JSON.parse(cubeModel({})) as Gltf;
  change(model, model.meshes[0]?.primitives[0] ?? {});
  return JSON.stringify(model);
}
const attributesOf = (primitive: Record<string, unknown>) => primitive.attributes as Record<string, number>;
const eight = (values: readonly number[]) => Array.from({ length: 8 }, () => values).flat();

const cubeWithPicture = (uri: string) =>
  cubeWith((model, primitive) => {
    attributesOf(primitive).TEXCOORD_0 = accessorOf(model, new Float32Array(16), 2);
    Object.assign(model, { images: [{ uri }], textures: [{ source: 0 }] });
    const pbrMetallicRoughness = { baseColorTexture: { index: 0 }, metallicFactor: 0 };
    Object.assign(model.materials[0] ?? {}, { pbrMetallicRoughness });
  });

/** Models of what glTF allows and few programs write. */
export const oddModels = {
  'a picture that is not there': () => cubeWithPicture('no%20wood.png'),
  'a picture in the file': () =>
    cubeWithPicture(
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    ),
  'a mirrored cube': () =>
    cubeWith(({ nodes }) => Object.assign(nodes[0] ?? {}, { scale: [-1, 1, 1], translation: [4, 0, 0] })),
  'colours of corners alone': () =>
    cubeWith((model, primitive) => {
      const colors = Array.from({ length: 8 }, (_, bits) => [bits & 1, (bits >> 1) & 1, bits >> 2, 1]).flat();
      attributesOf(primitive).COLOR_0 = accessorOf(model, new Float32Array(colors), 4);
      delete primitive.material;
    }),
  'indices of 32 bits': () =>
    cubeWith((model, primitive) => {
      const sides = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
      ];
      primitive.indices = accessorOf(model, new Uint32Array(sides), 1);
    }),
  'a strip of triangles': () =>
    cubeWith((model, primitive) => {
      primitive.mode = 5;
      primitive.indices = accessorOf(model, new Uint16Array([3, 2, 7, 6, 4, 2, 0, 3, 1, 7, 5, 4, 1, 0]), 1);
    }),
  'glass, and other variants': () =>
    cubeWith((model) => {
      const used = ['KHR_materials_transmission', 'KHR_materials_volume', 'KHR_materials_variants'];
      Object.assign(model, {
        extensionsUsed: used,
        extensions: { KHR_materials_variants: { variants: [{ name: 'red' }] } },
      });
      Object.assign(model.materials[0] ?? {}, {
        extensions: {
          KHR_materials_transmission: { transmissionFactor: 0.9 },
          KHR_materials_volume: { thicknessFactor: 1 },
        },
      });
    }),
  'what bones move': () =>
    cubeWith((model, primitive) => {
      attributesOf(primitive).JOINTS_0 = accessorOf(model, new Uint8Array(eight([0, 0, 0, 0])), 4);
      attributesOf(primitive).WEIGHTS_0 = accessorOf(model, new Float32Array(eight([1, 0, 0, 0])), 4);
      const bone = model.nodes.push({ translation: [10, 0, 0] }) - 1;
      Object.assign(model, { skins: [{ joints: [bone] }] });
      Object.assign(model.nodes[0] ?? {}, { skin: 0 });
      model.scenes[0]?.nodes.push(bone);
    }),
  'one mesh at three places': () =>
    cubeWith((model) => {
      const TRANSLATION = accessorOf(model, new Float32Array([0, 0, 0, 3, 0, 0, 0, 0, 5]), 3);
      Object.assign(model, { extensionsUsed: ['EXT_mesh_gpu_instancing'] });
      Object.assign(model.nodes[0] ?? {}, { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } } });
    }),
} as const satisfies Readonly<Record<string, () => string>>;
