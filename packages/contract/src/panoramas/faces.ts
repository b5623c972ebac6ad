import { byFace, type Face } from './projection.ts';
import type { SphereSize } from './sphere.ts';

/** Quality of the faces, of 100; colours keep their full resolution where the encoder can. */
export const FACE_QUALITY = 90;
/** Largest edge that is chosen unasked, in pixels: larger faces take more than phones show. */
const USUAL_EDGE_MAX = 2048;
/** What is made of a picture belongs to this version of how it is made: raise it when that changes. */
const VERSION = 2;
/** Digits of the hash that identifies a picture. */
const KEY_DIGITS = 16;
/** Folder of the pictures below a bundle's files. */
const PANORAMAS = 'panorama';

/**
 * The six faces in small, which a viewer shows until the pictures themselves are there: one picture, square upon square in
 * this order, as Marzipano's exports have them. The edge of a square is in pixels, the quality of 100 (decision 0247).
 */
export const PREVIEW = {
  order: ['back', 'down', 'front', 'left', 'right', 'up'],
  edge: 128,
  quality: 75,
  file: 'preview.jpg',
} as const satisfies { readonly order: readonly Face[]; readonly [key: string]: unknown };

/** Name of the file of a face. */
export const faceFile = (face: Face): string => `${face}.jpg`;

/** Folder of a picture's faces, below the tour's files. */
export const faceFolder = (key: string): string => `${PANORAMAS}/${key}`;

/**
 * @param width Of the sphere, in pixels.
 * @returns Pixels of a face's edge: a quarter of the sphere's width keeps what the picture has.
 */
export const usualEdge = (width: number): number => Math.max(1, Math.min(USUAL_EDGE_MAX, Math.round(width / 4)));

/**
 * What is hashed after the bytes of a picture: the same bytes, shown as the same part of a sphere and cut the same way,
 * have the same key.
 * @param full The sphere that the picture is a part of; undefined for six faces.
 */
export const keyTail = (edge: number, full: SphereSize | undefined): string =>
  JSON.stringify([
    VERSION,
    edge,
    { quality: FACE_QUALITY, chromaSubsampling: '4:4:4' },
    full && [full.left, full.top, full.width, full.height],
  ]);

/** What is hashed between the bytes of six pictures and their {@link keyTail}: each is a whole face. */
export const wholeFaces: string = JSON.stringify(byFace(() => [{ left: 0, top: 0 }]));

/** @param hash SHA-256 of a picture's bytes and of its {@link keyTail}, as hexadecimal digits. */
export const keyFrom = (hash: string): string => hash.slice(0, KEY_DIGITS);
