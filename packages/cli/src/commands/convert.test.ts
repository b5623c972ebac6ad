import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { faces, PREVIEW } from '@openhouse/contract/panoramas';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeSphere } from '../testing/painted-sphere.ts';
import { useCommandStore } from '../testing/store.ts';

const store = useCommandStore();
let folder: string;
let count = 0;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(async () => {
  count += 1;
  folder = path.join(store.root, `converted-${count}`);
  await mkdir(at('in'), { recursive: true });
});

const json = async (...names: string[]) => JSON.parse(await readFile(at(...names), 'utf8'));
const convert = (format: string, from = 'bundle', to = format) =>
  store.openhouse(['convert', at(from), format, '--out', at(to)]);
const lostOf = ({ err }: { err: string }) =>
  err
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^notice: not carried over: (.*)\.$/, '$1'));

async function writeBundle(info: object, others: Record<string, object> = {}): Promise<void> {
  await mkdir(at('bundle/assets'), { recursive: true });
  const basics = { resource_code: 'house', name: 'House', is_active: true, model: { file_url: '' }, ...info };
  for (const [operation, payload] of Object.entries({ 'vr-info': basics, ...others })) {
    await writeFile(at('bundle', `${operation}.json`), JSON.stringify(payload));
  }
}

/** Six files, which are copied and not looked at. */
async function cube(index: number): Promise<object> {
  await mkdir(at('bundle/assets'), { recursive: true });
  for (const face of faces) await writeFile(at('bundle/assets', `${index} ${face}.jpg`), `${index} ${face}`);
  return { index, ...Object.fromEntries(faces.map((face) => [face, `${index} ${face}.jpg`])) };
}

const [NORTH, EAST] = [
  { w: 1, x: 0, y: 0, z: 0 },
  { w: Math.SQRT1_2, x: 0, y: -Math.SQRT1_2, z: 0 },
];
/** Its middle is 30° above the horizon, in the north. */
const UPWARDS = { w: Math.cos(Math.PI / 12), x: Math.sin(Math.PI / 12), y: 0, z: 0 };
const observer = (index: number, [x, y, z]: number[], quaternion: object, to: number[], more: object = {}) => ({
  ...{ index, floor_index: 0, position: [x, (y ?? 0) + 1.6, z], standing_position: [x, y, z], quaternion },
  ...{ accessible_nodes: to, visible_nodes: to, ...more },
});
const tag = (title: string, position: unknown, more: object = {}) => ({
  ...{ id: 1, contentType: 'normal', position, data: { title, description: '', targetUrl: '' } },
  ...more,
});

