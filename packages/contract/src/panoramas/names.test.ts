import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byName,
  codeOf as codeWith,
  faceOf,
  fileKindOf,
  nameOf,
  namesApart,
  PICTURE_EXTENSIONS,
  stemOf,
} from './names.ts';

const codeOf = (name: string) => codeWith(name, (text) => createHash('sha256').update(text).digest('hex'));

test.each([
  ['01_living-room', 'living-room'],
  ['02-客厅', '客厅'],
  ['3. Küche', 'Küche'],
  ['04、主卧', '主卧'],
  ['2 bedrooms', '2 bedrooms'],
  ['2-й этаж', '2-й этаж'],
  ['2-этаж', 'этаж'],
  ['IMG_0012', 'IMG 0012'],
  ['20240501_120000', '20240501 120000'],
  ['007', '007'],
  ['cafe\u0301', 'café'],
  ['a\u001b[2Jb\u202ec', 'a[2Jbc'],
  ['1_👩‍👩‍👧 🛋️', '👩‍👩‍👧 🛋️'],
  ['می‌خواهم', 'می‌خواهم'],
  ['a\u200d\u200b', 'a'],
  ['\u200d\u200b', 'Viewpoint'],
  [`${'x'.repeat(79)}👩‍👧`, `${'x'.repeat(79)}👩`],
  ['___', 'Viewpoint'],
  ['x'.repeat(300), 'x'.repeat(80)],
])('%j is called %j', (stem, name) => {
  expect(nameOf(stem)).toBe(name);
});

test.each([
  [
    ['1. OG Küche', '2. OG Küche', '3. OG Bad'],
    ['1. OG Küche', '2. OG Küche', '3. OG Bad'],
  ],
  [
    ['EG Küche', '1. OG Bad', '2. DG Bad'],
    ['EG Küche', '1. OG Bad', '2. DG Bad'],
  ],
  [
    ['1._patro chodba', '1._patro ložnice', '2._půda'],
    ['1. patro chodba', '1. patro ložnice', '2. půda'],
  ],
  [
    ['1. Flur', '2. Küche', '3. Bad'],
    ['Flur', 'Küche', 'Bad'],
  ],
  [
    ['1. Flur', '2_Küche', '3-Bad'],
    ['Flur', 'Küche', 'Bad'],
  ],
  [
    ['01_Flur', '02_Bad', '03_Bad', 'Dach'],
    ['Flur', '02 Bad', '03 Bad', 'Dach'],
  ],
  [
    ['01_hall', '2-Hall', 'attic'],
    ['01 hall', '2-Hall', 'attic'],
  ],
  [
    ['1_hall', 'hall'],
    ['1 hall', 'hall'],
  ],
  [
    ['hall', 'Hall'],
    ['hall', 'Hall'],
  ],
])('%j are told apart as %j', (stems, names) => {
  expect(namesApart(stems.map((stem) => ({ stem, name: nameOf(stem) })))).toEqual(names);
});

test('a name that a person gave stays, beside a file of that name too', () => {
  const scenes = [
    { stem: '1_kitchen', name: 'Hall' },
    { stem: '2_hall', name: 'hall' },
  ];
  expect(namesApart(scenes)).toEqual(['Hall', '2 hall']);
  const typed = [{ stem: '1_kitchen', name: '1 kitchen' }];
  expect(namesApart(typed)).toEqual(['1 kitchen']);
});

test('whatever a file is called, its viewpoint has a name on one line', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (stem) => {
      const name = nameOf(stem);
      expect(name).toMatch(/^(?:[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|\u200c|\u200d){1,160}$/u);
    }),
  );
});

test('files are in the order of their numbers', () => {
  expect(['pano 10', 'pano 9', '客厅 2', 'pano 1'].sort(byName)).toEqual(['pano 1', 'pano 9', 'pano 10', '客厅 2']);
});

test.each([
  ['hall_front', { face: 'front', set: 'hall' }],
  ['hall.U', { face: 'up', set: 'hall' }],
  ['hall-bottom', { face: 'down', set: 'hall' }],
  ['客厅_后', { face: 'back', set: '客厅' }],
  ['left', { face: 'left', set: '' }],
  ['Hall-FRONT', { face: 'front', set: 'Hall' }],
  ['px', { face: 'right', set: '' }],
  ['hall_NZ', { face: 'back', set: 'hall' }],
  ['posy', { face: 'up', set: '' }],
  ['hall_neg-x', { face: 'left', set: 'hall' }],
  ['hall.Pos.Z', { face: 'front', set: 'hall' }],
  ['hall neg y', { face: 'down', set: 'hall' }],
  ['hall_x', undefined],
  ['0', undefined],
  ['backyard', undefined],
  ['shed', undefined],
])('%j as a face', (stem, face) => {
  expect(faceOf(stem)).toEqual(face);
});

test('a code is the name in letters that a code has, else the same one for the same name', () => {
  expect(codeOf('Lake House 2')).toBe('lake-house-2');
  expect(codeOf('Café')).toBe('cafe');
  expect(codeOf('湖边')).toMatch(/^tour-[0-9a-f]{10}$/);
  expect(codeOf('湖边')).toBe(codeOf('湖边'));
  expect(codeOf('../../etc')).not.toContain('.');
});

test.each([
  ['hall.jpg', 'hall'],
  ['set/01.hall.PNG', '01.hall'],
  ['C:\\set\\hall.webp', 'hall'],
  ['hall', 'hall'],
  ['.hidden', '.hidden'],
])('%j without folders and extension', (file, stem) => {
  expect(stemOf(file)).toBe(stem);
});

test('JPEG is read whatever programs call it', () => {
  expect(['a.jpg', 'a.JPEG', 'a.jfif', 'a.JPE', 'a.jpx'].map(fileKindOf)).toEqual([
    ...Array.from({ length: 4 }, () => 'picture'),
    'other',
  ]);
  expect(PICTURE_EXTENSIONS.map((one) => fileKindOf(`a.${one}`))).not.toContain('other');
});
