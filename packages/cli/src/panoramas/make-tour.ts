import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESOURCE_CODE_PATTERN, TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import {
  ASSETS,
  COVER,
  COVER_FILE,
  codeOf,
  faceFile,
  faceFolder,
  type PlacesLack,
  payloadFiles,
  STEP_M,
  stemOf,
  type Viewpoint,
  viewpointsOf,
} from '@openhouse/contract/panoramas';
import { renamed } from '@openhouse/server/renamed';
import { bytesText } from '../bytes-text.ts';
import { Refusal, UsageError } from '../command.ts';
import { joined, type Told, told } from '../told.ts';
import { zipStream } from '../tours/zip-stream.ts';
import { writeRefusal } from '../write-refusal.ts';
import { cutPicture, edgeOf, keyOf } from './cut-picture.ts';
import { openFacePool } from './face-pool.ts';
import { innermostFolder } from './find-pictures.ts';
import { foreignFileAt, readForeign } from './foreign/read-foreign.ts';
import { isSquare } from './inspect-picture.ts';
import { DecodeFailed } from './read-band.ts';
import { readScenes } from './read-scenes.ts';
import type { Scene } from './scene.ts';
import { loadSharp, type Sharp } from './sharp.ts';

export interface TourOrder {
  readonly folder: string;
  /** Working directory: relative paths start there. */
  readonly directory: string;
  readonly out: string | undefined;
  readonly name: string | undefined;
  readonly code: string | undefined;
  /** Path of a table. */
  readonly places: string | undefined;
  /** Edge of the faces in pixels; undefined chooses by picture. */
  readonly edge: number | undefined;
  onProgress(done: number, total: number, label: string): void;
}

export interface MadeTour {
  readonly code: string;
  readonly name: string;
  /** Of the bundle, as it was asked for. */
  readonly path: string;
  readonly viewpoints: number;
  readonly bytes: number;
  /** What a person should know, a sentence each. */
  readonly notices: readonly Told[];
}

/** Pictures that are worked on at once: one is decoded while another is projected. Bounds the memory, too. */
const PICTURES_AT_ONCE = 2;
/** Threads that project: more wait for the decoding. */
const THREADS_MAX = 8;

/**
 * Makes a bundle of a folder of panoramas (decision 0175). Work in progress lies beside it, in a hidden folder, and is
 * taken up by the next run; under the name that was asked for there is a whole bundle or nothing.
 * @throws {Refusal} @throws {UsageError}
 */
export async function makeTour(order: TourOrder): Promise<MadeTour> {
  const source = resolve(order.directory, order.folder);
  const sharp = await loadSharp();
  const folder = await innermostFolder(source, (path) => isSquare(sharp, path));
  const foreign = await foreignFileAt(folder);
  if (foreign !== undefined && order.places !== undefined) {
    throw new UsageError(
      told`--places goes with a folder of pictures: this tour says itself how its scenes are connected.`,
    );
  }
  const own = (order.name ?? basename(foreign === source ? stemOf(source) : source)).normalize('NFC');
  const code = order.code ?? codeOf(own, (text) => createHash('sha256').update(text).digest('hex'));
  if (!new RegExp(RESOURCE_CODE_PATTERN).test(code)) {
    throw new UsageError(
      told`--code ${JSON.stringify(code)}: a resource code has 1 to 64 letters, digits, "_" and "-".`,
    );
  }
  const out = order.out ?? code;
  const target = resolve(order.directory, out);
  if (existsSync(target))
    throw new UsageError(told`${out} is there already: remove it, or name another place with --out.`);
  const {
    scenes,
    notices,
    name: called,
  } = foreign === undefined
    ? { ...(await readScenes(sharp, order, folder)), name: undefined }
    : await readForeign(sharp, foreign);
  const name = order.name === undefined ? (called ?? own) : own;
  const work = join(dirname(target), `.${basename(target)}.making`);
  try {
    const keys = await cutAll(sharp, scenes, order, join(work, ASSETS, faceFolder('')));
    const { viewpoints, lack } = viewpointsOf(scenes, keys);
    await writeCover(sharp, join(work, ASSETS), viewpoints);
    await removeFiles(work);
    for (const file of payloadFiles(code, name, viewpoints)) await writeFile(join(work, file.name), file.text);
    const bytes = await finish(work, target);
    const said = lack === undefined ? notices : [...notices, wordsOf(lack, scenes.length)];
    return { code, name, path: out, viewpoints: scenes.length, bytes, notices: said };
  } catch (error) {
    const isUnwritten = error instanceof Refusal && error.code === 'CANNOT_WRITE';
    const full = isUnwritten ? error : writeRefusal(error, out);
    if (full === undefined) throw error;
    throw new Refusal(
      full.code,
      told`${full.said} What is done is kept in ${relative(order.directory, work)}: repeat the command.`,
    );
  }
}

