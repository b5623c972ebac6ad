import { describe, expect, test } from 'vitest';
import { type ForeignAddress, namedFiles, ownFileAt, type TourPlace } from './named-files.ts';

const CODE = 'loft';
const HERE = 'https://gateway.example/files/acme/loft/';
const VR_INFO = 'vr-info.json';

/** What is found in VR basic data with these fields. */
function foundIn(fields: object, place?: TourPlace, file = VR_INFO) {
  const led: ForeignAddress[] = [];
  const copiedOnes: string[] = [];
  const found = namedFiles([{ file, value: fields }], CODE, {
    place,
    onForeign: (address) => led.push(address),
    onCopied: (address, path) => copiedOnes.push(`${address} ${path}`),
  });
  return {
    own: Object.fromEntries([...found.own].map(([path, { pointer }]) => [path, pointer])),
    foreign: Object.fromEntries([...found.foreign].map(([host, there]) => [host, [...there]])),
    copied: Object.fromEntries([...found.copied].map(([folder, there]) => [folder, [...there]])),
    copiedOnes,
    led: led.map(({ leadsTo }) => leadsTo),
    lacksBase: found.lacksBase,
  };
}
const nothing = { own: {}, foreign: {}, copied: {}, copiedOnes: [], led: [], lacksBase: false };

describe('a text of VR basic data is the address of a file', () => {
  test.each([
    ['a.jpg', 'a.jpg'],
    ['A.JPG', 'A.JPG'],
    ['a.jpg?v=1.0', 'a.jpg'],
    ['rooms/a.b2', 'rooms/a.b2'],
    ['rooms/front view.jpg', 'rooms/front view.jpg'],
    ['rooms/%E5%AE%A2.jpg', 'rooms/客.jpg'],
    ['/rooms/a.jpg', 'rooms/a.jpg'],
    ['./assets/a.jpg', 'a.jpg'],
    ['../a.jpg', 'a.jpg'],
    [`${'x'.repeat(1020)}.jpg`, `${'x'.repeat(1020)}.jpg`],
  ])('%s', (text, path) => {
    expect(foundIn({ a: text })).toEqual({ ...nothing, own: { [path]: '/a' }, lacksBase: true });
  });

  test.each([
    '1.05',
    '/1.05',
    'homes.example.com',
    '.jpg',
    'a.unknown',
    'rooms/a.toolongending',
    'rooms/a.1b',
    'mail@a.jpg',
    'a:b.jpg',
    'a#b.jpg',
    'two\nlines.jpg',
    'what is a.jpg? a file',
    `${'x'.repeat(1025)}.jpg`,
    'no dot',
    '',
  ])('%j is none', (text) => {
    expect(foundIn({ a: text })).toEqual(nothing);
  });

  test('wherever it stands, and its pointer says so', () => {
    const value = { 'a/b': { '~c': [null, 'x', { d: 'deep.jpg' }] }, numbers: [1, 'not looked at.jpg'] };
    expect(foundIn(value).own).toEqual({ 'deep.jpg': '/a~1b/~0c/2/d' });
    expect(foundIn({ a: 'twice.jpg', b: 'twice.jpg' }).own).toEqual({ 'twice.jpg': '/a' });
  });

  test('in VR basic data alone: in other files only whole addresses count', () => {
    expect(foundIn({ a: 'a.jpg', b: 'https://cdn.example/b.jpg' }, undefined, 'hot-list.json')).toEqual({
      ...nothing,
      foreign: { 'cdn.example': ['https://cdn.example/b.jpg'] },
      led: ['https://cdn.example/b.jpg'],
    });
    for (const value of [null, 'a.jpg', 7]) expect(namedFiles([{ file: VR_INFO, value }], CODE).own.size).toBe(0);
  });

  test('in the file list by its place, whatever it looks like', () => {
    const list = {
      file_list: [{ path: 'no ending' }, { path: '/b.jpg' }, { path: 'folder/' }, { path: '' }, { name: 'c.jpg' }],
    };
    expect(foundIn(list, undefined, 'file-detail.json').own).toEqual({
      'no ending': '/file_list/0/path',
      '/b.jpg': '/file_list/1/path',
    });
    const tenth = { file_list: Array.from({ length: 11 }, (_, at) => (at < 10 ? {} : { path: 'tenth' })) };
    expect(foundIn(tenth, undefined, 'file-detail.json').own).toEqual({ tenth: '/file_list/10/path' });
    const elsewhere = { file_list: [{ path: { path: 'inner' } }], more: { file_list: [{ path: 'more' }] } };
    expect(foundIn(elsewhere, undefined, 'file-detail.json').own).toEqual({});
    expect(foundIn(list, undefined, 'hot-list.json').own).toEqual({});
  });
});

