import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bandsOfFaces,
  FACE_QUALITY,
  type Face,
  faceFile,
  faces,
  keyFrom,
  keyTail,
  PREVIEW,
  usualEdge,
} from '@openhouse/contract/panoramas';
import { renamed } from '@openhouse/server/renamed';
import { isThere } from '../is-there.ts';
import { readReason } from '../write-refusal.ts';
import type { FacePool } from './face-pool.ts';
import { newPreview, pixelsOf } from './preview.ts';
import { DecodeFailed, decoded, openPicture, readBand } from './read-band.ts';
import type { CubePicture, Picture } from './scene.ts';
import type { Sharp } from './sharp.ts';

const FACE_JPEG = { quality: FACE_QUALITY, chromaSubsampling: '4:4:4' } as const;

/** @returns Pixels of a face's edge: a quarter of the sphere's width keeps what the picture has. */
export function edgeOf(picture: Picture, asked: number | undefined): number {
  if (asked !== undefined) return asked;
  return usualEdge(picture.kind === 'cube' ? picture.edge * 4 : picture.full.width);
}

/**
 * @returns What the faces of a picture are called, as the portal's page calls them. The same picture may show different
 * parts of a sphere, by what tours of other viewers say.
 * @throws {DecodeFailed} For a file that went since it was found: the run would take it for one that it cannot write.
 */
export async function keyOf(picture: Picture, edge: number): Promise<string> {
  const hash = createHash('sha256');
  const paths =
    picture.kind === 'cube' ? faces.flatMap((face) => picture.faces[face].map(({ path }) => path)) : [picture.path];
  for (const path of paths) {
    try {
      for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
    } catch (error) {
      throw new DecodeFailed(readReason(error));
    }
  }
  if (picture.kind === 'cube') {
    hash.update(JSON.stringify(picture.faces, (name, value: unknown) => (name === 'path' ? undefined : value)));
  }
  return keyFrom(hash.update(keyTail(edge, picture.kind === 'cube' ? undefined : picture.full)).digest('hex'));
}

/**
 * Makes the six faces of a picture and their preview, in a folder that appears whole.
 * @returns False if it was there already.
 * @throws {DecodeFailed}
 */
export async function cutPicture(
  sharp: Sharp,
  pool: FacePool,
  picture: Picture,
  edge: number,
  folder: string,
): Promise<boolean> {
  if (await isThere(folder)) return false;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const preview = newPreview(sharp);
  const write = async (face: Face, pixels: Uint8Array, size: number) => {
    const picture = sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
    await writeFile(join(part, faceFile(face)), await picture.clone().jpeg(FACE_JPEG).toBuffer());
    await preview.add(face, picture);
  };
  if (picture.kind === 'cube') {
    for (const face of faces) {
      const size = Math.min(edge, picture.edge);
      await write(face, await facePixels(sharp, picture, face, size), size);
    }
  } else {
    for (const share of bandsOfFaces) {
      const band = await readBand(sharp, picture, share, edge);
      await Promise.all(share.faces.map(async (face) => write(face, await pool.project({ band, face, edge }), edge)));
    }
  }
  // Written by Node: of a full disk sharp says nothing that `writeRefusal` knows.
  await writeFile(join(part, PREVIEW.file), await preview.jpeg());
  await renamed(part, folder);
  return true;
}

/** @throws {DecodeFailed} */
async function facePixels(
  sharp: Sharp,
  { faces: tiles, edge }: CubePicture,
  face: Face,
  size: number,
): Promise<Buffer> {
  const [whole, ...others] = tiles[face];
  if (whole !== undefined && others.length === 0) {
    const { path, cell } = whole;
    const picture = await openPicture(sharp, path);
    const upright =
      cell === undefined
        ? picture
        : picture.extract({ left: cell.column * edge, top: cell.row * edge, width: edge, height: edge });
    return pixelsOf(whole.isUpsideDown ? upright.flip().flop() : upright, size);
  }
  const pixels = Buffer.alloc(edge * edge * 3);
  for (const { path, left, top } of tiles[face]) {
    const { data, info } = await decoded(await openPicture(sharp, path));
    const [width, height] = [Math.min(info.width, edge - left), Math.min(info.height, edge - top)];
    for (let row = 0; row < height; row++) {
      const from = row * info.width * 3;
      pixels.set(data.subarray(from, from + width * 3), ((top + row) * edge + left) * 3);
    }
  }
  return pixelsOf(sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } }), size);
}
