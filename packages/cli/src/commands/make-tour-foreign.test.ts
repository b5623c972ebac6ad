import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Face, faces } from '@openhouse/contract/panoramas';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { slowAfter } from '../../../server/src/testing/slow-after.ts';
import { psnr, referenceFace, writeSphere } from '../testing/painted-sphere.ts';
import { useCommandStore } from '../testing/store.ts';

const store = useCommandStore();
const EDGE = 128;

let folder: string;
let count = 0;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(async () => {
  count += 1;
  folder = path.join(store.root, `foreign-${count}`);
  await mkdir(at('in'), { recursive: true });
});

const make = (...names: string[]) =>
  store.openhouse(['make-tour', at('in', ...names), '--code', 'made', '--out', at('out')]);
const made = async (operation = 'vr-info') => JSON.parse(await readFile(at('out', `${operation}.json`), 'utf8'));

/** Every face of a viewpoint looks as the painted world does. */
async function looksRight(cube: Record<Face, string>): Promise<void> {
  for (const face of faces) {
    const found = await sharp(at('out', 'assets', cube[face]))
      .raw()
      .toBuffer();
    expect([face, psnr(found, referenceFace(face, EDGE)) > 38]).toEqual([face, true]);
  }
}

async function writeFaces(fileOf: (face: Face) => string, tile = EDGE): Promise<void> {
  for (const face of faces) {
    const raw = { width: EDGE, height: EDGE, channels: 3 } as const;
    const picture = sharp(Uint8Array.from(referenceFace(face, EDGE), Math.round), { raw });
    for (let y = 0; y < EDGE; y += tile) {
      for (let x = 0; x < EDGE; x += tile) {
        const file = fileOf(face)
          .replace('%x', String(x / tile))
          .replace('%y', String(y / tile));
        await mkdir(path.dirname(at('in', file)), { recursive: true });
        const part = picture
          .clone()
          .extract({ left: x, top: y, width: Math.min(tile, EDGE - x), height: Math.min(tile, EDGE - y) });
        await part.jpeg({ quality: 98 }).toFile(at('in', file));
      }
    }
  }
}

type Observer = { position: number[]; quaternion: { w: number; y: number }; accessible_nodes: number[] };

/** Where one viewpoint sees another: degrees to the right of the middle of its picture. */
function yawTo(from: Observer, to: Observer): number {
  const bearing = Math.atan2(
    (to.position[0] ?? 0) - (from.position[0] ?? 0),
    (from.position[2] ?? 0) - (to.position[2] ?? 0),
  );
  const heading = -2 * Math.atan2(from.quaternion.y, from.quaternion.w);
  return ((((((bearing - heading) * 180) / Math.PI) % 360) + 540) % 360) - 180;
}

