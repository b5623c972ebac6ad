interface CubeOptions {
  readonly edgeM?: number;
  readonly at?: readonly [number, number, number];
  /** Quaternion x, y, z, w of the node. */
  readonly rotation?: readonly [number, number, number, number];
  /** A glTF material; undefined for a mesh that names none. */
  readonly material?: object | undefined;
  /** Strength of a point light above the cube. */
  readonly lampCandela?: number;
}

/** Two triangles a side, each corner by its bits: x, y, z. */
export const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const MATT = { pbrMetallicRoughness: { baseColorFactor: [0.6, 0.5, 0.4, 1], metallicFactor: 0 } };

/** @returns A cube as a glTF file with everything in it; positions alone, no normals. */
export function cubeModel(options: CubeOptions): string {
  const { edgeM = 2, at = [0, 0, 0], rotation = [0, 0, 0, 1], lampCandela } = options;
  const material = 'material' in options ? options.material : MATT;
  const corners = Array.from({ length: 8 }, (_, bits) =>
    [bits & 1, (bits >> 1) & 1, bits >> 2].map((bit) => (bit - 0.5) * edgeM),
  );
  const bytes = Buffer.concat([
    Buffer.from(new Float32Array(corners.flat()).buffer),
    Buffer.from(new Uint16Array(SIDES).buffer),
  ]);
  const places = corners.length * 12;
  const half = edgeM / 2;
  const lamp = { type: 'point', intensity: lampCandela };
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: lampCandela === undefined ? [0] : [0, 1] }],
    nodes: [
      { mesh: 0, translation: at, rotation },
      ...(lampCandela === undefined
        ? []
        : [{ translation: [0, 2 * edgeM, 0], extensions: { KHR_lights_punctual: { light: 0 } } }]),
    ],
    ...(lampCandela === undefined
      ? {}
      : { extensionsUsed: ['KHR_lights_punctual'], extensions: { KHR_lights_punctual: { lights: [lamp] } } }),
    ...(material === undefined ? {} : { materials: [material] }),
    meshes: [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...(material === undefined ? {} : { material: 0 }) }] },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 8,
        type: 'VEC3',
        min: [-half, -half, -half],
        max: [half, half, half],
      },
      { bufferView: 1, componentType: 5123, count: SIDES.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: places },
      { buffer: 0, byteOffset: places, byteLength: SIDES.length * 2 },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  });
}
