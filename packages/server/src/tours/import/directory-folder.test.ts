import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryFolder } from './directory-folder.ts';
import { readWhole } from './folder.ts';
import { TourRefused } from './problem.ts';
import { useDirectory } from './testing/bundle.ts';

const directory = useDirectory();
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => [],
    (error: unknown) =>
      error instanceof TourRefused ? error.problems.map(({ file, found }) => `${file}: ${found}`) : error,
  );

describe('a directory', () => {
  test('has its entries and files in the order of their names', async () => {
    const names = ['b', 'a', 'c', 'C', 'e', 'd'];
    const folder = directoryFolder(await directory.write(Object.fromEntries(names.map((name) => [name, 'x']))));
    expect((await folder.entries()).map(({ name }) => name)).toEqual([...names].sort());
    expect([...(await folder.files()).sizes.keys()]).toEqual([...names].sort());
  });

  test('has links that are left out, and read by nobody, also when one takes the place of a file', async () => {
    const root = await directory.write({ 'a.txt': 'x', 'sub/b.txt': 'xy' });
    await symlink(path.join(root, 'a.txt'), path.join(root, 'sub/link.txt'));
    const { sizes, leftOut } = await directoryFolder(root).files();
    expect([...sizes]).toEqual([
      ['a.txt', 1],
      ['sub/b.txt', 2],
    ]);
    expect(leftOut.map(({ file, found }) => `${file}: ${found}`)).toEqual(['sub/link.txt: a symbolic link']);
    expect(await directoryFolder(root).folder('sub').entries()).toContainEqual({ name: 'link.txt', kind: 'other' });
    await expect(readWhole(directoryFolder(root).folder('sub'), 'link.txt')).rejects.toThrow('ELOOP');
  });

  test('is read sixteen folders deep, and refused below, with at most twenty of the places', async () => {
    const below = (folders: number, name = 'f') => path.join(...Array.from({ length: folders }, () => name));
    const root = await directory.write({ [path.join(below(16), 'a')]: 'x' });
    expect([...(await directoryFolder(root).files()).sizes.keys()]).toEqual([`${'f/'.repeat(16)}a`]);
    for (let at = 0; at < 25; at += 1) await mkdir(path.join(root, below(16), `deep-${at}`));
    const problems = await refusal(directoryFolder(root).files());
    expect(problems).toHaveLength(20);
    expect(problems).toContain(`${'f/'.repeat(16)}deep-0: a deeper one`);
  });
});
