import {
  type Band,
  bandsOfFaces,
  byFace,
  COVER,
  EDGE_STRIPS,
  type EdgeColour,
  FACE_QUALITY,
  type Face,
  FISHEYE_LOOK,
  faceIn,
  faces,
  factsOf,
  fileKindOf,
  fillGaps,
  isFisheyePair,
  keyFrom,
  keyTail,
  layOutBand,
  PREVIEW,
  projectFace,
  type SphereSize,
  sphereOf,
  WIDTH_MAX_PX,
  wholeFaces,
} from '@openhouse/contract/panoramas';
import { goneOf, isThere } from '../../../api/is-there.ts';
import { crc32 } from './crc32.ts';
import type {
  CutPicture,
  JobAnswer,
  JobMessage,
  PackedFile,
  PictureRefusal,
  ReadFace,
  ReadPicture,
} from './picture-jobs.ts';
import { readHead } from './read-head.ts';
import { sha256 } from './sha256.ts';

// Decodes pictures and cuts them into faces, beside the page. One picture at a time is in memory, and of its pixels
// the half that a band holds.

/** Width of the small picture of a sphere, in pixels. */
const THUMB_PX = 640;
/** Edge of the faces of a preview, in pixels. */
const PREVIEW_EDGE_PX = 768;
/** Rows that are copied out of a picture at once. */
const STRIP_ROWS = 256;