describe('a configuration of Pannellum', () => {
  test('keeps scenes, doors, texts and the view it starts with; what is lost is said', {
    tags: ['slow', 'long'],
  }, async () => {
    await writeSphere(at('in', 'hall.png'), EDGE * 4);
    await writeFaces((face) => `cube/${face}.jpg`);
    await writeFaces((face) => `tiles/1/${face[0]}%y_%x.jpg`, 48);
    const config = {
      default: { firstScene: 'hall', basePath: '' },
      scenes: {
        attic: {
          type: 'cubemap',
          pitch: 95,
          cubeMap: ['front', 'right', 'back', 'left', 'up', 'down'].map((face) => `cube/${face}.jpg`),
          hotSpots: [{ type: 'scene', yaw: 10, pitch: -5, sceneId: 'hall' }],
        },
        hall: {
          title: '大厅',
          type: 'equirectangular',
          panorama: 'hall.png',
          ...{ yaw: 90, pitch: 10 },
          hotSpots: [
            { type: 'scene', yaw: 120, pitch: 0, text: 'Up', sceneId: 'attic' },
            { type: 'scene', yaw: -60, pitch: 0, sceneId: 'cellar' },
            { type: 'scene', yaw: 0, pitch: 0, sceneId: 'gone' },
            {
              type: 'info',
              yaw: 90,
              pitch: 30,
              text: 'A lamp<br>of <b>1920</b>',
              URL: 'https://lamps.example.com/',
              cssClass: 'x',
            },
          ],
        },
        cellar: {
          type: 'multires',
          multiRes: {
            basePath: 'tiles',
            path: '/%l/%s%y_%x',
            extension: 'jpg',
            tileResolution: 48,
            maxLevel: 1,
            cubeResolution: EDGE,
          },
          hotSpots: [{ type: 'scene', yaw: 0, pitch: 0, sceneId: 'hall' }],
        },
      },
    };
    await writeFile(at('in', 'tour.json'), JSON.stringify(config));
    const { exitCode, err } = await make('tour.json');
    expect([exitCode, err.trim().split('\n')]).toEqual([
      0,
      [
        'notice: not carried over: hall: text of the hotspot "Up".',
        'notice: not carried over: hall: cssClass of the hotspot "A lamp\\nof 1920".',
        'notice: not carried over: hall leads to gone, which is not there.',
      ],
    ]);
    const { observers, panorama, initial } = await made();
    for (const cube of panorama.list) await looksRight(cube);
    expect(observers.map((one: Observer) => one.accessible_nodes)).toEqual([[1, 2], [0], [0]]);
    const [hall, attic, cellar] = observers;
    const yaws = [yawTo(hall, attic), yawTo(hall, cellar), yawTo(attic, hall), yawTo(cellar, hall)];
    expect(yaws.map(Math.round).map((yaw) => yaw + 0)).toEqual([120, -60, 10, 0]);
    expect(initial).toMatchObject({
      pano_index: 0,
      longitude: expect.closeTo(-Math.PI / 2, 5),
      latitude: expect.closeTo(Math.PI / 18, 5),
    });
    const { list } = await made('observer-guide-list');
    expect(list).toMatchObject([
      { name: '大厅' },
      { name: 'attic', data: { latitude: expect.closeTo(Math.PI / 2, 5) } },
      { name: 'cellar' },
    ]);
    const [tag, ...others] = (await made('hot-list')).tagList;
    expect(tag).toMatchObject({
      data: { title: 'A lamp', description: 'A lamp\nof 1920', targetUrl: 'https://lamps.example.com/' },
      position: [expect.closeTo(2 * Math.cos(Math.PI / 6), 4), expect.closeTo(2.6, 4), expect.closeTo(0, 4)],
    });
    expect(others).toEqual([]);
    const imported = await store.openhouse(['import', at('out'), '--strict', '--json']);
    expect(imported).toMatchObject({ exitCode: 0 });
  });

  test('names what it cannot be made of: other hosts, folders above, files that are missing or no JSON', async () => {
    const scene = (panorama: string) => ({ type: 'equirectangular', panorama });
    const scenes = { a: scene('https://pictures.example.com/a.jpg'), b: scene('../../etc/b.jpg'), c: scene('c.jpg') };
    await writeFile(at('in', 'tour.json'), JSON.stringify({ scenes }));
    const { exitCode, err } = await make('tour.json');
    expect([exitCode, err.split('\n').map((line) => line.trim())]).toEqual([
      2,
      [
        'openhouse: Nothing was made:',
        'a: its picture https://pictures.example.com/a.jpg is at another host: download it, and name the copy.',
        'b: its picture ../../etc/b.jpg lies outside the folder of the tour: copy it there, and name the copy.',
        expect.stringMatching(/^c: it cannot be read as a picture \(.*\): copy it again/),
        '',
      ],
    ]);
    for (const [text, why] of [
      ['{', 'tour.json: it is no JSON.'],
      ['{"a":1}', 'it has neither the scenes of Pannellum nor the nodes of Photo Sphere Viewer'],
      ['{"scenes":{}}', 'it has no scenes'],
      ['{"scenes":{"a":{"type":"cubemap"}}}', 'its scene a has no cubeMap of six files'],
    ] as const) {
      await writeFile(at('in', 'tour.json'), text);
      expect(await make('tour.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining(why) });
    }
  });
});

describe('a folder with the file of a tour in it', () => {
  const ofPannellum = { type: 'cubemap', cubeMap: ['f', 'r', 'b', 'l', 'u', 'd'].map((letter) => `${letter}.jpg`) };
  const ofPhotoSphereViewer = [{ id: 'a', panorama: ofPannellum.cubeMap }];
  const isTaken = { title: 'From the file' };

  slowAfter<[string, string]>(1, [
    ['config.json', JSON.stringify({ ...ofPannellum, ...isTaken })],
    ['Tour.JSON', `\ufeff${JSON.stringify({ scenes: { a: { ...ofPannellum, ...isTaken } } })}`],
    ['nodes.json', JSON.stringify(ofPhotoSphereViewer.map((node) => ({ ...node, name: isTaken.title })))],
  ])('is that tour, whatever the file is called: %s', async (name, text) => {
    await writeFaces((face) => `${face[0]}.jpg`);
    await writeFile(at('in', name), text);
    await writeFile(at('in', 'package.json'), '{"name":"x"}');
    await writeFile(at('in', 'broken.json'), '{');
    expect(await make()).toMatchObject({ exitCode: 0, err: '' });
    const { list } = await made('observer-guide-list');
    expect(list.map((one: { name: string }) => one.name)).toEqual([isTaken.title]);
  });

  test('asks which one is meant, of several', async () => {
    for (const name of ['a.json', 'b.json']) await writeFile(at('in', name), JSON.stringify(ofPannellum));
    const { exitCode, err } = await make();
    expect([exitCode, err]).toEqual([
      2,
      'openhouse: in has several tours of other viewers: name one of a.json, b.json.\n',
    ]);
  });

  test('is a folder of pictures when the file is something else, such as data of a tour here', {
    tags: 'slow',
  }, async () => {
    await writeSphere(at('in', 'hall.png'), EDGE * 4);
    await writeFile(at('in', 'vr-info.json'), JSON.stringify({ panorama: { count: 1, list: [] } }));
    expect(await make()).toMatchObject({ exitCode: 0, err: 'notice: vr-info.json is not taken: it is no picture.\n' });
  });
});

describe("the nodes of Photo Sphere Viewer's virtual tour", () => {
  test('stand where they were on the earth; spots may be pixels; one picture may show two parts of a sphere', {
    tags: ['slow', 'long'],
  }, async () => {
    await writeSphere(at('in', 'hall.png'), EDGE * 4);
    const pixel = { textureX: EDGE * 3, textureY: EDGE };
    const nodes = [
      { id: 1, panorama: 'hall.png', gps: [11, 48], links: [{ nodeId: 2 }] },
      {
        ...{ id: 2, panorama: 'hall.png', gps: [11, 48.0001], links: [{ nodeId: 1 }] },
        panoData: { fullWidth: EDGE * 8, fullHeight: EDGE * 4, poseHeading: 90 },
        markers: [{ id: 'm', position: pixel, tooltip: 'Lamp' }],
      },
    ];
    await writeFile(at('in', 'nodes.json'), JSON.stringify(nodes));
    expect(await make('nodes.json')).toMatchObject({ exitCode: 0, err: '' });
    const { observers, panorama } = await made();
    expect([panorama.list[0].front === panorama.list[1].front, yawTo(observers[0], observers[1])]).toEqual([
      false,
      expect.closeTo(0, 3),
    ]);
    expect(observers[1].standing_position).toEqual([0, 0, expect.closeTo(-11.12, 2)]);
    // 45° to the right of the middle, which looks east.
    expect((await made('hot-list')).tagList[0].position).toEqual([
      expect.closeTo(Math.SQRT2, 4),
      1.6,
      expect.closeTo(Math.SQRT2 - 11.12, 2),
    ]);
  });

  const list = ['left', 'front', 'right', 'back', 'up', 'down'] as const;
  const tagsOfBoth = { tags: ['slow', 'long'] };
  test.each([
    [
      'in a stripe, above and below as the viewer has them',
      { type: 'stripe' },
      list.map((face, at) => ({ face, left: at, top: 0, isTurned: face === 'up' || face === 'down' })),
    ],
    [
      'in a stripe of another order',
      { type: 'stripe', order: ['bottom', 'top', 'back', 'right', 'front', 'left'], flipTopBottom: true },
      list.toReversed().map((face, at) => ({ face, left: at, top: 0, isTurned: false })),
    ],
    [
      'in a net',
      { type: 'net' },
      [
        ...(['left', 'front', 'right', 'back'] as const).map((face, at) => ({
          face,
          left: at,
          top: 1,
          isTurned: false,
        })),
        { face: 'up', left: 1, top: 0, isTurned: false } as const,
        { face: 'down', left: 1, top: 2, isTurned: false } as const,
      ],
    ],
  ])('are cubes of one picture: %s', tagsOfBoth, async (_, told, cells) => {
    await writeFaces((face) => `${face}.png`);
    const parts = cells.map(async ({ face, left, top, isTurned }) => ({
      input: await sharp(at('in', `${face}.png`))
        .rotate(isTurned ? 180 : 0)
        .toBuffer(),
      ...{ left: left * EDGE, top: top * EDGE },
    }));
    const [width, height] = told.type === 'net' ? [4 * EDGE, 3 * EDGE] : [6 * EDGE, EDGE];
    const blank = sharp({ create: { width, height, channels: 3, background: '#000' } });
    await blank
      .composite(await Promise.all(parts))
      .png()
      .toFile(at('in', 'all.png'));
    const nodes = [{ id: 'a', panorama: { path: 'all.png', ...told } }];
    await writeFile(at('in', 'nodes.json'), JSON.stringify(nodes));
    expect(await make('nodes.json')).toMatchObject({ exitCode: 0, err: '' });
    await looksRight((await made()).panorama.list[0]);
  });

  test.each([
    [{ type: 'stripe' }, 'all.png, 256 × 128 pixels, is not divided into 6 × 1 squares'],
    [{ type: 'net' }, 'all.png, 256 × 128 pixels, is not divided into 4 × 3 squares'],
    [{ type: 'stripe', order: ['left'] }, 'does not have each of left, front, right, back, top, bottom'],
  ])('with a cube that its picture is not are refused: %j', async (told, why) => {
    await sharp({ create: { width: 256, height: 128, channels: 3, background: '#000' } })
      .png()
      .toFile(at('in', 'all.png'));
    await writeFile(at('in', 'nodes.json'), JSON.stringify([{ id: 'a', panorama: { path: 'all.png', ...told } }]));
    expect(await make('nodes.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining(why) });
  });

  test('keep panoramas, links and markers with text; angles are radians, or degrees as text', {
    tags: ['slow', 'long'],
  }, async () => {
    await writeSphere(at('in', 'hall.png'), EDGE * 4);
    await writeFaces((face) => `cube/${face}.jpg`);
    const cube = { front: 'front', right: 'right', back: 'back', left: 'left', top: 'up', bottom: 'down' };
    const paths = Object.fromEntries(Object.entries(cube).map(([side, face]) => [side, `cube/${face}.jpg`]));
    const nodes = [
      {
        id: 'b',
        name: 'Attic',
        panorama: { type: 'separate', paths, flipTopBottom: true },
        links: [{ nodeId: 'a', position: { yaw: 0.5, pitch: 0 } }],
      },
      {
        ...{ id: 'a', name: '大厅', panorama: 'hall.png', map: {} },
        links: [{ nodeId: 'b', position: { yaw: '90deg', pitch: '-10deg' } }],
        markers: [
          { id: 'lamp', position: { yaw: Math.PI, pitch: 0 }, tooltip: 'Lamp', content: '<p>Of brass</p>' },
          { id: 'line', polyline: [] },
        ],
      },
    ];
    await writeFile(at('in', 'nodes.json'), JSON.stringify({ nodes, startNodeId: 'a' }));
    const { exitCode, err } = await make('nodes.json');
    expect([exitCode, err.trim().split('\n')]).toEqual([
      0,
      [
        'notice: not carried over: a: map.',
        'notice: not carried over: a: everything (it has no position) of the marker line.',
      ],
    ]);
    const { observers, panorama } = await made();
    for (const one of panorama.list) await looksRight(one);
    expect([yawTo(observers[0], observers[1]), yawTo(observers[1], observers[0])].map(Math.round)).toEqual([90, 29]);
    expect((await made('hot-list')).tagList).toEqual([
      expect.objectContaining({
        data: { title: 'Lamp', description: 'Of brass' },
        position: [0, 1.6, expect.closeTo(2, 4)],
      }),
    ]);
  });
});

describe('files that are spelt otherwise than the tour spells them', () => {
  const scene = { type: 'cubemap', cubeMap: faces.map((face) => `Bilder/Küche/가_${face}.jpg`) };

  slowAfter<[string, (name: string) => string]>(1, [
    ['decomposed, as macOS writes them', (name: string) => name.normalize('NFD')],
    ['in other capitals', (name: string) => name.toUpperCase()],
    ['both', (name: string) => name.toLowerCase().normalize('NFD')],
  ])('are found when they are %s', async (_, spelling) => {
    await writeFaces((face) => spelling(`Bilder/Küche/가_${face}.jpg`));
    await writeFile(at('in', 'tour.json'), JSON.stringify({ ...scene, title: 'Küche' }));
    expect(await make('tour.json')).toMatchObject({ exitCode: 0, err: '' });
    await looksRight((await made()).panorama.list[0]);
  });

  test('are named when two are meant', { tags: 'slow' }, async () => {
    await writeFaces((face) => `Bilder/Küche/가_${face}.JPG`);
    await writeFaces((face) => `Bilder/KÜCHE/가_${face}.JPG`);
    await writeFile(
      at('in', 'tour.json'),
      JSON.stringify({ ...scene, cubeMap: scene.cubeMap.map((one) => one.toLowerCase()) }),
    );
    const { exitCode, err } = await make('tour.json');
    expect([exitCode, err]).toEqual([
      2,
      expect.stringMatching(
        /its picture bilder\/küche\/가_front\.jpg may be Bilder\/(KÜCHE|Küche)\/가_front\.jpg or Bilder\/(KÜCHE|Küche)\/가_front\.jpg: rename one\./,
      ),
    ]);
  });

  test('are the tour itself, and what it includes', { tags: 'slow' }, async () => {
    await writeFaces((face) => `PANOS/${face}.jpg`);
    const urls = faces.map((face) => `<${face} url="panos/${face}.jpg" />`).join('');
    await writeFile(at('in', 'Tour.XML'), '<krpano><include url="szenen/küche.xml" /></krpano>');
    await mkdir(at('in', 'Szenen'));
    await writeFile(
      at('in', 'Szenen', 'Küche.xml'.normalize('NFD')),
      `<krpano><scene name="a"><image>${urls.replaceAll('panos', '%FIRSTXML%/panos')}</image></scene></krpano>`,
    );
    expect(await make()).toMatchObject({ exitCode: 0, err: '' });
    await looksRight((await made()).panorama.list[0]);
  });
});

test('links without a direction are told', { tags: 'slow' }, async () => {
  await writeSphere(at('in', 'hall.png'), EDGE);
  const nodes = ['a', 'b'].map((id) => ({ id, panorama: 'hall.png', links: [{ nodeId: id === 'a' ? 'b' : 'a' }] }));
  await writeFile(at('in', 'nodes.json'), JSON.stringify(nodes));
  expect(await make('nodes.json')).toMatchObject({
    exitCode: 0,
    err: 'notice: not carried over: the direction of 2 links, such as from a to b: the tour does not say it.\n',
  });
});

describe('a folder of the Marzipano Tool', () => {
  test('keeps scenes with their tiles, doors and texts', { tags: ['slow', 'long'] }, async () => {
    await writeFaces((face) => `app-files/tiles/0-hall/1/${face[0]}/%y/%x.jpg`, 48);
    await writeFaces((face) => `app-files/tiles/1-attic/1/${face[0]}/%y/%x.jpg`, 48);
    const levels = [
      { tileSize: 24, size: 24, fallbackOnly: true },
      { tileSize: 48, size: EDGE },
    ];
    const spot = { yaw: Math.PI / 2, pitch: 0.2, rotation: 0 };
    const data = {
      name: 'House',
      scenes: [
        {
          ...{
            id: '0-hall',
            name: '大厅',
            levels,
            faceSize: EDGE,
            initialViewParameters: { yaw: 0.5, pitch: 0.1, fov: 1.3 },
          },
          linkHotspots: [{ ...spot, target: '1-attic' }],
          infoHotspots: [{ ...spot, yaw: 0, pitch: -Math.PI / 6, title: 'Lamp', text: 'Of <i>brass</i>' }],
        },
        {
          id: '1-attic',
          name: 'Attic',
          levels,
          faceSize: EDGE,
          linkHotspots: [{ ...spot, target: '0-hall' }],
          infoHotspots: [],
        },
      ],
    };
    await writeFile(at('in', 'app-files', 'data.js'), `var APP_DATA = ${JSON.stringify(data, null, 2)};\n`);
    expect(await make()).toMatchObject({ exitCode: 0, err: '' });
    const { observers, panorama, initial } = await made();
    for (const cube of panorama.list) await looksRight(cube);
    expect([yawTo(observers[0], observers[1]), yawTo(observers[1], observers[0])].map(Math.round)).toEqual([90, 90]);
    expect(initial).toMatchObject({ longitude: -0.5, latitude: -0.1 });
    expect((await made('hot-list')).tagList).toEqual([
      expect.objectContaining({
        position: [0, 2.6, expect.closeTo(-2 * Math.cos(Math.PI / 6), 4)],
        data: { title: 'Lamp', description: 'Of brass' },
      }),
    ]);
  });
});

describe('a tour.xml of krpano', () => {
  const tour = (scenes: string, more = '') => `<krpano version="1.21" ${more}>${scenes}</krpano>`;

  test('keeps cubes, tiles and spheres, doors, texts and the view it starts with; what is lost is said', {
    tags: ['slow', 'long'],
  }, async () => {
    await writeFaces((face) => `panos/hall.tiles/pano_${face[0]}.jpg`);
    // Tiles are counted from 1.
    await writeFaces((face) => `panos/attic.tiles/%y/%x/${face[0]}.jpg`, 48);
    for (const row of ['2', '1', '0']) {
      for (const column of ['2', '1', '0']) {
        const to = at('in', 'panos/attic.tiles/l2', String(Number(row) + 1));
        await mkdir(to, { recursive: true });
        for (const face of 'frblud') {
          const [from, name] = [
            at('in', 'panos/attic.tiles', row, column, `${face}.jpg`),
            `${face}_0${Number(column) + 1}.jpg`,
          ];
          await writeFile(path.join(to, name), await readFile(from));
        }
      }
    }
    await writeSphere(at('in', 'panos/cellar.png'), EDGE * 4);
    const xml = tour(
      `<include url="skin/vtourskin.xml" />
      <style name="door" onclick="loadscene(get(linkedscene), null, MERGE);" scale="0.5" />
      <style name="up" linkedscene="attic" />
      <action name="startup">loadscene(hall);</action>
      <scene name="attic" title="Attic &amp; roof" lat="48.1" lng="16.3">
        <view hlookat="5" vlookat="0" fov="90" />
        <image><cube url="%CURRENTXML%/panos/attic.tiles/l%l/%v/%s_%0h.jpg" multires="48,64,${EDGE}" /></image>
        <hotspot name="down" ath="10" atv="5" onclick="lookto(0,0); loadscene('hall', null, MERGE, BLEND(1));" rotate="90" />
      </scene>
      <SCENE name="hall" title="大厅" heading="90" onstart="">
        <view HLOOKAT="90" vlookat="-10" />
        <preview url="panos/hall.tiles/preview.jpg" />
        <image><cube url="panos/hall.tiles/pano_%s.jpg" /></image>
        <hotspot name="spot1" style="door|up" ath="120" atv="0" />
        <hotspot name="spot2" style="door" ath="-60" atv="0" linkedscene="cellar" />
        <hotspot name="lamp" ath="90" atv="-30" tooltip="A lamp" html="[p]of [b]1920[/b][/p]" onclick="openurl(https://lamps.example.com/, _blank)" />
        <hotspot name="line"><point ath="1" atv="2" /></hotspot>
      </SCENE>
      <scene name="cellar"><image><sphere url="panos/cellar.png" /></image>
        <hotspot name="back" ath="0" atv="0" linkedscene="hall" /></scene>`,
      'onstart="loadscene(hall)"',
    );
    await writeFile(at('in', 'tour.xml'), xml);
    const { exitCode, err } = await make();
    expect([exitCode, err.trim().split('\n')]).toEqual([
      0,
      [
        'notice: not carried over: attic: lat.',
        'notice: not carried over: attic: lng.',
        'notice: not carried over: attic: rotate of the hotspot down.',
        'notice: not carried over: hall: everything (it neither leads to a scene nor has a text) of the hotspot line.',
        'notice: not carried over: include of skin/vtourskin.xml (it is not there), action of the whole tour.',
      ],
    ]);
    const { observers, panorama, initial } = await made();
    for (const cube of panorama.list) await looksRight(cube);
    const names = (await made('observer-guide-list')).list.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['大厅', 'Attic & roof', 'cellar']);
    const [hall, attic, cellar] = observers;
    const yaws = [yawTo(hall, attic), yawTo(hall, cellar), yawTo(attic, hall), yawTo(cellar, hall)];
    expect(yaws.map(Math.round).map((yaw) => yaw + 0)).toEqual([120, -60, 10, 0]);
    // The middle of the hall looks east, and one looks 90° to the right of it, 10° up.
    expect([Math.abs(initial.longitude), initial.latitude]).toEqual([
      expect.closeTo(Math.PI, 5),
      expect.closeTo(Math.PI / 18, 5),
    ]);
    expect((await made('hot-list')).tagList).toEqual([
      expect.objectContaining({
        data: { title: 'A lamp', description: 'of 1920', targetUrl: 'https://lamps.example.com/' },
        position: [expect.closeTo(0, 4), expect.closeTo(2.6, 4), expect.closeTo(2 * Math.cos(Math.PI / 6), 4)],
      }),
    ]);
  });

  const bomb = `<!DOCTYPE krpano [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefghi', (name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}<!ENTITY x SYSTEM "file:///etc/passwd">]>`;

  test('reads no entity of the file, and no other file', { tags: ['slow', 'long'] }, async () => {
    await writeFaces((face) => `${face}.jpg`);
    const faceUrls = faces.map((face) => `<${face} url="${face}.jpg" />`).join('');
    const scene = `<scene name="a" title="&i;&x;A"><image>${faceUrls}</image></scene>`;
    await writeFile(at('in', 'tour.xml'), `${bomb}${tour(scene)}`);
    expect(await make('tour.xml')).toMatchObject({ exitCode: 0 });
    expect((await made('observer-guide-list')).list).toMatchObject([{ name: '&i;&x;A' }]);
  });

  test('is read with the files that it includes, each from its own folder', { tags: ['slow', 'long'] }, async () => {
    await writeFaces((face) => `homes/one/panos/${face}.jpg`);
    const faceUrls = (folder: string) => faces.map((face) => `<${face} url="${folder}panos/${face}.jpg" />`).join('');
    const scene = (name: string, folder: string, to: string) =>
      `<scene name="${name}"><image>${faceUrls(folder)}</image><hotspot name="h" ath="0" atv="0" style="way" linkedscene="${to}" /></scene>`;
    const files = {
      'tour.xml': tour('<include url="homes/all.xml" /><include url="missing.xml" />', 'onstart="loadscene(b)"'),
      'homes/all.xml': tour(
        '<include url="one/a.xml" /><include url="%FIRSTXML%/homes/b.xml" /><include url="../tour.xml" />',
        'title="Homes"',
      ),
      'homes/one/a.xml': tour(`<include url="../../../outside.xml" />${scene('a', '', 'b')}`),
      'homes/b.xml': scene('b', '%CURRENTXML%/one/', 'a'),
      'other.xml': tour('<scene name="c" /><include url="https://example.com/a.xml" />'),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(at('in', name), text);
    await writeFile(at('outside.xml'), tour(scene('outside', '', 'a')));
    await symlink(at('outside.xml'), at('in', 'linked.xml'));
    const { exitCode, err } = await make();
    expect([exitCode, err.trim().split('\n')]).toEqual([
      0,
      [
        'notice: not carried over: include of ../../../outside.xml (it lies outside the folder of the tour), include of ../tour.xml (it includes itself), include of missing.xml (it is not there) of the whole tour.',
      ],
    ]);
    const { observers, panorama } = await made();
    for (const cube of panorama.list) await looksRight(cube);
    expect(observers).toHaveLength(2);
    expect(JSON.parse(await readFile(at('out', 'observer-guide-list.json'), 'utf8')).list).toMatchObject([
      { name: 'b' },
      { name: 'a' },
    ]);
  });

  const link = (...urls: readonly string[]) => tour(urls.map((url) => `<include url="${url}" />`).join(''));
  test.each([
    ['(it lies outside the folder of the tour)', { 'tour.xml': link('linked.xml') }],
    ['(it is at another host)', { 'tour.xml': link('//example.com/a.xml') }],
    ['(it is for some devices only)', { 'tour.xml': '<krpano><include url="a.xml" devices="mobile" /></krpano>' }],
    ['(it is encrypted)', { 'tour.xml': link('a.xml'), 'a.xml': '<encrypted>AAAA</encrypted>' }],
    [
      'tour.xml: b.xml, which it includes: it is no XML',
      { 'tour.xml': link('a.xml'), 'a.xml': link('b.xml'), 'b.xml': '<a' },
    ],
    [
      'it includes more than 100 files',
      Object.fromEntries(
        ['tour', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at, all) => [
          `${name}.xml`,
          at + 1 < all.length ? link(`${all[at + 1]}.xml`, `${all[at + 1]}.xml`) : tour(''),
        ]),
      ),
    ],
  ])('is refused where it includes: %s', async (why, files) => {
    await writeFile(at('outside.xml'), tour('<scene name="outside" />'));
    await symlink(at('outside.xml'), at('in', 'linked.xml'));
    for (const [name, text] of Object.entries(files)) await writeFile(at('in', name), text);
    expect(await make()).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(why) });
  });

  const image = (inner: string, more = '') => tour(`<scene name="a"><image ${more}>${inner}</image></scene>`);
  test.each([
    ['tour.xml: it is no XML: ', '<krpano><scene></krpano>'],
    ['it is encrypted', '<encrypted>AAAA</encrypted>'],
    ['its outermost element is html', '<html></html>'],
    ['it has no scene with an image: include of scenes.xml (it is not there)', tour('<include url="scenes.xml" />')],
    ['tour.xml: it', `<krpano>${'<a>'.repeat(200_000)}`],
    ['larger than the description of a tour', ' '.repeat(17 * 1024 * 1024)],
    ['the image of its scene a is cylinder, and neither a cube nor a sphere', image('<cylinder url="a.jpg" />')],
    ['the cube of its scene a is one picture, which is not six', image('<cube url="strip.jpg" />')],
    ['the sphere of its scene a is cut into tiles', image('<sphere url="%v_%h.jpg" multires="512,4096x2048" />')],
    ['the sphere of its scene a has a voffset', image('<sphere url="a.jpg" />', 'vfov="90" voffset="10"')],
    [
      'faces of its scene a are turned or mirrored',
      image(faces.map((face) => `<${face} url="a.jpg" rotate="90" />`).join('')),
    ],
    ['is told by a script: write the name of the file', image('<sphere url="%$pictures%/a.jpg" />')],
    ['which cannot be', image('<cube url="%s/%v_%h.jpg" multires="0,1e9" />')],
    ['lies outside the folder of the tour', image('<sphere url="../../../etc/passwd" />')],
    ['is at another host', image('<sphere url="https://cdn.example.com/a.jpg" />')],
  ])('is refused: %s', async (why, xml) => {
    await writeFile(at('in', 'tour.xml'), xml);
    expect(await make('tour.xml')).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(why) });
  });
});