describe('a tour as scenes of other viewers', () => {
  const write = async () => {
    await writeBundle(
      {
        initial: { pano_index: 7, longitude: -Math.PI / 2, latitude: 0.1 },
        base_url: 'https://gateway.example.com/files/acme/house/',
        observers: [
          observer(3, [0, 0, 0], NORTH, [7, 5, 99]),
          observer(7, [4, 0, 0], EAST, [3]),
          observer(5, [0, 0, -2], UPWARDS, [3, 5]),
          observer(8, [9, 3, 9], NORTH, [3], { floor_index: 1 }),
          observer(9, [9, 0, 9], NORTH, [3]),
        ],
        panorama: {
          list: [
            ...(await Promise.all([3, 5, 7, 8].map(cube))),
            { index: 9, ...Object.fromEntries(faces.map((face) => [face, `https://cdn.example.com/${face}.jpg`])) },
          ],
        },
        model: { file_url: 'house.glb' },
      },
      {
        'hot-list': {
          tagList: [
            tag('Named <3>', [8, 1.6, 0], {
              config: { visibleConfig: { visiblePanoIndex: '7, 99' } },
              data: {
                title: 'Named <3>',
                description: 'Of "brass"\nand oak',
                targetUrl: 'https://example.com/?a=1&b=2',
              },
            }),
            tag('Best from 5', [0, 1.6, -4], { fiveState: { panoIndex: 5 } }),
            tag('Flat, on the ground', [-1, 0, 4, 1, 0, 4, 1, 3.2, 4, -1, 3.2, 4]),
            tag('', [0, 0, 0]),
            tag('Hidden', [0, 0, 0], { enabled: false }),
            tag('Film', [4, 1.6, 3], {
              fiveState: { panoIndex: 7 },
              data: { title: 'Film', mediaData: [{ type: 'Video' }] },
            }),
          ],
        },
        'annotation-search': {
          list: [
            { name: '厨房', type: 'room', pano_index: 7, position: {} },
            { name: 'A chair', type: 'thing', pano_index: 3, position: {} },
          ],
        },
        'observer-guide-list': {
          list: [
            { name: 'Hall & <door>', pano_index: 3 },
            { name: 'Stop', pano_index: 7 },
          ],
        },
        'ruler-list': { list: [] },
      },
    );
  };
  const lost = [
    '1 of 5 viewpoints, such as 9, whose six pictures are not all here',
    'the tag "", which has no place or no text',
    'the tag "Hidden", which is hidden',
    'pictures and films of the tag "Film"',
    expect.stringMatching(/^6 files at cdn\.example\.com: bring them with/),
    'the model',
    'ruler-list',
  ];

  test('of Pannellum has each thing where its picture shows it', { tags: 'slow' }, async () => {
    await write();
    const written = await convert('pannellum');
    expect([written.exitCode, lostOf(written)]).toEqual([0, lost]);
    expect((await readFile(at('pannellum/not-carried-over.txt'), 'utf8')).trim().split('\n')).toEqual(lost);
    const { default: usual, escapeHTML, scenes } = await json('pannellum/tour.json');
    expect([usual.firstScene, escapeHTML]).toEqual(['viewpoint-7', true]);
    expect(Object.keys(scenes)).toEqual(['viewpoint-7', 'viewpoint-3', 'viewpoint-5', 'viewpoint-8']);
    const walk = { type: 'scene', targetYaw: 'sameAzimuth', targetPitch: 'same' };
    const down = (metres: number) => expect.closeTo((-Math.atan(1.6 / metres) * 180) / Math.PI, 3);
    expect(scenes['viewpoint-7']).toEqual({
      ...{ title: '厨房', type: 'cubemap', northOffset: 90, yaw: 0, pitch: expect.closeTo(5.7296, 3) },
      cubeMap: ['front', 'right', 'back', 'left', 'up', 'down'].map((face) => `pictures/7%20${face}.jpg`),
      hotSpots: [
        { ...walk, yaw: 180, pitch: down(4), sceneId: 'viewpoint-3', text: 'Hall & <door>' },
        {
          ...{ type: 'info', yaw: 0, pitch: 0, URL: 'https://example.com/?a=1&b=2' },
          text: 'Named <3>\nOf "brass"\nand oak',
        },
        { type: 'info', yaw: 135, pitch: 0, text: 'Flat, on the ground' },
        { type: 'info', yaw: 90, pitch: 0, text: 'Film' },
      ],
    });
    expect(scenes['viewpoint-3']).toMatchObject({ northOffset: 0, title: 'Hall & <door>' });
    expect(scenes['viewpoint-3'].hotSpots).toMatchObject([
      { yaw: 90, pitch: down(4), sceneId: 'viewpoint-7' },
      { yaw: 0, pitch: down(2), sceneId: 'viewpoint-5' },
      { yaw: 0, pitch: 0, text: 'Best from 5' },
      { yaw: 180, pitch: 0, text: 'Flat, on the ground' },
      { yaw: 126.8699, pitch: 0, text: 'Film' },
    ]);
    expect(scenes['viewpoint-5'].hotSpots[0]).toMatchObject({ sceneId: 'viewpoint-3' });
    expect(scenes['viewpoint-5']).toMatchObject({ northOffset: 0, horizonPitch: 30, horizonRoll: 0 });
    expect(scenes['viewpoint-5'].hotSpots[1]).toEqual({ type: 'info', yaw: 0, pitch: 0, text: 'Best from 5' });
    expect(scenes['viewpoint-8'].hotSpots.map(({ sceneId }: { sceneId: string }) => sceneId)).toEqual(['viewpoint-3']);
    expect(await readFile(at('pannellum/pictures/5 up.jpg'), 'utf8')).toBe('5 up');
  });

  test('of Photo Sphere Viewer too', { tags: 'slow' }, async () => {
    await write();
    const written = await convert('photo-sphere-viewer');
    const more = ['where the north is', 'where the tour starts to look, which is no part of a node'];
    expect([written.exitCode, lostOf(written)]).toEqual([0, [...lost, ...more]]);
    const { startNodeId, nodes } = await json('photo-sphere-viewer/tour.json');
    expect([startNodeId, nodes.map(({ id }: { id: string }) => id)]).toEqual([
      'viewpoint-7',
      ['viewpoint-7', 'viewpoint-3', 'viewpoint-5', 'viewpoint-8'],
    ]);
    expect(nodes[0]).toMatchObject({
      name: '厨房',
      panorama: {
        type: 'separate',
        flipTopBottom: true,
        paths: { top: 'pictures/7%20up.jpg', left: 'pictures/7%20left.jpg' },
      },
      links: [{ nodeId: 'viewpoint-3', position: { yaw: '180deg', pitch: expect.stringMatching(/^-21\.80\d*deg$/) } }],
    });
    expect(nodes[0].markers[0]).toMatchObject({
      ...{ id: 'viewpoint-7-0', position: { yaw: '0deg', pitch: '0deg' }, tooltip: 'Named &lt;3&gt;' },
      content:
        '<p>Of &quot;brass&quot;<br>and oak</p>' +
        '<p><a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a></p>',
    });
    // The virtual tour writes it into HTML as it is.
    expect(nodes[1].name).toBe('Hall &amp; &lt;door&gt;');
    expect(nodes[2].markers).toMatchObject([{ position: { yaw: '0deg', pitch: '0deg' }, tooltip: 'Best from 5' }, {}]);
    // Each says it: one that says nothing keeps that of the node before.
    expect(nodes.map(({ sphereCorrection }: { sphereCorrection: object }) => sphereCorrection)).toEqual(
      [0, 0, -30, 0].map((tilt) => ({ pan: '0deg', tilt: `${tilt}deg`, roll: '0deg' })),
    );
  });

  test('is nothing without pictures', async () => {
    const list = [{ index: 0, ...Object.fromEntries(faces.map((face) => [face, `${face}.jpg`])) }];
    const observers = [observer(0, [0, 0, 0], NORTH, [])];
    await writeBundle({ observers, panorama: { list }, base_url: 'https://cdn.example.com/tours/' });
    const refused = await convert('pannellum');
    expect(refused.err).toContain('6 files at cdn.example.com: bring them with');
    expect(refused).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining('No viewpoint has its six pictures'),
    });
    await expect(readFile(at('pannellum/tour.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a tour that leaves and comes back', () => {
  test.each(['pannellum', 'photo-sphere-viewer'])('as %s is the same', { tags: 'slow' }, async (format) => {
    await writeSphere(at('in/a.png'), 256);
    const spot = (yaw: number, sceneId: string) => ({ type: 'scene', yaw, pitch: 0, sceneId });
    const scene = (title: string, northOffset: number, ...hotSpots: object[]) => ({
      ...{ title, northOffset, type: 'equirectangular', panorama: 'a.png', hotSpots },
    });
    const lamp = { type: 'info', yaw: 33, pitch: 21, text: 'Lamp &lt;1&gt;<br>of brass' };
    const scenes = {
      hall: scene('大厅', 0, spot(50, 'attic'), spot(-60, 'cellar'), lamp),
      attic: scene('Attic &lt;2&gt;', -130, spot(0, 'hall')),
      cellar: scene('Cellar', 120, spot(0, 'hall')),
    };
    await writeFile(at('in/tour.json'), JSON.stringify({ default: { firstScene: 'hall' }, scenes }));
    const make = (from: string, to: string) =>
      store.openhouse(['make-tour', at(from), '--code', 'house', '--out', at(to)]);
    expect(await make('in/tour.json', 'bundle')).toMatchObject({ exitCode: 0 });
    const converted = await convert(format);
    expect([converted.exitCode, lostOf(converted).join()]).toEqual([0, expect.not.stringMatching('to look')]);
    expect(await make(`${format}/tour.json`, 'again')).toMatchObject({ exitCode: 0 });
    const before = await shapeOf('bundle');
    const near = (numbers: number[][], digits: number) =>
      numbers.map((list) => list.map((number) => expect.closeTo(number, digits)));
    // Places are written to the millimetre.
    expect(await shapeOf('again')).toEqual({
      ...before,
      places: near(before.places, 2),
      turns: near(before.turns, 3),
      spots: near(before.spots, 4),
    });
  });
});

describe('a tour as a bundle', () => {
  const list = async (bundle: string) => (await json(bundle, 'vr-info.json')).panorama.list;
  const pixelsOf = (...names: string[]) =>
    sharp(at(...names))
      .raw()
      .toBuffer();

  test('has the previews that make-tour would have made, and all else as it was', { tags: 'slow' }, async () => {
    await writeSphere(at('in/a.png'), 512);
    await writeSphere(at('in/b.png'), 512);
    await store.openhouse(['make-tour', at('in'), '--code', 'house', '--name', '房子', '--out', at('made')]);
    const info = await readFile(at('made/vr-info.json'), 'utf8');
    // As another publisher writes it: without previews, and with numbers that JSON.parse would not keep.
    const others = JSON.stringify(JSON.parse(info, (name, value) => (name === 'preview' ? undefined : value))).replace(
      '"count":2',
      '"count":2.0,"project_id":36184089396510731',
    );
    await mkdir(at('bundle'), { recursive: true });
    for (const file of await readdir(at('made'), { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || file.name === PREVIEW.file) continue;
      const inside = path.relative(at('made'), path.join(file.parentPath, file.name));
      await mkdir(path.dirname(at('bundle', inside)), { recursive: true });
      await writeFile(at('bundle', inside), await readFile(at('made', inside)));
    }
    await writeFile(at('bundle/vr-info.json'), others);

    expect(await convert('bundle', 'bundle', 'out')).toMatchObject({ exitCode: 0, err: '' });
    const [first, second] = await list('out');
    expect([first.preview, second.preview]).toEqual(['previews/0.jpg', 'previews/1.jpg']);
    const written = await readFile(at('out/vr-info.json'), 'utf8');
    expect(written.replace(/,"preview":"[^"]*"/g, '')).toBe(others);
    const [ours, theirs] = await Promise.all([
      pixelsOf('out/assets', first.preview),
      pixelsOf('made/assets', (await list('made'))[0].preview),
    ]);
    expect(ours.length).toBe(theirs.length);
    // Those were made of the picture, these of its faces.
    expect(ours.reduce((sum, byte, at) => sum + Math.abs(byte - (theirs[at] ?? 0)), 0) / ours.length).toBeLessThan(2);
    const lying = async (folder: string) =>
      (await readdir(at(folder), { recursive: true })).filter((name) => !name.includes('preview')).sort();
    expect(await lying('out')).toEqual(await lying('bundle'));
    expect(await store.openhouse(['import', at('out'), '--dry-run'])).toMatchObject({ exitCode: 0 });
    // Once more, there is nothing to do.
    expect(await convert('bundle', 'out', 'again')).toMatchObject({ exitCode: 0, err: '' });
    expect(await readFile(at('again/vr-info.json'), 'utf8')).toBe(written);
  });

  test('keeps previews that it has, and says which ones it could not make', { tags: 'slow' }, async () => {
    const square = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const whole = async (index: number, folder: string) => {
      const entry = { ...(await cube(index)), index };
      for (const face of faces) await writeFile(at('bundle/assets', folder, `${index} ${face}.jpg`), square);
      return Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [name, name === 'index' ? value : `${folder}${value}`]),
      );
    };
    await mkdir(at('bundle/assets/private'), { recursive: true });
    await mkdir(at('bundle/assets/previews'), { recursive: true });
    await writeFile(at('bundle/assets/previews/0.jpg'), 'of something else');
    const far = Object.fromEntries(faces.map((face) => [face, `https://cdn.example.com/${face}.jpg`]));
    await writeBundle({
      panorama: {
        list: [
          await whole(10, ''),
          await whole(11, 'private/'),
          { ...(await whole(12, '')), preview: '12 up.jpg' },
          { ...(await whole(13, '')), preview: null },
          await cube(14),
          { index: 15, ...far },
        ],
      },
    });
    const converted = await convert('bundle', 'bundle', 'out');
    expect(converted.exitCode).toBe(0);
    expect(lostOf(converted)).toEqual([
      expect.stringMatching(/^the preview of viewpoint 14: 14 front\.jpg: \w/),
      'previews of viewpoints whose six pictures are not all here: 1, such as 15',
    ]);
    expect((await list('out')).map(({ preview }: { preview?: unknown }) => preview)).toEqual([
      'previews/0-2.jpg',
      'private/previews/1.jpg',
      '12 up.jpg',
      'previews/3.jpg',
      undefined,
      undefined,
    ]);
    expect(await readFile(at('out/assets/previews/0.jpg'), 'utf8')).toBe('of something else');
    expect(await sharp(at('out/assets/private/previews/1.jpg')).metadata()).toMatchObject({ width: 128, height: 768 });
  });

  test('of a model alone is the same', async () => {
    await writeBundle({ model: { file_url: 'house.glb' } });
    await mkdir(at('bundle/assets'), { recursive: true });
    await writeFile(at('bundle/assets/house.glb'), 'glTF');
    expect(await convert('bundle', 'bundle', 'out')).toMatchObject({ exitCode: 0, err: '' });
    expect(await readFile(at('out/vr-info.json'), 'utf8')).toBe(await readFile(at('bundle/vr-info.json'), 'utf8'));
    expect((await readdir(at('out'), { recursive: true })).sort()).toEqual([
      'assets',
      'assets/house.glb',
      'vr-info.json',
    ]);
  });
});

interface Shape {
  readonly names: string[];
  readonly places: number[][];
  readonly turns: number[][];
  readonly spots: number[][];
  readonly said: unknown[];
  readonly links: number[][];
  readonly start: number;
}

async function shapeOf(bundle: string): Promise<Shape> {
  const { observers, initial } = (await json(bundle, 'vr-info.json')) as {
    observers: { position: number[]; quaternion: { w: number; y: number }; accessible_nodes: number[] }[];
    initial: { pano_index: number };
  };
  const tags: { position: number[]; data: unknown }[] = (await json(bundle, 'hot-list.json')).tagList;
  const stops: { name: string }[] = (await json(bundle, 'observer-guide-list.json')).list;
  return {
    names: stops.map(({ name }) => name),
    places: observers.map(({ position }) => position),
    // A quaternion and its opposite turn alike.
    turns: observers.map(({ quaternion: { w, y } }) => [w * Math.sign(w), y * Math.sign(w)]),
    spots: tags.map(({ position }) => position),
    said: tags.map(({ data }) => data),
    links: observers.map(({ accessible_nodes }) => accessible_nodes),
    start: initial.pano_index,
  };
}
