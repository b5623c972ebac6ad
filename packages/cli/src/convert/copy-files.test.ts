import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TourOnDisk } from '@openhouse/server';
import { expect, test } from 'vitest';
import { copyFiles } from './copy-files.ts';

test('of two names that a disk takes for one the second does not replace the first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-copied-'));
  try {
    const tour: Pick<TourOnDisk, 'read'> = {
      async *read(path) {
        yield Buffer.from(`bytes of ${path}`);
      },
    };
    // As such a disk has it: either name leads to the one file.
    await symlink('A.jpg', join(folder, 'a.jpg'));
    await expect(copyFiles(tour as TourOnDisk, ['A.jpg', 'a.jpg'], folder)).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: expect.stringContaining('in the place of a.jpg'),
    });
    expect(await readFile(join(folder, 'A.jpg'), 'utf8')).toBe('bytes of A.jpg');
  } finally {
    await rm(folder, { recursive: true });
  }
});
