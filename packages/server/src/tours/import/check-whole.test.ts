import { describe, expect, test } from 'vitest';
import { twiceNotices, wholeTourNotices } from './check-whole.ts';
import { namedFiles } from './named-files.ts';

const HERE = 'https://gateway.example/files/acme/loft/';
const viewpoint = (index: unknown, accessible_nodes: unknown = [], visible_nodes: unknown = []) => ({
  index,
  accessible_nodes,
  visible_nodes,
});

/** What is said of a tour with this VR basic data and these files. */
function said(basics: unknown, paths: readonly string[] = []): string[] {
  const place = { filesUrl: HERE, paths };
  const named = namedFiles([{ file: 'vr-info.json', value: basics }], 'loft', { place });
  return wholeTourNotices(
    basics,
    named,
    paths.map((path) => ({ path })),
    HERE,
  ).map(({ kind, file, pointer, found }) => `${kind} ${file}${pointer && `#${pointer}`}: ${found}`);
}

describe('viewpoints', () => {
  test('that lead to each other are fine, and so is a tour without any', () => {
    for (const basics of [null, {}, { observers: 7 }, { observers: [] }, { observers: [viewpoint(3)] }])
      expect(said(basics)).toEqual([]);
    expect(said({ observers: [viewpoint(0, [1, 0]), viewpoint(1, [0], [0])], initial: { pano_index: 1 } })).toEqual([]);
    expect(said({ observers: [viewpoint(0), null, viewpoint('x'), viewpoint(undefined)], initial: null })).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    [
      'an index twice',
      { observers: [viewpoint(4), viewpoint(4, [9])] },
      ['index-twice vr-info.json#/observers/1/index: 4, as at /observers/0/index'],
    ],
    [
      'links to viewpoints that do not exist, up to five by name',
      { observers: [viewpoint(0, [1, 2, 3, 4, 5, 6, 'x', null])] },
      [
        'dead-link vr-info.json#/observers/0/accessible_nodes: viewpoint 0 leads to 1, 2, 3, 4, 5 and 1 more, which does not exist',
      ],
    ],
    [
      'five such links',
      { observers: [viewpoint(0, [], [1, 2, 3, 4, 5])] },
      ['dead-link vr-info.json#/observers/0/visible_nodes: viewpoint 0 leads to 1, 2, 3, 4, 5, which does not exist'],
    ],
    [
      'a link in one direction',
      { observers: [viewpoint(0, [1]), viewpoint(1)] },
      ['one-way-link vr-info.json#/observers: 0 → 1'],
    ],
    [
      'a start that does not exist',
      { observers: [viewpoint(0)], initial: { pano_index: 7 } },
      ['dead-link vr-info.json#/initial/pano_index: 7'],
    ],
    [
      'viewpoints that nothing leads to, from the start',
      { observers: [viewpoint(0, [1]), viewpoint(1, [0]), viewpoint(2)], initial: { pano_index: 2 } },
      ['unreached-viewpoint vr-info.json#/observers: 0, 1'],
    ],
    [
      'viewpoints that nothing leads to, from the first where no start is named',
      { observers: [viewpoint(0, [1]), viewpoint(1, [0]), viewpoint(2)], initial: { pano_index: '2' } },
      ['unreached-viewpoint vr-info.json#/observers: 2'],
    ],
    [
      'pictures of no viewpoint, or twice of one',
      {
        observers: [viewpoint(0)],
        panorama: { list: [{ index: 0 }, { index: 0 }, { index: 5 }, { index: 5 }, null, { index: 'x' }] },
      },
      [
        'index-twice vr-info.json#/panorama/list/1/index: 0, as at /panorama/list/0/index',
        'dead-link vr-info.json#/panorama/list/2/index: 5',
        'index-twice vr-info.json#/panorama/list/3/index: 5, as at /panorama/list/2/index',
      ],
    ],
  ])('%s', (_, basics, notices) => {
    expect(said(basics)).toEqual(notices);
  });

  test('are noted up to ten thousand times', () => {
    const observers = Array.from({ length: 10_002 }, () => viewpoint(0));
    expect(said({ observers })).toHaveLength(10_000);
  });
});

describe('files', () => {
  test('that are missing are named by their place, whatever its number', () => {
    const list = [...'abcdefghijkl'].map((name) => ({ front: `${name}.jpg` }));
    const basics = { base_url: HERE, picture_url: 'p.jpg', panorama: { list }, '1st': { a: 'x.jpg' } };
    expect(said(basics)).toEqual([
      'file-missing vr-info.json#/picture_url: "p.jpg", which is not in assets/',
      'file-missing vr-info.json#/panorama/list/0/front: "a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg" and 7 more, which are not in assets/',
      'file-missing vr-info.json#/1st/a: "x.jpg", which is not in assets/',
    ]);
  });

  test('in a list of addresses are one place', () => {
    expect(said({ base_url: HERE, textures: ['a.jpg', 'b.jpg'] })).toEqual([
      'file-missing vr-info.json#/textures/0: "a.jpg", "b.jpg", which are not in assets/',
    ]);
  });

  test('that nothing names are said', () => {
    expect(said({ base_url: HERE, a: 'a.jpg' }, ['a.jpg', 'b.jpg'])).toEqual(['file-unused assets: "b.jpg"']);
  });

  test('elsewhere are counted by host, most first', () => {
    const at = (host: string, ...names: string[]) => names.map((name) => `https://${host}.example/${name}.jpg`);
    expect(said({ a: at('one', 'x', 'x') })).toEqual([
      'other-hosts vr-info.json#/a/0: 1 picture or other file elsewhere: 1 at one.example',
    ]);
    expect(said({ a: at('one', 'x'), b: at('two', 'x', 'y') })).toEqual([
      'other-hosts vr-info.json#/a/0: 3 pictures and other files elsewhere: 2 at two.example, 1 at one.example',
    ]);
  });

  test('that are here and addressed at another gateway are said, with the address that they have', () => {
    const basics = { base_url: HERE, a: 'https://old.example/files/acme/loft/a.jpg' };
    expect(said(basics, ['a.jpg'])).toEqual([
      'other-hosts vr-info.json#/a: others, of files that are here: 1 at old.example/files/acme/loft/',
    ]);
  });
});

describe('an id twice in a list', () => {
  const twice = (file: string, value: unknown) =>
    twiceNotices(file, value).map(({ pointer, found }) => `${pointer}: ${found}`);

  test('is said of each later one, where it is surely the same', () => {
    const list = [
      { id: 1 },
      { id: '1' },
      { id: 1 },
      { id: 1 },
      { id: '1' },
      { id: 2 ** 53 },
      { id: 2 ** 53 },
      {},
      {},
      null,
      null,
    ];
    expect(twice('route-search.json', { list })).toEqual([
      '/list/2/id: "1", as at /list/0/id',
      '/list/3/id: "1", as at /list/0/id',
      '/list/4/id: "1", as at /list/1/id',
    ]);
  });

  test('is looked for in the lists whose records are asked for by it', () => {
    const records = [{ id: 1 }, { id: 1 }];
    expect(twice('hot-list.json', { tagList: records, list: records })).toEqual([
      '/tagList/1/id: "1", as at /tagList/0/id',
    ]);
    for (const file of ['ruler-list.json', 'panovideo-search.json', 'observer-guide-list.json'])
      expect(twice(file, { list: records })).toHaveLength(1);
    for (const value of [null, {}, { list: 7 }, { tagList: records }])
      expect(twice('ruler-list.json', value)).toEqual([]);
    expect(twice('capture-info.json', { list: records })).toEqual([]);
  });

  test('is noted up to ten thousand times', () => {
    expect(twice('ruler-list.json', { list: Array.from({ length: 10_002 }, () => ({ id: 1 })) })).toHaveLength(10_000);
  });
});
