import { Document, NodeIO } from '@gltf-transform/core';
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureBasisu,
} from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { encodeToKTX2 } from 'ktx2-encoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import sharp from 'sharp';

/** The ways in which models are compressed. */
export const compressions = ['meshopt', 'meshopt with filters', 'draco'] as const;
export type Compression = (typeof compressions)[number];

/** Reads and writes models, compressed ones as well. */
async function modelFiles(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  return new NodeIO()
    .registerExtensions([
      EXTMeshoptCompression,
      KHRDracoMeshCompression,
      KHRMaterialsUnlit,
      KHRMeshQuantization,
      KHRTextureBasisu,
    ])
    .registerDependencies({
      'draco3d.encoder': await draco.createEncoderModule(),
      'meshopt.encoder': MeshoptEncoder,
    });
}

/** @returns The model of a file, its pictures in it, with its buffers compressed. */
export async function compressedModel(path: string, compression: Compression | undefined): Promise<Buffer> {
  const files = await modelFiles();
  const model = await files.read(path);
  if (compression !== undefined) compress(model, compression);
  return Buffer.from(await files.writeBinary(model));
}

function compress(model: Document, compression: Compression): void {
  if (compression === 'draco') {
    model
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ quantizationBits: { POSITION: 14, COLOR: 8 } });
    return;
  }
  const { QUANTIZE, FILTER } = EXTMeshoptCompression.EncoderMethod;
  const method = compression === 'meshopt' ? QUANTIZE : FILTER;
  model.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method });
}

/** The ways in which Basis Universal keeps textures. */
export const textureFormats = ['ETC1S', 'UASTC'] as const;

/** Pixels along each edge of a texture. */
const EDGE = 64;
/** A colour for each quarter of a side. */
const QUARTERS = [
  [200, 60, 50],
  [60, 140, 70],
  [50, 80, 190],
  [220, 180, 60],
] as const;

/** @returns A cube, unlit, with the same four colours on each side, in the texture's format or as PNG. */
export async function texturedModel(format: (typeof textureFormats)[number] | undefined): Promise<Buffer> {
  const model = new Document();
  const buffer = model.createBuffer();
  const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', values: Float32Array | Uint16Array) =>
    model.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  const sides = [0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => ({ axis, sign })));
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const places = sides.flatMap(({ axis, sign }) =>
    // Seen from outside, a side's corners run against the clock.
    corners.flatMap(([u, v]) => {
      const place = [0, 0, 0];
      [place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3]] = [sign, u * sign, v];
      return place;
    }),
  );
  const onTexture = sides.flatMap(() => corners.flatMap(([u, v]) => [(u + 1) / 2, (1 - v) / 2]));
  const order = sides.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner));
  const texture = model.createTexture();
  if (format === undefined) texture.setMimeType('image/png').setImage(await sharp(painted(), RAW).png().toBuffer());
  else {
    model.createExtension(KHRTextureBasisu).setRequired(true);
    texture.setMimeType('image/ktx2').setImage(await ktx2(format === 'UASTC'));
  }
  const material = model.createMaterial().setBaseColorTexture(texture);
  material.setExtension('KHR_materials_unlit', model.createExtension(KHRMaterialsUnlit).createUnlit());
  const primitive = model
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(places)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(onTexture)))
    .setIndices(accessor('SCALAR', new Uint16Array(order)))
    .setMaterial(material);
  model.createScene().addChild(model.createNode().setMesh(model.createMesh().addPrimitive(primitive)));
  return Buffer.from(await (await modelFiles()).writeBinary(model));
}

const RAW = { raw: { width: EDGE, height: EDGE, channels: 4 } } as const;

function painted(): Uint8Array {
  return Uint8Array.from({ length: EDGE * EDGE * 4 }, (_, at) => {
    const [column, row] = [(at >> 2) % EDGE, Math.floor((at >> 2) / EDGE)];
    return QUARTERS[(row < EDGE / 2 ? 0 : 2) + (column < EDGE / 2 ? 0 : 1)]?.[at & 3] ?? 255;
  });
}

const ktx2 = (isUASTC: boolean): Promise<Uint8Array> =>
  encodeToKTX2(painted(), {
    isUASTC,
    needSupercompression: isUASTC,
    generateMipmap: true,
    isSetKTX2SRGBTransferFunc: true,
    imageDecoder: async (data) => ({ width: EDGE, height: EDGE, data: new Uint8Array(data) }),
  });
