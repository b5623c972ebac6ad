import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { findTours, findUploadedTours } from './find-tours.ts';
import { TourRefused } from './problem.ts';
import { type BundleFiles, basics, useDirectory } from './testing/bundle.ts';
import { type ArchiveEntry, zipArchive } from './testing/zip-archive.ts';

const directory = useDirectory();
const info = JSON.stringify(basics('a'));
const LINK = 0o120777;
const entries = (...names: string[]): ArchiveEntry[] => names.map((name) => ({ name, content: info }));

/** The tours of an upload: where each is, the code that a work without one gets, and what is said. */
async function inArchive(archive: readonly ArchiveEntry[]) {
  try {
    const tours = await findUploadedTours({ ...bytesSource(zipArchive(archive)), name: 'a.zip' }).tours();
    return tours.map(({ label, workFile, codeOfFile, ignored, notices }) => ({
      label,
      ...(workFile !== undefined && { workFile, codeOfFile }),
      ...(ignored.length > 0 && { ignored }),
      said: notices.map(({ kind, file }) => `${kind} ${file}`),
    }));
  } catch (error) {
    if (error instanceof TourRefused) return error.problems.map(({ file, found }) => `${file}: ${found}`);
    throw error;
  }
}

describe('in an archive', () => {
  test('a folder with a file of a bundle is a tour, at any depth and in any capitals', async () => {
    expect(await inArchive(entries('vr-info.json'))).toEqual([{ label: 'a.zip', said: [] }]);
    expect(await inArchive(entries('x/y/VR-Info.JSON', 'z/hot-list.json', 'z/deeper/vr-info.json'))).toEqual([
      { label: 'a.zip/x/y', said: [] },
      { label: 'a.zip/z', said: [] },
    ]);
  });

  test('a folder of the name of such a file is none', async () => {
    expect(await inArchive(entries('vr-info.json/x/work.json'))).toEqual([
      { label: 'a.zip/vr-info.json/x', workFile: 'work.json', codeOfFile: 'x', said: [] },
    ]);
  });

  test('a work.json is a tour of its folder’s name, and its neighbours are ignored', async () => {
    expect(await inArchive(entries('x/Work.JSON', 'x/more.json', 'x/sub/a', 'x/.hidden'))).toEqual([
      { label: 'a.zip/x', workFile: 'Work.JSON', codeOfFile: 'x', ignored: ['more.json', 'sub/'], said: [] },
    ]);
    expect(await inArchive(entries('work.json'))).toEqual([
      { label: 'a.zip', workFile: 'work.json', codeOfFile: 'a', said: [] },
    ]);
    expect(await inArchive(entries('x/WORK.json', 'x/work.json'))).toMatchObject([{ workFile: 'work.json' }]);
  });

  test('each other JSON file is a work of its own name', async () => {
    expect(await inArchive(entries('x/one.json', 'two.JSONL', 'three.ndjson'))).toEqual([
      { label: 'a.zip/three.ndjson', workFile: 'three.ndjson', codeOfFile: 'three', said: [] },
      { label: 'a.zip/two.JSONL', workFile: 'two.JSONL', codeOfFile: 'two', said: [] },
      { label: 'a.zip/x/one.json', workFile: 'one.json', codeOfFile: 'one', said: [] },
    ]);
  });

  test('what belongs to no tour is said with the first, and what nobody made is not', async () => {
    const nobodys = ['.DS_Store', 'Thumbs.db', 'DESKTOP.INI', 'node_modules/x.json', '.git/config.json'];
    expect(
      await inArchive(entries('a/vr-info.json', 'b/vr-info.json', 'notes.txt', 'c/d.txt', 'c/inner.zip', ...nobodys)),
    ).toEqual([
      {
        label: 'a.zip/a',
        said: ['not-taken a.zip/c/d.txt', 'not-taken a.zip/c/inner.zip', 'not-taken a.zip/notes.txt'],
      },
      { label: 'a.zip/b', said: [] },
    ]);
    const like = ['my_node_modules/x.json', 'node_modules2/x.json', 'a.thumbs.db', 'desktop.ini.txt'];
    expect((await inArchive(entries(...like))).length).toBe(2);
  });

  test('what was left out is said with the first tour, but for what lies in a bundle or was made by nobody', async () => {
    const links = ['a/link', 'w/link', 'link', '.hidden/link'].map((name) => ({ name, mode: LINK }));
    expect(await inArchive([...entries('a/vr-info.json', 'w/work.json'), ...links])).toEqual([
      { label: 'a.zip/a', said: ['not-taken a.zip/w/link', 'not-taken a.zip/link'] },
      { label: 'a.zip/w', workFile: 'work.json', codeOfFile: 'w', said: [] },
    ]);
  });

  test('without tours what was left out says why', async () => {
    expect(await inArchive([{ name: 'vr-info.json', mode: LINK }, ...entries('notes.txt')])).toEqual([
      'a.zip/vr-info.json: a symbolic link',
    ]);
    expect(await inArchive(entries('notes.txt'))).toEqual([]);
    expect(await inArchive([])).toEqual([]);
  });

  test('are at most so many tours', { tags: 'slow' }, async () => {
    const many = (count: number) => entries(...Array.from({ length: count }, (_, at) => `${at}.json`));
    expect(await inArchive(many(500))).toHaveLength(500);
    expect(await inArchive(many(501))).toEqual(['a.zip: 501']);
  });
});

