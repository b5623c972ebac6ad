import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TourOnDisk } from '@openhouse/server';
import { Refusal } from '../command.ts';
import { joined, type Told, told } from '../told.ts';
import { copyFiles } from './copy-files.ts';
import type { ShownScene } from './shown-scenes.ts';

/** Folder of the pictures, beside the file that names them. */
const PICTURES = 'pictures';
/** What could not be carried over, a line each. */
const LOST_FILE = 'not-carried-over.txt';

/** @returns The address of a picture, from the file that names it. */
export const addressOf = (path: string): string => [PICTURES, ...path.split('/')].map(encodeURIComponent).join('/');

/**
 * Writes the pictures of scenes, and the list of what was lost.
 * @returns The list.
 */
export async function writePictures(
  tour: TourOnDisk,
  scenes: readonly ShownScene[],
  directory: string,
  lost: readonly Told[],
): Promise<readonly Told[]> {
  if (scenes.length === 0) {
    const nothing = told`No viewpoint has its six pictures in the bundle: there is nothing to write.`;
    const why = joined([nothing, ...lost], '\n  ');
    throw new Refusal('NO_PANORAMAS', why, 2);
  }
  await copyFiles(tour, new Set(scenes.flatMap(({ files }) => Object.values(files))), join(directory, PICTURES));
  if (lost.length > 0) await writeFile(join(directory, LOST_FILE), lost.map((one) => `${one}\n`).join(''));
  return lost;
}
