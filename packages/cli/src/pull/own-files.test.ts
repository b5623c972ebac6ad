import { expect, test } from 'vitest';
import { ownFiles, signedFile } from './own-files.ts';

const GATEWAY = 'https://gateway.example';
const HOME = `${GATEWAY}/files/demo/loft/`;

const pathsIn = (...texts: unknown[]) => ownFiles(GATEWAY, 'loft', [{ base_url: HOME, texts }]).map(({ path }) => path);

test.each([
  ['cover.jpg', 'cover.jpg'],
  ['/model/loft.glb', 'model/loft.glb'],
  ['a/b.unusual', 'a/b.unusual'],
  ['封面.JPG', '封面.JPG'],
  [`${HOME}a%20b.mp3`, 'a b.mp3'],
  [`${HOME}no-ending`, 'no-ending'],
  ['model/living room.glb', 'model/living room.glb'],
  ['cover.jpg?v=2', 'cover.jpg'],
  ['assets/cover.jpg', 'cover.jpg'],
  [`${HOME}Assets/a.jpg`, 'a.jpg'],
])('%s is a file of the tour', (text, path) => {
  expect(pathsIn(text)).toEqual([path]);
});

test.each([
  ['a number', '0.45'],
  ['a version', '1.0.0'],
  ['the name of a host', 'homes.example.com'],
  ['an e-mail address', 'somebody@example.com'],
  ['words', 'Leaves in the wind.mp3'],
  ['a file of another tour', `${GATEWAY}/files/demo/other/cover.jpg`],
  ['a file on another host', 'https://cdn.example/files/demo/loft/cover.jpg'],
  ['a way out of the folder', '../../../etc/passwd.txt'],
  ['nothing', null],
])('%s is none', (_, text) => {
  expect(pathsIn(text)).toEqual([]);
});

test.each([
  ['title_picture_url', 'living room.jpg'],
  ['picture_url', '客厅 一.jpg'],
  ['material_textures', 'old oak.png'],
])('a name with blanks is a file where %s has it, and words elsewhere', (field, name) => {
  const paths = (payload: object) =>
    ownFiles(GATEWAY, 'loft', [{ base_url: HOME, ...payload }]).map(({ path }) => path);
  expect(paths({ [field]: name })).toEqual([name]);
  expect(paths({ [field]: [name] })).toEqual([name]);
  expect(paths({ title: name })).toEqual([]);
});

test('textures lie below the folder that the model names for them', () => {
  const model = { file_url: 'model/loft.glb', material_base_url: 'model/textures', material_textures: ['oak.jpg'] };
  expect(ownFiles(GATEWAY, 'loft', [{ base_url: HOME, model }]).map(({ path }) => path)).toEqual([
    'model/loft.glb',
    'model/textures/oak.jpg',
  ]);
});

test('data beside VR basic data names files by whole addresses only', () => {
  const videos = { url: `${HOME}videos/window.webm`, file_name: 'window.webm' };
  expect(ownFiles(GATEWAY, 'loft', [{ base_url: HOME }, videos]).map(({ path }) => path)).toEqual([
    'videos/window.webm',
  ]);
});

test('without an address at this gateway, relative names belong to nobody', () => {
  expect(ownFiles(GATEWAY, 'loft', [{ base_url: 'https://cdn.example/x/', cover: 'cover.jpg' }])).toEqual([]);
});

test.each(['http://localhost:4001', 'https://inside.example/behind'])(
  'a gateway that calls itself %s is asked for its files where it was called',
  (self) => {
    const home = `${self}/files/demo/loft/`;
    const found = ownFiles(GATEWAY, 'loft', [
      { base_url: home, cover: 'a b/c.jpg?v=2' },
      { url: `${home}d.mp3`, other: 'https://cdn.example/files/demo/loft/e.mp3' },
    ]);
    expect(found).toEqual([
      { path: 'a b/c.jpg', address: `${HOME}a%20b/c.jpg?v=2` },
      { path: 'd.mp3', address: `${HOME}d.mp3` },
    ]);
    expect(signedFile(GATEWAY, 'loft', `${home}private/x.pdf?s=1`)).toEqual({
      path: 'private/x.pdf',
      address: `${HOME}private/x.pdf?s=1`,
    });
  },
);

test.each([
  'http://169.254.169.254/latest/',
  'https://cdn.example/files/demo/other/x.pdf?s=1',
  'https://oss.example/loft/private/x.pdf?s=1',
  'no address',
])('a signed link elsewhere, %s, is never called', (link) => {
  expect(signedFile(GATEWAY, 'loft', link)).toBe(undefined);
});