describe('a whole address', () => {
  test.each([
    ['https://CDN.example/a.jpg', 'cdn.example'],
    ['HTTP://cdn.example:8080/a.jpg?v=1', 'cdn.example:8080'],
    ['//cdn.example/a/b.jpg#x', 'cdn.example'],
    ['https://cdn.example/rooms/a.xyz', 'cdn.example'],
    ['https://cdn.example/page.html.jpg', 'cdn.example'],
  ])('%s of a file leads elsewhere', (address, host) => {
    expect(foundIn({ a: address })).toEqual({
      ...nothing,
      foreign: { [host]: [address] },
      led: [new URL(address, 'https://tour.invalid').href],
    });
  });

  test.each([
    'https://cdn.example',
    'https://cdn.example.jpg',
    'https://cdn.example?a=b.jpg',
    'https://cdn.example/page',
    'https://cdn.example/page.html',
    'https://cdn.example/page.htm?x=1',
    'https://cdn.example/page.PHP',
    'https://cdn.example/page.asp#x',
    'https://cdn.example/page.aspx',
    'https://cdn.example/page.jsp',
    'see https://cdn.example/a.jpg',
  ])('%s is none of a file', (address) => {
    expect(foundIn({ a: address })).toEqual(nothing);
  });

  test.each([
    [`${HERE}a.jpg`, 'a.jpg'],
    ['http://other.example/files/any/loft/rooms/%E5%AE%A2.jpg?v=1', 'rooms/客.jpg'],
    ['//other.example/open/files/any/loft/no-ending', 'no-ending'],
  ])('%s is one of the tour’s own files where no place is known', (address, path) => {
    expect(foundIn({ a: address })).toEqual({ ...nothing, own: { [path]: '/a' } });
  });

  test.each([`${HERE}`, `${HERE}folder/`])('%s is a folder, not a file', (address) => {
    expect(foundIn({ a: address })).toEqual(nothing);
  });

  test.each([
    'https://gateway.example/files/acme/other/a.jpg',
    'https://gateway.example/files/loft/a.jpg',
    'https://gateway.example/loft/a.jpg',
    'https://gateway.example/loft/a.jpg?at=/files/',
    'https://gateway.example/files/acme/loft/%E5.jpg',
  ])('%s is another tour’s, or none', (address) => {
    expect(foundIn({ a: address })).toMatchObject({ own: {}, foreign: { 'gateway.example': [address] } });
  });
});

describe('base_url', () => {
  test.each([
    [HERE, 'a.jpg', false],
    [`${HERE}rooms//`, 'rooms/a.jpg', false],
    ['rooms', 'rooms/a.jpg', true],
    ['/assets/rooms/', 'rooms/a.jpg', true],
    ['', 'a.jpg', true],
    [7, 'a.jpg', true],
  ])('%j is where relative addresses start from', (base_url, path, lacksBase) => {
    expect(foundIn({ base_url, a: 'a.jpg' })).toEqual({ ...nothing, own: { [path]: '/a' }, lacksBase });
  });

  test('elsewhere leads all relative addresses there, and is no file itself', () => {
    const base_url = 'https://cdn.example/v1.jpg//';
    expect(foundIn({ base_url, a: 'a.jpg', b: 'b.jpg' })).toEqual({
      ...nothing,
      foreign: { 'cdn.example': ['a.jpg', 'b.jpg'] },
      led: ['https://cdn.example/v1.jpg/a.jpg', 'https://cdn.example/v1.jpg/b.jpg'],
    });
    expect(foundIn({ base_url: 'https://cdn.example/v1.jpg' })).toEqual(nothing);
    const same = 'https://cdn.example/a.jpg';
    expect(foundIn({ base_url: same, a: same }).foreign, 'the same address at another place is one').toEqual({
      'cdn.example': [same],
    });
    expect(foundIn({ base_url: `${HERE}a.jpg`, a: `${HERE}a.jpg` }).own).toEqual({ 'a.jpg': '/a' });
  });

  test.each([
    ['', 'a.jpg', 'a.jpg'],
    ['', 'assets/a.jpg', 'a.jpg'],
    ['rooms//', 'a.jpg', 'rooms/a.jpg'],
    [`${HERE}rooms`, 'a.jpg', 'rooms/a.jpg'],
    [HERE, 'https://x.example/files/a/loft/b.jpg', 'b.jpg'],
    ['https://cdn.example/', 'a.jpg', undefined],
    ['', 'https://cdn.example/a.jpg', undefined],
  ])('%j has at %j the file %j', (base, address, path) => {
    expect(ownFileAt(base, CODE, address)).toBe(path);
  });
});

