import { cubeModel, SIDES } from './cube-model.ts';

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

const cubeOfLines = (baseColorFactor: readonly number[] | undefined) =>
  cubeWith((model, primitive) => {
    Object.assign(primitive, { mode: LINES, indices: accessorOf(model, new Uint16Array(EDGES), 1) });
    if (baseColorFactor === undefined) delete primitive.material;
    else Object.assign(model.materials[0] ?? {}, { pbrMetallicRoughness: { baseColorFactor } });
  });

const cubeWithPicture = (uri: string) =>
  cubeWith((model, primitive) => {
    attributesOf(primitive).TEXCOORD_0 = accessorOf(model, new Float32Array(16), 2);
    Object.assign(model, { images: [{ uri }], textures: [{ source: 0 }] });
    const pbrMetallicRoughness = { baseColorTexture: { index: 0 }, metallicFactor: 0 };
    Object.assign(model.materials[0] ?? {}, { pbrMetallicRoughness });
  });

/** The twelve edges of a cube, by the bits of its corners. */
const EDGES = [1, 2, 4].flatMap((bit) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => ((at & bit) === 0 ? [at, at | bit] : [])),
);

/** How glTF calls what corners are joined to. */
const [POINTS, LINES] = [0, 1] as const;

/** Models of no surface, and of nothing. */
export const bareModels = {
  lines: () => cubeOfLines(undefined),
  'black lines': () => cubeOfLines([0, 0, 0, 1]),
  points: () =>
    cubeWith((model, primitive) => {
      for (const key of ['indices', 'material']) delete primitive[key];
      const places = Array.from({ length: 20 ** 3 }, (_, at) => [
        at % 20,
        Math.floor(at / 20) % 20,
        Math.floor(at / 400),
      ]);
      Object.assign(primitive, { mode: POINTS });
      attributesOf(primitive).POSITION = accessorOf(
        model,
        new Float32Array(places.flat().map((step) => step / 10 - 0.95)),
        3,
      );
    }),
  'no corner': () => cubeWith(({ accessors: [places] }) => Object.assign(places ?? {}, { count: 0 })),
  'a corner that is no number': () =>
    cubeWith((model, primitive) => {
      const places = new Float32Array(24).map((_, at) => at);
      places[4] = Number.NaN;
      attributesOf(primitive).POSITION = accessorOf(model, places, 3);
    }),
} as const satisfies Readonly<Record<string, () => string>>;

/** Models of what glTF allows and few programs write. */
export const oddModels = {
  'a picture that is not there': () => cubeWithPicture('no%20wood.png'),
  'a picture in the file': () =>
    cubeWithPicture(
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    ),
  'an extent that is said to be ten kilometres off': () =>
    cubeWith(({ accessors: [places] }) => Object.assign(places ?? {}, { min: [1e4, 1e4, 1e4], max: [1e4, 1e4, 1e4] })),
  'an extent that is said to be ten kilometres wide': () =>
    cubeWith(({ accessors: [places] }) => Object.assign(places ?? {}, { min: [-1e4, -1e4, -1e4] })),
  'an extent that is said to be nothing': () =>
    cubeWith(({ accessors: [places] }) => Object.assign(places ?? {}, { min: [0, 0, 0], max: [0, 0, 0] })),
  'no extent': () =>
    cubeWith(({ accessors: [places] }) => Object.assign(places ?? {}, { min: undefined, max: undefined })),
  'meshes without corners beside the cube': () =>
    cubeWith((model) => {
      const none = model.accessors.push({ componentType: FLOAT, count: 0, type: 'VEC3' }) - 1;
      const primitives = [{ attributes: {} }, { attributes: { POSITION: none } }];
      model.scenes[0]?.nodes.push(model.nodes.push({ mesh: model.meshes.push({ primitives }) - 1 }) - 1);
    }),
  'corners that make no whole triangle': () =>
    cubeWith((model, primitive) => {
      primitive.indices = accessorOf(model, new Uint16Array([...SIDES, 0, 1]), 1);
      model.scenes[0]?.nodes.push(model.nodes.push({ mesh: 0, translation: [3, 0, 0] }) - 1);
    }),
  'a cube that is mirrored in all directions': () =>
    cubeWith(({ nodes }) => Object.assign(nodes[0] ?? {}, { scale: [-2, -1, -3], translation: [4, 0, 0] })),
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
      primitive.indices = accessorOf(model, new Uint32Array(SIDES), 1);
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
