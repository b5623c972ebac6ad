import { BufferAttribute, BufferGeometry } from 'three';
import type { Draco } from '../../decoders/draco.js';

/** The typed arrays of glTF's attributes, and how Draco calls what they hold. */
const ARRAYS = {
  Int8Array: [Int8Array, 'DT_INT8'],
  Uint8Array: [Uint8Array, 'DT_UINT8'],
  Int16Array: [Int16Array, 'DT_INT16'],
  Uint16Array: [Uint16Array, 'DT_UINT16'],
  Int32Array: [Int32Array, 'DT_INT32'],
  Uint32Array: [Uint32Array, 'DT_UINT32'],
  Float32Array: [Float32Array, 'DT_FLOAT32'],
} as const;

/** Which attribute of a file is which of the geometry, and the typed array that each becomes. */
interface Wanted {
  readonly ids: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, string>>;
}

/**
 * Decodes meshes of `KHR_draco_mesh_compression`, as three.js asks for them. Its code loads with the first of them. The
 * loader of three.js starts workers from blobs, which strict policies refuse.
 */
export const dracoDecoder = {
  preload() {
    return this;
  },
  decodeDracoFile(
    file: ArrayBuffer,
    onDecoded: (geometry: BufferGeometry) => void,
    ids: Wanted['ids'],
    types: Wanted['types'],
    _colorSpace: string,
    onError: (error: unknown) => void,
  ): void {
    // One that did not arrive is asked for again with the next model.
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    loaded.then(({ draco }) => onDecoded(decoded(draco, new Int8Array(file), { ids, types }))).catch(onError);
  },
};

let loaded: Promise<{ readonly draco: Draco }> | undefined;

async function load(): Promise<{ readonly draco: Draco }> {
  const { default: loadDraco } = await import('../../decoders/draco.js');
  // Wrapped in an object: the decoder has a `then` that resolves with itself, which `await` would follow for ever.
  return new Promise((resolve) => loadDraco({ onModuleLoaded: (draco) => resolve({ draco }) }));
}

function decoded(draco: Draco, file: Int8Array, { ids, types }: Wanted): BufferGeometry {
  const decoder = new draco.Decoder();
  const isMesh = decoder.GetEncodedGeometryType(file) === draco.TRIANGULAR_MESH;
  const source = isMesh ? new draco.Mesh() : new draco.PointCloud();
  try {
    const status = isMesh
      ? decoder.DecodeArrayToMesh(file, file.byteLength, source)
      : decoder.DecodeArrayToPointCloud(file, file.byteLength, source);
    if (!status.ok() || source.ptr === 0) throw new Error(`Draco cannot decode a mesh: ${status.error_msg()}`);
    const geometry = new BufferGeometry();
    for (const [name, id] of Object.entries(ids)) {
      const attribute = decoder.GetAttributeByUniqueId(source, id);
      const [Values, type] = ARRAYS[(types[name] ?? 'Float32Array') as keyof typeof ARRAYS];
      const size = attribute.num_components();
      const values = filled(draco, Values, source.num_points() * size, (bytes, at) =>
        decoder.GetAttributeDataArrayForAllPoints(source, attribute, draco[type], bytes, at),
      );
      geometry.setAttribute(name, new BufferAttribute(values, size));
    }
    if (isMesh) {
      const order = filled(draco, Uint32Array, source.num_faces() * 3, (bytes, at) =>
        decoder.GetTrianglesUInt32Array(source, bytes, at),
      );
      geometry.setIndex(new BufferAttribute(order, 1));
    }
    return geometry;
  } finally {
    draco.destroy(source);
    draco.destroy(decoder);
  }
}

type ValuesClass = (typeof ARRAYS)[keyof typeof ARRAYS][0];

/** Values that Draco writes into its memory, copied out of it. */
function filled(draco: Draco, Values: ValuesClass, length: number, fill: (bytes: number, at: number) => boolean) {
  const bytes = length * Values.BYTES_PER_ELEMENT;
  const at = draco._malloc(bytes);
  try {
    if (!fill(bytes, at)) throw new Error('Draco cannot read a part of a mesh.');
    // Its memory grows, and is another one then: it is looked up after it was filled.
    return new Values(draco.HEAPF32.buffer.slice(at, at + bytes));
  } finally {
    draco._free(at);
  }
}