/** @returns The key of each scene's pictures. @throws {Refusal} When pictures cannot be decoded, once the others are done. */
async function cutAll(
  sharp: Sharp,
  scenes: readonly Scene[],
  { edge: asked, onProgress }: TourOrder,
  folder: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const pool = openFacePool(Math.min(THREADS_MAX, availableParallelism()));
  const keys: string[] = [];
  const failed: Told[] = [];
  /** Scenes of the same picture share its faces. */
  const cutting = new Map<string, Promise<unknown>>();
  let done = 0;
  const waiting = [...scenes.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { picture, label }] = next;
      onProgress(done, scenes.length, label);
      const edge = edgeOf(picture, asked);
      try {
        const key = await keyOf(picture, edge);
        keys[index] = key;
        const cut = cutting.get(key) ?? cutPicture(sharp, pool, picture, edge, join(folder, key));
        cutting.set(key, cut);
        await cut;
      } catch (error) {
        if (!(error instanceof DecodeFailed)) throw error;
        failed.push(told`${label} cannot be read to its end: ${error.said}.`);
      }
      done += 1;
      onProgress(done, scenes.length, label);
    }
  };
  try {
    await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work));
  } finally {
    waiting.length = 0;
    await pool.close();
  }
  if (failed.length > 0) {
    const remedy = told`Copy or export them again and repeat the command: the others are done.`;
    throw new Refusal('PICTURE_BROKEN', joined([...failed, remedy], '\n'));
  }
  const kept = new Set(keys);
  for (const found of await readdir(folder)) {
    if (!kept.has(found)) await rm(join(folder, found), { recursive: true, force: true });
  }
  return keys;
}

/** What to tell a person who gave too little. */
function wordsOf(lack: PlacesLack, count: number): Told {
  const words = {
    none: () => told`no picture says where it was taken`,
    some: ({ without }: Extract<PlacesLack, { kind: 'some' }>) =>
      told`${without.length} of ${count} pictures do not say where they were taken (such as ${without[0]?.label ?? ''})`,
    same: ({ two: [a, b] }: Extract<PlacesLack, { kind: 'same' }>) =>
      told`${a.label} and ${b.label} were taken at the same place by what they say`,
  };
  const first = words[lack.kind](lack as never);
  return told`${first}: the viewpoints stand in a row, ${STEP_M} m apart, each linked with the next. --places names where they are.`;
}

async function writeCover(sharp: Sharp, assets: string, [first]: readonly Viewpoint[]): Promise<void> {
  const front = sharp(join(assets, first?.folder ?? '', faceFile('front')));
  const cover = front.resize(COVER.width, COVER.height).jpeg({ quality: COVER.quality });
  await writeFile(join(assets, COVER_FILE), await cover.toBuffer());
}

/** An earlier run may have written data of another tour, and all that lies here gets into the bundle. */
async function removeFiles(work: string): Promise<void> {
  for (const child of await readdir(work, { withFileTypes: true }))
    if (!child.isDirectory()) await rm(join(work, child.name));
}

/** Gives the bundle its name, or packs it under that. @returns Its size in bytes. */
async function finish(work: string, target: string): Promise<number> {
  const files = await filesBelow(work);
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > TOUR_UPLOAD_MAX_BYTES) {
    throw new Refusal(
      'TOUR_TOO_LARGE',
      told`The tour would have ${bytesText(bytes)}, and imports take ${bytesText(TOUR_UPLOAD_MAX_BYTES)}: make smaller faces with --face-size, or several tours.`,
    );
  }
  if (!target.toLowerCase().endsWith('.zip')) {
    await renamed(work, target);
    return bytes;
  }
  const part = `${target}.part`;
  try {
    await pipeline(Readable.from(zipStream(files)), createWriteStream(part));
  } catch (error) {
    // It takes the room that the next run may lack.
    await rm(part, { force: true });
    throw error;
  }
  await renamed(part, target);
  await rm(work, { recursive: true, force: true });
  return (await stat(target)).size;
}

async function filesBelow(folder: string): Promise<{ readonly name: string; readonly path: string }[]> {
  const children = await readdir(folder, { withFileTypes: true, recursive: true });
  return children
    .filter((child) => child.isFile())
    .map((child) => join(child.parentPath, child.name))
    .sort()
    .map((path) => ({ name: relative(folder, path).replaceAll('\\', '/'), path }));
}
