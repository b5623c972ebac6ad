import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TourOnDisk } from '@openhouse/server';
import { Refusal } from '../command.ts';
import { told } from '../told.ts';

/**
 * Copies files of a tour, none over another: disks that do not tell capitals apart take two names for one.
 * @param paths Below the tour's `assets/`; each is there.
 * @param folder That they come to lie below.
 * @throws {Refusal}
 */
export async function copyFiles(tour: TourOnDisk, paths: Iterable<string>, folder: string): Promise<void> {
  for (const path of paths) {
    const target = join(folder, ...path.split('/'));
    await mkdir(dirname(target), { recursive: true });
    await pipeline(Readable.from(tour.read(path)), createWriteStream(target, { flags: 'wx' })).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        throw new Refusal(
          'NAME_TAKEN',
          told`This disk has another file of the tour in the place of ${path}: it does not tell capitals apart. Convert to one that does.`,
        );
      },
    );
  }
}
