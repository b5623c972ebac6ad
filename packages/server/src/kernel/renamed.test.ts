import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { renamed } from './renamed.ts';

const folder = useFolder();

/** A disk on which a virus scanner holds what was written for so many tries. */
function scanned(code: string, tries: number) {
  let left = tries;
  const waits: number[] = [];
  return {
    waits,
    rename: async (from: string, to: string) => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error(code), { code, syscall: 'rename' });
      await rename(from, to);
    },
    sleep: async (ms: number) => void waits.push(ms),
  };
}

describe.each(['EPERM', 'EACCES', 'EBUSY'])('a folder that a virus scanner has open (%s)', (code) => {
  test('gets its name when it is let go', async () => {
    const at = join(folder, `${code}-once`);
    await mkdir(join(at, 'draft'), { recursive: true });
    await writeFile(join(at, 'draft', 'a.json'), '{}');
    const disk = scanned(code, 3);
    await renamed(join(at, 'draft'), join(at, 'whole'), disk);
    expect(await readdir(at)).toEqual(['whole']);
    expect(disk.waits).toHaveLength(3);
  });

  test('that is never let go is refused after two seconds', async () => {
    const disk = scanned(code, Number.POSITIVE_INFINITY);
    await expect(renamed('a', 'b', disk)).rejects.toMatchObject({ code });
    expect(disk.waits.reduce((sum, ms) => sum + ms, 0)).toBe(2000);
  });
});

test('any other failure is one at once', async () => {
  const disk = scanned('ENOSPC', 1);
  await expect(renamed('a', 'b', disk)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(disk.waits).toEqual([]);
});