class Refused extends Error {
  readonly refusal: PictureRefusal;
  constructor(refusal: PictureRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

const answer = (message: JobAnswer) => self.postMessage(message);

self.onmessage = async ({ data: { id, job } }: MessageEvent<JobMessage>) => {
  const onStep = (step: number) => answer({ id, step });
  try {
    if (job.kind === 'read') answer({ id, done: await readPicture(job.file) });
    else if (job.kind === 'cut') answer({ id, done: await cutPicture(job.files, job.picture, job.edge, onStep) });
    else answer({ id, done: await previewOf(job.files, job.picture) });
  } catch (error) {
    if (error instanceof Refused) return answer({ id, refused: error.refusal });
    // What a browser throws when memory does not suffice has many names; a picture that was read before is not broken.
    const usual = job.kind === 'read' ? 'broken' : 'memory';
    const gone = await goneOf(job.kind === 'read' ? [job.file] : job.files);
    answer({ id, refused: { reason: gone.length === 0 ? usual : 'gone' } });
  }
};

async function readPicture(file: File): Promise<ReadPicture | ReadFace> {
  const kind = fileKindOf(file.name);
  if (kind !== 'picture') throw new Refused({ reason: kind });
  const head = await readHead(file);
  if (head === undefined) throw new Refused({ reason: (await isThere(file)) ? 'format' : 'gone' });
  const facts = factsOf(head.xmp, head.exif);
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    if (faceIn({ path: file.name, isSquare: width === height && width <= WIDTH_MAX_PX }) !== undefined) {
      return { edge: width, thumb: await thumbOf(bitmap, { width, height: width / 2, left: 0, top: -width / 4 }) };
    }
    const full = sphereOf({ width, height }, facts);
    if ('reason' in full) throw new Refused(full);
    if (facts.sphere === undefined && isFisheyePair(greyOf(bitmap))) throw new Refused({ reason: 'fisheyes' });
    const thumb = await thumbOf(bitmap, full);
    const { heading, lean, position } = facts;
    return { width, height, full, heading, lean, position, thumb };
  } finally {
    bitmap.close();
  }
}

function canvasOf(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  // What can be seen through lies on black.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Refused({ reason: 'memory' });
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

function greyOf(bitmap: ImageBitmap): Uint8Array {
  const { width, height } = FISHEYE_LOOK;
  const { context } = canvasOf(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
}

/** @param full What is shown, and where the picture lies in it. */
async function thumbOf(bitmap: ImageBitmap, full: SphereSize): Promise<Blob> {
  const scale = THUMB_PX / full.width;
  const { canvas, context } = canvasOf(THUMB_PX, Math.round(full.height * scale));
  context.drawImage(bitmap, full.left * scale, full.top * scale, bitmap.width * scale, bitmap.height * scale);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

/** @param onStep Told of each face that is done. */
async function cutPicture(
  files: readonly Blob[],
  picture: ReadPicture,
  edge: number,
  onStep: (faces: number) => void,
): Promise<CutPicture> {
  const key = await keyOf(files, edge, picture.full);
  const cut: Partial<Record<Face, PackedFile>> = {};
  let cover: PackedFile | undefined;
  const small = canvasOf(PREVIEW.edge, PREVIEW.edge * PREVIEW.order.length);
  let done = 0;
  for await (const [face, canvas] of facesOf(files, picture, edge)) {
    cut[face] = await packed(canvas, FACE_QUALITY);
    const top = PREVIEW.order.indexOf(face) * PREVIEW.edge;
    small.context.drawImage(canvas, 0, top, PREVIEW.edge, PREVIEW.edge);
    if (face === 'front') cover = await packed(coverOf(canvas), COVER.quality);
    done += 1;
    onStep(done);
  }
  const preview = await packed(small.canvas, PREVIEW.quality);
  return { key, faces: byFace((face) => cut[face] as PackedFile), preview, cover: cover as PackedFile };
}

/** The faces of a small picture, to look around in. */
async function previewOf(files: readonly Blob[], picture: ReadPicture): Promise<Readonly<Record<Face, Blob>>> {
  const usual = picture.full === undefined ? picture.width : Math.round(picture.full.width / 4);
  const previews: Partial<Record<Face, Blob>> = {};
  for await (const [face, canvas] of facesOf(files, picture, Math.min(PREVIEW_EDGE_PX, Math.max(1, usual)))) {
    previews[face] = await canvas.convertToBlob({ type: 'image/jpeg' });
  }
  return byFace((face) => previews[face] as Blob);
}

/** The faces of a picture, or six pictures as faces; one after the other, so that one at a time is in memory. */
async function* facesOf(
  files: readonly Blob[],
  { full, ...picture }: ReadPicture,
  edge: number,
): AsyncGenerator<readonly [Face, OffscreenCanvas]> {
  if (full === undefined) {
    for (const [at, face] of faces.entries())
      yield [face, await wholeFace(files[at] as Blob, Math.min(edge, picture.width))];
    return;
  }
  const bitmap = await createImageBitmap(files[0] as Blob);
  try {
    for (const share of bandsOfFaces) {
      const band = bandOf(bitmap, { ...picture, full }, share, edge);
      for (const face of share.faces) yield [face, painted(projectFace(band, face, edge), edge)];
    }
  } finally {
    bitmap.close();
  }
}

async function wholeFace(file: Blob, edge: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file);
  try {
    const { canvas, context } = canvasOf(edge, edge);
    context.drawImage(bitmap, 0, 0, edge, edge);
    return canvas;
  } finally {
    bitmap.close();
  }
}

async function keyOf(files: readonly Blob[], edge: number, full: SphereSize | undefined): Promise<string> {
  const hash = sha256();
  for (const file of files) {
    const reader = file.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value);
  }
  hash.update(new TextEncoder().encode((full === undefined ? wholeFaces : '') + keyTail(edge, full)));
  return keyFrom(hash.digest());
}

function bandOf(
  bitmap: ImageBitmap,
  picture: Parameters<typeof layOutBand>[0],
  share: { readonly from: number; readonly to: number },
  edge: number,
): Band {
  const layout = layOutBand(picture, share, edge);
  const { width, height, top, rows, part, first, count } = layout;
  const pixels = new Uint8Array(width * rows * 3);
  if (!layout.isWhole) {
    const strip = Math.max(1, Math.round(bitmap.height / EDGE_STRIPS));
    fillGaps(pixels, layout, meanOf(bitmap, 0, strip), meanOf(bitmap, bitmap.height - strip, strip));
  }
  const { context } = canvasOf(part.width, Math.min(STRIP_ROWS, Math.max(1, count)));
  const scale = bitmap.height / part.height;
  for (let done = 0; done < count; done += STRIP_ROWS) {
    const strip = Math.min(STRIP_ROWS, count - done);
    const from = first - part.top + done;
    context.drawImage(bitmap, 0, from * scale, bitmap.width, strip * scale, 0, 0, part.width, strip);
    const { data } = context.getImageData(0, 0, part.width, strip);
    for (let row = 0; row < strip; row++) {
      let to = ((first - top + done + row) * width + part.left) * 3;
      for (let at = row * part.width * 4; at < (row + 1) * part.width * 4; at += 4) {
        pixels[to] = data[at] as number;
        pixels[to + 1] = data[at + 1] as number;
        pixels[to + 2] = data[at + 2] as number;
        to += 3;
      }
    }
  }
  return { width, height, top, rows, pixels };
}

/** Mean colour of some rows. Browsers that draw a picture one pixel wide look at its middle only. */
function meanOf(bitmap: ImageBitmap, top: number, rows: number): EdgeColour {
  const { context } = canvasOf(bitmap.width, rows);
  context.drawImage(bitmap, 0, -top);
  const { data } = context.getImageData(0, 0, bitmap.width, rows);
  const sums = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0);
  }
  return sums.map((sum) => sum / (bitmap.width * rows));
}

function painted(pixels: Uint8Array, edge: number): OffscreenCanvas {
  const { canvas, context } = canvasOf(edge, edge);
  const image = context.createImageData(edge, edge);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    image.data[to] = pixels[from] as number;
    image.data[to + 1] = pixels[from + 1] as number;
    image.data[to + 2] = pixels[from + 2] as number;
    image.data[to + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The middle of a face, in the proportions of a cover. */
function coverOf(face: OffscreenCanvas): OffscreenCanvas {
  const { canvas, context } = canvasOf(COVER.width, COVER.height);
  const edge = face.width;
  const height = (edge * COVER.height) / COVER.width;
  context.drawImage(face, 0, (edge - height) / 2, edge, height, 0, 0, COVER.width, COVER.height);
  return canvas;
}

async function packed(canvas: OffscreenCanvas, quality: number): Promise<PackedFile> {
  const content = await canvas.convertToBlob({ type: 'image/jpeg', quality: quality / 100 });
  return { content, checksum: crc32(new Uint8Array(await content.arrayBuffer())) };
}
