import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPrivateFile } from '@openhouse/contract';
import { type Face, faces } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { newPreview, type Preview } from '../panoramas/preview.ts';
import { DecodeFailed, openPicture } from '../panoramas/read-band.ts';
import { loadSharp, type Sharp } from '../panoramas/sharp.ts';
import { loadServer } from '../server.ts';
import { joined, type Told, told } from '../told.ts';
import { copyFiles } from './copy-files.ts';
import { type Cube, cubeFiles } from './cube-files.ts';
import type { OnProgress } from './on-progress.ts';

/** Where previews are put, below the tour's files. */
const FOLDER = 'previews';
/** Pictures that are decoded at once. */
const VIEWPOINTS_AT_ONCE = 2;

/** A viewpoint that lacks its preview, and what it takes to make one. */
interface Lacking {
  /** Its place in the list of panoramas. */
  readonly position: number;
  readonly label: string;
  /** Paths of its faces below the tour's files; undefined where one is not there. */
  readonly files: Readonly<Record<Face, string>> | undefined;
}

/**
 * Writes a tour as a bundle, with a small picture of each viewpoint that has none (decision 0247). All else stays as it is, to
 * the byte.
 */
export async function writeBundle(
  tour: TourOnDisk,
  directory: string,
  onProgress: OnProgress,
): Promise<readonly Told[]> {
  const assets = join(directory, 'assets');
  const { lacking, count } = lackingIn(tour);
  // Only a tour that lacks previews needs a decoder. Where there is none, nothing is written.
  const sharp = lacking.some(({ files }) => files !== undefined) ? await loadSharp() : undefined;
  await copyFiles(tour, tour.files.keys(), assets);
  const made = await makePreviews(tour, lacking, assets, sharp, onProgress);
  const { withMembersInList } = await loadServer();
  const members = Array.from({ length: count }, (_, position) => {
    const path = made.paths.get(position);
    return path === undefined ? undefined : { preview: JSON.stringify(path) };
  });
  for (const [operation, json] of tour.payloads) {
    const whole = operation === 'vr-info' ? withMembersInList(json, ['panorama', 'list'], members) : json;
    await writeFile(join(directory, `${operation}.json`), whole);
  }
  return made.lost;
}

function lackingIn(tour: TourOnDisk): { readonly lacking: readonly Lacking[]; readonly count: number } {
  const info = JSON.parse(tour.payloads.get('vr-info')?.toString() ?? '{}');
  const list: unknown = info?.panorama?.list;
  if (!Array.isArray(list)) return { lacking: [], count: 0 };
  const lacking = list.flatMap((cube: unknown, position): Lacking[] => {
    if (typeof cube !== 'object' || cube === null || Array.isArray(cube)) return [];
    const { preview, index } = cube as Cube;
    if (typeof preview === 'string' && preview !== '') return [];
    return [{ position, label: String(index ?? position), files: cubeFiles(tour, cube as Cube) }];
  });
  return { lacking, count: list.length };
}

/** @returns Position in the list of panoramas → path of the preview; and what has none, a sentence each. */
async function makePreviews(
  tour: TourOnDisk,
  lacking: readonly Lacking[],
  assets: string,
  sharp: Sharp | undefined,
  onProgress: OnProgress,
) {
  const paths = new Map<number, string>();
  const broken: Told[] = [];
  const apart: string[] = [];
  const waiting = [...lacking];
  let done = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { position, label, files } = next;
      const path = files && pathOf(tour, position, Object.values(files).some(isPrivateFile));
      if (sharp === undefined || files === undefined || path === undefined) apart.push(label);
      else {
        try {
          const preview = newPreview(sharp);
          for (const face of faces) await addFace(tour, sharp, preview, face, files[face]);
          await mkdir(dirname(join(assets, path)), { recursive: true });
          await writeFile(join(assets, path), await preview.jpeg(), { flag: 'wx' });
          paths.set(position, path);
        } catch (error) {
          if (!(error instanceof DecodeFailed)) throw error;
          broken.push(told`the preview of viewpoint ${label}: ${error.said}`);
        }
      }
      done += 1;
      onProgress(done, lacking.length, label);
    }
  };
  await Promise.all(Array.from({ length: VIEWPOINTS_AT_ONCE }, work));
  const [first] = apart;
  if (first === undefined) return { paths, lost: broken };
  const missing = told`previews of viewpoints whose six pictures are not all here: ${apart.length}, such as ${first}`;
  return { paths, lost: [...broken, missing] };
}

/** @throws {DecodeFailed} With the name of the file. */
async function addFace(tour: TourOnDisk, sharp: Sharp, preview: Preview, face: Face, file: string): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tour.read(file)) chunks.push(chunk);
  try {
    await preview.add(face, await openPicture(sharp, Buffer.concat(chunks)));
  } catch (error) {
    if (!(error instanceof DecodeFailed)) throw error;
    throw new DecodeFailed(joined([told`${file}`, error.said], ': '));
  }
}

/**
 * @param isPrivate Whether a face is: then the small picture of it is, too.
 * @returns A path below the tour's files that is free; undefined where the tour's addresses start elsewhere.
 */
function pathOf(tour: TourOnDisk, position: number, isPrivate: boolean): string | undefined {
  const name = `${isPrivate ? 'private/' : ''}${FOLDER}/${position}`;
  let path = `${name}.jpg`;
  for (let more = 2; tour.files.has(path); more += 1) path = `${name}-${more}.jpg`;
  return tour.pathOf(path) === path ? path : undefined;
}
