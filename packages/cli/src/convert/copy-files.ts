import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TourOnDisk } from '@openhouse/server';

/**
 * Copies files of a tour.
 * @param paths Below the tour's `assets/`; each is there.
 * @param folder That they come to lie below.
 */
export async function copyFiles(tour: TourOnDisk, paths: Iterable<string>, folder: string): Promise<void> {
  for (const path of paths) {
    const target = join(folder, ...path.split('/'));
    await mkdir(dirname(target), { recursive: true });
    await pipeline(Readable.from(tour.read(path)), createWriteStream(target));
  }
}
