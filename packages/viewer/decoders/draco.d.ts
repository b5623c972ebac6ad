interface DracoAttribute {
  num_components(): number;
}
interface DracoGeometry {
  readonly ptr: number;
  num_faces(): number;
  num_points(): number;
}
interface DracoStatus {
  ok(): boolean;
  error_msg(): string;
}
interface DracoDecoder {
  GetEncodedGeometryType(file: Int8Array): number;
  DecodeArrayToMesh(file: Int8Array, length: number, into: DracoGeometry): DracoStatus;
  DecodeArrayToPointCloud(file: Int8Array, length: number, into: DracoGeometry): DracoStatus;
  GetAttributeByUniqueId(geometry: DracoGeometry, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(
    geometry: DracoGeometry,
    attribute: DracoAttribute,
    type: number,
    bytes: number,
    at: number,
  ): boolean;
  GetTrianglesUInt32Array(mesh: DracoGeometry, bytes: number, at: number): boolean;
}

/** What the viewer uses of Draco. What is made with `new` is given back with `destroy`. */
export interface Draco {
  readonly Decoder: new () => DracoDecoder;
  readonly Mesh: new () => DracoGeometry;
  readonly PointCloud: new () => DracoGeometry;
  readonly TRIANGULAR_MESH: number;
  readonly POINT_CLOUD: number;
  readonly DT_INT8: number;
  readonly DT_UINT8: number;
  readonly DT_INT16: number;
  readonly DT_UINT16: number;
  readonly DT_INT32: number;
  readonly DT_UINT32: number;
  readonly DT_FLOAT32: number;
  readonly HEAPF32: Float32Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _free(at: number): void;
  destroy(made: object): void;
}

/** Calls back with the decoder; what it returns is awaited in vain: it resolves with itself. */
export default function loadDraco(options: { readonly onModuleLoaded: (draco: Draco) => void }): void;
