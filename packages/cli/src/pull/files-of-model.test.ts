import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesNamed, filesOfModel, isCounted } from './files-of-model.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const GLTF = { buffers: [{ uri: 'walls%20of.bin' }, { uri: 'data:,x' }], images: [{ uri: '../oak.jpg?v=2' }, {}] };

function glb(value: unknown): Buffer {
  const text = json(value);
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, text]);
}

function batched(file: Buffer): Buffer {
  const tables = ['{"BATCH_LENGTH":0}', 'x', '{}', ''].map((text) => Buffer.from(text));
  const head = Buffer.alloc(28);
  head.write('b3dm');
  tables.forEach(({ length }, at) => {
    head.writeUInt32LE(length, 12 + 4 * at);
  });
  return Buffer.concat([head, ...tables, file]);
}

test.each([
  ['m/house.gltf', json(GLTF)],
  ['m/house.glb', glb(GLTF)],
  ['m/house.b3dm', batched(glb(GLTF))],
  ['m/house.glb', gzipSync(glb(GLTF))],
])('%s names its buffers and pictures', (path, file) => {
  expect(filesOfModel(path, file)).toEqual(['m/walls of.bin', 'oak.jpg']);
});

test('a name that nobody escaped is meant as it is written, and takes no other with it', () => {
  const images = [{ uri: 'oak 50%.jpg' }, { uri: 'oak%2050%25.png' }, { uri: '木%.jpg' }];
  const named = ['m/walls.bin', 'm/oak 50%.jpg', 'm/oak 50%.png', 'm/木%.jpg'];
  expect(filesOfModel('m/house.gltf', json({ buffers: [{ uri: 'walls.bin' }], images }))).toEqual(named);
});

test('a tileset names tiles and tilesets at any depth, as either version of the standard writes them', () => {
  const root = {
    content: { uri: 'a.glb' },
    children: [
      { contents: [{ uri: 'b/1.glb' }, { uri: 'b/2.glb' }], children: [{ content: { url: '../c.b3dm' } }] },
      { content: { uri: 'deeper/tiles.json?x=1#y' } },
      { content: { uri: 'https://cdn.example.com/d.glb' } },
      { content: { uri: '../../../e.glb' } },
      { content: { uri: 7 } },
    ],
  };
  const named = filesOfModel('tiles/tileset.json', json({ root, schemaUri: 'schema.json' }));
  expect(named.sort()).toEqual([
    'c.b3dm',
    'tiles/a.glb',
    'tiles/b/1.glb',
    'tiles/b/2.glb',
    'tiles/deeper/tiles.json',
    'tiles/schema.json',
  ]);
});

test('of tiles that are counted each file that there is', () => {
  const root = {
    content: { uri: 'tiles/{level}/{x}-{y}.glb' },
    implicitTiling: { subtrees: { uri: 'which/{level}.{x}.{y}.subtree' } },
  };
  const names = filesOfModel('t/tileset.json', json({ root }));
  expect(names).toEqual(['t/which/{level}.{x}.{y}.subtree', 't/tiles/{level}/{x}-{y}.glb']);
  expect(names.every(isCounted)).toBe(true);
  const files = [
    't/tiles/0/0-0.glb',
    't/tiles/12/7-30.glb',
    't/tiles/1/a-0.glb',
    't/which/0.0.0.subtree',
    't/which/0x0.0.subtree',
  ];
  expect(names.flatMap((name) => filesNamed(name, files))).toEqual([
    't/which/0.0.0.subtree',
    't/tiles/0/0-0.glb',
    't/tiles/12/7-30.glb',
  ]);
  expect(filesNamed('t/{x}.glb', files)).toEqual(['t/{x}.glb']);
  expect(filesNamed('t/house.glb', files)).toEqual(['t/house.glb']);
});

test('a tileset may be deeper than calls nest', () => {
  const file = `{"root":${'{"children":['.repeat(4000)}{"content":{"uri":"x.glb"}}${']}'.repeat(4000)}}`;
  expect(filesOfModel('tileset.json', Buffer.from(file))).toEqual(['x.glb']);
});

test.each([
  ['plan.json', json([1, 2])],
  ['plan.json', json(null)],
  ['plan.json', Buffer.from('{')],
  ['house.glb', Buffer.from('glTF')],
  ['house.b3dm', batched(Buffer.alloc(0))],
  ['house.obj', json(GLTF)],
])('%s names nothing where it is no model', (path, file) => {
  expect(filesOfModel(path, file)).toEqual([]);
});