test('an uploaded work has the code of its file, and one file of a bundle is refused', async () => {
  const uploaded = (name: string) => findUploadedTours({ ...bytesSource(Buffer.from(info)), name }).tours();
  expect(await uploaded('loft-7.json')).toMatchObject([{ label: 'loft-7.json', codeOfFile: 'loft-7' }]);
  // Of its folder nothing is known: that of the process is not it.
  expect(await uploaded('Work.json')).toMatchObject([{ label: 'Work.json', codeOfFile: '' }]);
  const refused = await uploaded('VR-Info.json').catch((error: unknown) => error);
  expect(refused).toMatchObject({ problems: [{ file: 'VR-Info.json', found: 'one file of a bundle' }] });
});

describe('in a directory', () => {
  const found = async (files: BundleFiles) => {
    const root = await directory.write(files);
    const notTaken: string[] = [];
    const candidates = await findTours([root], notTaken);
    const tours = (await Promise.all(candidates.map((one) => one.tours()))).flat();
    const below = (name: string) => path.relative(root, name);
    return { tours: tours.map(({ label }) => below(label)).sort(), notTaken: notTaken.map(below).sort() };
  };

  test('tours are found at any depth, those in archives too, and the rest is named', async () => {
    const archive = zipArchive(entries('inner/vr-info.json'));
    const files = {
      'a/b/vr-info.json': info,
      'c/one.json': info,
      'c/two.zip': archive,
      'three.zip': archive,
      'four.json': info,
    };
    const others = { 'notes.txt': 'x', 'c/notes.txt': 'x', '.hidden/vr-info.json': info, 'node_modules/x.json': info };
    expect(await found({ ...files, ...others })).toEqual({
      tours: ['a/b', 'c/one.json', 'c/two.zip/inner', 'four.json', 'three.zip/inner'],
      notTaken: ['c/notes.txt', 'notes.txt'],
    });
  });

  test('without any there is one place without a tour', async () => {
    const root = await directory.write({ 'notes.txt': 'x' });
    const candidates = await findTours([root]);
    expect(candidates.map(({ label }) => label)).toEqual([root]);
    expect(await candidates[0]?.tours()).toEqual([]);
  });

  test('that does not exist is said by name', async () => {
    const root = await directory.write({ 'vr-info.json': info });
    await expect(findTours([root, `${root}/none`, '/dev/null'])).rejects.toThrow(
      `No such file or directory: ${root}/none, /dev/null`,
    );
  });
});
