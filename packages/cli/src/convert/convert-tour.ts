import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { TourOnDisk } from '@openhouse/server';
import { UsageError } from '../command.ts';
import { loadServer } from '../server.ts';
import { type Told, told } from '../told.ts';
import type { World } from '../world.ts';
import { writeRefusal } from '../write-refusal.ts';
import type { OnProgress } from './on-progress.ts';
import { writeBundle } from './write-bundle.ts';
import { writePannellum } from './write-pannellum.ts';
import { writePhotoSphereViewer } from './write-photo-sphere-viewer.ts';
import { writeSite } from './write-site.ts';

/** What a tour can become, and what writes it. */
const writers = {
  site: writeSite,
  pannellum: writePannellum,
  'photo-sphere-viewer': writePhotoSphereViewer,
  bundle: writeBundle,
} as const satisfies Record<string, WriteTour>;

export type Format = keyof typeof writers;
export const formats = Object.keys(writers) as readonly Format[];

/**
 * Writes a tour into a directory that is empty.
 * @returns What could not be carried over, a sentence each.
 */
export type WriteTour = (tour: TourOnDisk, directory: string, onProgress: OnProgress) => Promise<readonly Told[]>;

export interface ConvertedTour {
  readonly code: string;
  readonly name: string;
  readonly format: Format;
  /** Of the directory, as it was asked for. */
  readonly path: string;
  readonly lost: readonly Told[];
}

export interface TourConversion {
  /** Of the bundle, as it was asked for. */
  readonly source: string;
  readonly format: string;
  /** Of the directory to write; undefined for one named after the tour. */
  readonly out: string | undefined;
  readonly onProgress: OnProgress;
}

/**
 * Writes a tour in another format. The directory appears when it is whole.
 * @throws {UsageError} @throws {Refusal}
 */
export async function convertTour(
  { source, format, out, onProgress }: TourConversion,
  { directory, whenEnded }: Pick<World, 'directory' | 'whenEnded'>,
): Promise<ConvertedTour> {
  if (!isFormat(format)) {
    throw new UsageError(told`${JSON.stringify(format)} is no format: a tour becomes ${formats.join(', ')}.`);
  }
  const { removeLeftBehind, removeUnfinished, tourOnDisk, wholeFolder } = await loadServer();
  const tour = await tourOnDisk(resolve(directory, source));
  const path = out ?? `${tour.code}-${format}`;
  const target = resolve(directory, path);
  if (existsSync(target)) {
    throw new UsageError(told`${path} is there already: remove it, or name another place with --out.`);
  }
  whenEnded?.({ cleans: removeUnfinished });
  try {
    await mkdir(dirname(target), { recursive: true });
    await removeLeftBehind(dirname(target));
    const lost = await wholeFolder(target, (folder) => writers[format](tour, folder, onProgress));
    return { code: tour.code, name: tour.name, format, path, lost };
  } catch (error) {
    throw writeRefusal(error, path) ?? error;
  }
}

const isFormat = (word: string): word is Format => Object.hasOwn(writers, word);