describe('textures of the model', () => {
  const model = (material_base_url: unknown) => ({
    model: { material_base_url, material_textures: ['0.jpg'], file_url: '0.jpg' },
  });

  test.each([
    ['textures', { 'textures/0.jpg': '/model/material_textures/0', '0.jpg': '/model/file_url' }],
    ['textures//', { 'textures/0.jpg': '/model/material_textures/0', '0.jpg': '/model/file_url' }],
    ['', { '0.jpg': '/model/material_textures/0' }],
    [null, { '0.jpg': '/model/material_textures/0' }],
    [`${HERE}t/`, { 't/0.jpg': '/model/material_textures/0', '0.jpg': '/model/file_url' }],
  ])('are below material_base_url %j, and no other file of their name is', (base, own) => {
    expect(foundIn(model(base))).toMatchObject({ own, foreign: {} });
  });

  test('may be files of the tour at another gateway: those lead there, whatever the bundle has', () => {
    const there = 'https://old.example/files/acme/loft/t/';
    expect(foundIn(model(there), { filesUrl: HERE, paths: ['0.jpg', 't/0.jpg'] })).toMatchObject({
      own: { '0.jpg': '/model/file_url' },
      foreign: { 'old.example': ['0.jpg'] },
      led: [`${there}0.jpg`],
    });
  });

  test('may be elsewhere', () => {
    expect(foundIn(model('https://cdn.example/t'))).toMatchObject({
      own: { '0.jpg': '/model/file_url' },
      foreign: { 'cdn.example': ['0.jpg'] },
      led: ['https://cdn.example/t/0.jpg'],
    });
  });
});

describe('an address of the tour’s files at another gateway or Team', () => {
  const place = { filesUrl: HERE, paths: ['a.jpg', 'rooms/Cafe\u0301.jpg'] };
  const there = 'https://old.example/files/acme/loft/';

  test('is its own where the bundle has the file, in any spelling, and leads elsewhere where it has not', () => {
    const [has, spelt, lacks] = [`${there}a.jpg`, `${there}rooms/caf%C3%A9.jpg`, `${there}b.jpg`];
    expect(foundIn({ has, spelt, lacks, here: `${HERE}c.jpg` }, place)).toEqual({
      ...nothing,
      own: { 'a.jpg': '/has', 'rooms/café.jpg': '/spelt', 'c.jpg': '/here' },
      copied: { 'old.example/files/acme/loft/': [has, spelt] },
      copiedOnes: [`${has} a.jpg`, `${spelt} rooms/café.jpg`],
      foreign: { 'old.example': [lacks] },
      led: [lacks],
    });
  });

  test('is named where it occurs first, like an address elsewhere', () => {
    const value = { a: `${there}b.jpg`, b: `${there}c.jpg`, c: `${there}a.jpg`, d: `${there}rooms/Café.jpg` };
    expect(namedFiles([{ file: 'hot-list.json', value }], CODE, { place })).toMatchObject({
      firstForeign: { file: 'hot-list.json', pointer: '/a', address: value.a },
      firstCopied: { file: 'hot-list.json', pointer: '/c', address: value.c },
    });
    const based = { base_url: there, a: 'a.jpg' };
    const { firstForeign, firstCopied } = namedFiles([{ file: VR_INFO, value: based }], CODE, { place });
    expect([firstForeign, firstCopied]).toEqual([undefined, { file: VR_INFO, pointer: '/base_url', address: there }]);
  });

  test('may be another Team of this gateway', () => {
    const address = 'https://gateway.example/files/other/loft/a.jpg';
    expect(foundIn({ a: address }, place).copied).toEqual({ 'gateway.example/files/other/loft/': [address] });
  });

  test('as base_url counts once, for the files that the bundle has', () => {
    expect(foundIn({ base_url: there, a: 'a.jpg', b: 'b.jpg' }, place)).toEqual({
      ...nothing,
      own: { 'a.jpg': '/a' },
      copied: { 'old.example/files/acme/loft/': [there] },
      foreign: { 'old.example': ['b.jpg'] },
      led: [`${there}b.jpg`],
    });
  });
});
