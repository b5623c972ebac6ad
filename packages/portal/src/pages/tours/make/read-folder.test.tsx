import { expect, test } from 'vitest';
import { chosenFolder, type Folder, readFolder } from './read-folder.ts';

/** Files as a picker for folders hands them over, by their paths. */
const chosen = (...paths: readonly string[]) =>
  chosenFolder(
    paths.map((path) =>
      Object.defineProperty(new File(['x'], path.replace(/.*\//, '')), 'webkitRelativePath', { value: path }),
    ),
  );
const FACES = ['front', 'right', 'back', 'left', 'up', 'down'];
const set = (beginning: string) => FACES.map((face) => `${beginning}${face}.png`);
const shown = async (folder: Folder) => {
  const { files, refused } = await readFolder(folder);
  return {
    files: files.map(({ path, folder: of, face }) => `${path} ${face === undefined ? of : face.label}`),
    refused: refused.map(({ name, reason }) => `${name} ${reason}`),
  };
};

test.each([
  [
    'pictures and a table',
    ['tour/b10.jpg', 'tour/b2.jpg', 'tour/p.csv'],
    ['b2.jpg tour', 'b10.jpg tour', 'p.csv tour'],
    [],
  ],
  [
    'what hides, and leftovers',
    ['t/a.jpg', 't/.b.jpg', 't/Thumbs.db', 't/__MACOSX/front.png', 't/.x/a.jpg'],
    ['a.jpg t'],
    [],
  ],
  ['a folder around it, twice', ['tour/tour/in/a.jpg'], ['a.jpg in'], []],
  ['leftovers beside a folder', ['tour/.DS_Store', 'tour/in/a.jpg'], ['a.jpg in'], []],
  [
    'a set in a folder',
    ['t/a.jpg', ...set('t/hall/')],
    ['a.jpg t', ...FACES.toSorted().map((face) => `hall/${face}.png hall`)],
    [],
  ],
  [
    'two sets in a folder',
    ['t/a.jpg', ...set('t/more/hall_'), ...set('t/more/attic_')],
    [
      'a.jpg t',
      ...FACES.toSorted().map((face) => `more/attic_${face}.png more/attic`),
      ...FACES.toSorted().map((face) => `more/hall_${face}.png more/hall`),
    ],
    [],
  ],
  [
    'panoramas in a folder',
    ['t/a.jpg', 't/more/one.jpg', 't/none/x.txt'],
    ['a.jpg t'],
    ['more/ folder of others', 'none/ folder of others'],
  ],
  ['nothing', ['t/.DS_Store'], [], ['t folder empty']],
] as const)('%s', async (_, paths, files, refused) => {
  expect(await shown(chosen(...paths))).toEqual({ files, refused });
});

test('a folder that cannot be read is named', async () => {
  const unreadable: Folder = { name: 'locked', children: () => Promise.reject(new Error('not allowed')) };
  expect(await shown(unreadable)).toEqual({ files: [], refused: ['locked folder unread'] });
  const around: Folder = {
    name: 't',
    children: async () => ({ files: [new File([], 'a.jpg')], folders: [unreadable] }),
  };
  expect(await shown(around)).toEqual({ files: ['a.jpg t'], refused: ['locked/ folder unread'] });
});
