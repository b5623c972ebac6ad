import { copyFile, cp, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { faces } from '@openhouse/contract/panoramas';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  cubeMapFace,
  cubeMapFaces,
  paintedSphere,
  psnr,
  referenceFace,
  writeSphere,
} from '../testing/painted-sphere.ts';
import { useCommandStore } from '../testing/store.ts';

const store = useCommandStore();
const EDGE = 256;
/** Of a face in a preview, and in which order they lie there. */
const SMALL = 128;
const STACKED = ['back', 'down', 'front', 'left', 'right', 'up'];

/** Of the test at hand. */
let folder: string;
let count = 0;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(async () => {
  count += 1;
  folder = path.join(store.root, `made-${count}`);
  await mkdir(at('in'), { recursive: true });
});

const make = (...more: string[]) => store.openhouse(['make-tour', at('in'), '--out', at('out'), ...more]);
const made = async () => JSON.parse(await readFile(at('out', 'vr-info.json'), 'utf8'));

/** A small sphere with metadata. */
async function sphere(name: string, tells: { readonly xmp?: string; readonly gps?: Record<string, string> } = {}) {
  const { width, height, pixels } = paintedSphere(64);
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg();
  if (tells.gps !== undefined) picture.withExif({ IFD3: tells.gps });
  if (tells.xmp !== undefined) {
    picture.withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
        `<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${tells.xmp}/></rdf:RDF></x:xmpmeta>`,
    );
  }
  const bytes = await picture.toBuffer();
  // sharp writes whether an altitude is below the sea as a letter; cameras write a byte.
  const belowSea = bytes.indexOf(Buffer.from([5, 0, 1, 0, 1, 0, 0, 0]));
  if (belowSea >= 0) bytes.writeUInt8(Number(tells.gps?.GPSAltitudeRef), belowSea + 8);
  await writeFile(at('in', name), bytes);
}

const faceOf = async (file: string) => {
  const { data, info } = await sharp(at('out', 'assets', file))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, edge: info.width };
};

describe('a folder of panoramas', () => {
  const becomes = 'as .%s becomes a tour that is imported and exported as it is';
  // `npm test` packs one instead.
  test.each(['jpg', 'png', 'webp', 'avif'])(becomes, { tags: ['slow', 'long'] }, (kind) => becomesTour(kind));

  async function becomesTour(kind: string): Promise<void> {
    const { width, height, pixels } = paintedSphere(EDGE * 4);
    // An AVIF takes the encoder ten times as long when it tries to be small.
    const options = { png: {}, avif: { quality: 98, effort: 0 } }[kind] ?? { quality: 98 };
    const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
    await picture.toFormat(kind === 'jpg' ? 'jpeg' : (kind as 'png'), options).toFile(at('in', `02-客厅.${kind}`));
    await copyFile(at('in', `02-客厅.${kind}`), at('in', `10_hall.${kind.toUpperCase()}`));
    const { exitCode, out, err } = await make('--name', '湖边的房子', '--code', `lake-${kind}`);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^made {2}lake-\w+ {2}\S+out {2}2 viewpoints, \d/)]);
    expect(err).toMatch(/^notice: no picture says where it was taken: .* --places names where they are\.\n$/);
    const info = await made();
    expect(info).toMatchObject({ resource_code: `lake-${kind}`, name: '湖边的房子', is_active: true });
    expect(info.observers.map(({ accessible_nodes }: { accessible_nodes: number[] }) => accessible_nodes)).toEqual([
      [1],
      [0],
    ]);
    const preview = sharp(at('out', 'assets', info.panorama.list[0].preview));
    for (const face of faces) {
      const { data, edge } = await faceOf(info.panorama.list[0][face]);
      expect(edge).toBe(EDGE);
      expect(psnr(data, referenceFace(face, EDGE))).toBeGreaterThan(kind === 'avif' ? 38 : 40);
      const top = STACKED.indexOf(face) * SMALL;
      const small = preview.clone().extract({ left: 0, top, width: SMALL, height: SMALL });
      expect(psnr(await small.raw().toBuffer(), referenceFace(face, SMALL))).toBeGreaterThan(30);
    }
    expect(await preview.metadata()).toMatchObject({ width: SMALL, height: SMALL * faces.length });
    const stops = JSON.parse(await readFile(at('out', 'observer-guide-list.json'), 'utf8'));
    expect(stops.list.map(({ name }: { name: string }) => name)).toEqual(['客厅', 'hall']);
    expect((await readdir(folder)).sort()).toEqual(['in', 'out']);

    const imported = await store.openhouse(['import', at('out'), '--strict', '--json']);
    expect(imported).toMatchObject({ exitCode: 0, out: expect.stringContaining('"created"') });
    // Its addresses are relative on purpose: nothing else is said of it.
    const { notices } = JSON.parse(imported.out.split('\n')[0] ?? '');
    expect(notices.map((notice: { kind: string }) => notice.kind)).toEqual(['no-base-url']);
    expect((await store.openhouse(['export', `lake-${kind}`, '--to', at('exported')])).exitCode).toBe(0);
    const files = async (...names: string[]) =>
      (await readdir(at(...names), { recursive: true })).filter((name) => name.endsWith('.jpg')).sort();
    expect(await files('exported', `lake-${kind}`)).toEqual(await files('out'));
  }

  test('is packed as a .zip that imports the same', { tags: ['slow', 'long'] }, async () => {
    await sphere('hall.jpg');
    expect((await store.openhouse(['make-tour', at('in'), '--code', 'packed', '--out', at('t.zip')])).exitCode).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['in', 't.zip']);
    expect((await store.openhouse(['import', at('t.zip'), '--strict'])).out).toContain('created    packed');
  });

  test('tells places by GPS and directions by GPano, and links neighbours', { tags: ['slow', 'long'] }, async () => {
    const gps = (east: number) => ({
      GPSLatitudeRef: 'N',
      GPSLatitude: '48/1 0/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: `11/1 0/1 ${east}/100`,
    });
    await sphere('a.jpg', { gps: gps(0), xmp: 'GPano:PoseHeadingDegrees="90"' });
    await sphere('b.jpg', { gps: gps(40) });
    await sphere('c.jpg', { gps: gps(20), xmp: 'GPano:PoseHeadingDegrees="0"' });
    expect(await make()).toMatchObject({ exitCode: 0, err: '' });
    const { observers, initial } = await made();
    expect(observers.map((one: { position: number[] }) => one.position.map(Math.round))).toEqual([
      [0, 2, 0],
      [8, 2, 0],
      [4, 2, 0],
    ]);
    expect(observers.map((one: { accessible_nodes: number[] }) => one.accessible_nodes)).toEqual([
      [2],
      [2],
      expect.arrayContaining([0, 1]),
    ]);
    // The middle of the first picture looks to the east: −z turned to +x, by a quarter turn clockwise seen from above.
    const { w, x, y, z } = observers[0].quaternion;
    expect([x, z, w.toFixed(5), y.toFixed(5)]).toEqual([0, 0, '0.70711', '-0.70711']);
    expect(initial.longitude).toBeCloseTo(-Math.PI / 2, 5);
  });

  const alone = 'the viewpoints stand in a row, 3 m apart, each linked with the next. --places names where they are.';
  const degrees = (latitude: string, longitude: string) => ({
    ...{ GPSLatitudeRef: 'N', GPSLatitude: latitude, GPSLongitudeRef: 'E', GPSLongitude: longitude },
  });
  const nowhere = degrees('0/1 0/1 0/1', '0/1 0/1 0/1');
  const row = [0, 0, -3000];

  test.each<[string, readonly Record<string, string>[], readonly number[], string]>([
    [
      'on both sides of the date line',
      [
        degrees('0/1 0/1 0/1', '179/1 59/1 599/10'),
        { ...degrees('0/1 0/1 0/1', '180/1 0/1 0/1'), GPSLongitudeRef: 'W' },
      ],
      [3089, 0, 0],
      '',
    ],
    [
      'on both sides of the north pole',
      [degrees('89/1 59/1 599/10', '0/1 0/1 0/1'), degrees('89/1 59/1 599/10', '180/1 0/1 0/1')],
      [0, 0, -6178],
      '',
    ],
    [
      'below the sea, one deeper than the other',
      [
        { ...degrees('31/1 30/1 0/1', '35/1 30/1 0/1'), GPSAltitudeRef: '1', GPSAltitude: '430/1' },
        { ...degrees('31/1 30/1 1/10', '35/1 30/1 0/1'), GPSAltitudeRef: '1', GPSAltitude: '428/1' },
      ],
      [0, 2000, -3089],
      '',
    ],
    [
      'that tells a latitude alone',
      [
        { GPSLatitudeRef: 'N', GPSLatitude: '48/1 0/1 0/1' },
        { GPSLatitudeRef: 'N', GPSLatitude: '49/1 0/1 0/1' },
      ],
      row,
      `notice: no picture says where it was taken: ${alone}\n`,
    ],
    [
      'that does not tell its half of the earth',
      [
        { GPSLatitude: '33/1 0/1 0/1', GPSLongitude: '70/1 0/1 0/1' },
        { GPSLatitude: '33/1 0/1 1/10', GPSLongitude: '70/1 0/1 0/1' },
      ],
      row,
      'notice: 2 of 2 pictures (such as a.jpg) tell degrees, and not whether they are north or south, east or west: these are no positions.\n' +
        `notice: no picture says where it was taken: ${alone}\n`,
    ],
    ['of cameras without a fix', [nowhere, nowhere], row, `notice: no picture says where it was taken: ${alone}\n`],
    [
      'of one camera without a fix',
      [degrees('48/1 0/1 0/1', '11/1 0/1 0/1'), nowhere],
      row,
      `notice: 1 of 2 pictures do not say where they were taken (such as b.jpg): ${alone}\n`,
    ],
    [
      'of one place',
      [degrees('48/1 0/1 0/1', '11/1 0/1 0/1'), degrees('48/1 0/1 0/1', '11/1 0/1 0/1')],
      row,
      `notice: a.jpg and b.jpg were taken at the same place by what they say: ${alone}\n`,
    ],
  ])(
    'of GPS data %s: places that are right, or a sentence',
    { tags: ['slow', 'long'] },
    async (_, gps, wanted, said) => {
      for (const [index, one] of gps.entries())
        await sphere(`${'ab'[index]}.jpg`, { gps: { ...one, GPSImgDirection: '0/0' } });
      const { exitCode, err } = await make();
      expect([exitCode, err]).toEqual([0, said]);
      const { observers } = await made();
      expect(observers[1].standing_position.map((metres: number) => Math.round(metres * 1000))).toEqual(wanted);
      expect(observers.map((one: { quaternion: object }) => one.quaternion)).toEqual(
        gps.map(() => ({ w: 1, x: 0, y: 0, z: 0 })),
      );
      expect(observers.map((one: { accessible_nodes: number[] }) => one.accessible_nodes)).toEqual([[1], [0]]);
    },
  );

  test('is put in order and in place by a table', { tags: ['slow', 'long'] }, async () => {
    for (const name of ['01_hall.jpg', '02_attic.jpg', '03_客厅.jpg']) await sphere(name);
    await writeFile(
      at('places.csv'),
      'name,x,y,z,heading,floor\n客厅,0,0,0,-90,0\n02_attic.jpg,0,3,0,,1\n01_hall,4,0,0,,0\n',
    );
    expect(await make('--places', at('places.csv'))).toMatchObject({ exitCode: 0, err: '' });
    const { observers } = await made();
    expect(
      observers.map((one: { position: number[]; floor_index: number }) => [one.position, one.floor_index]),
    ).toEqual([
      [[0, 1.6, 0], 0],
      [[0, 4.6, 0], 1],
      [[4, 1.6, 0], 0],
    ]);
    expect(observers[0].quaternion.y).toBeCloseTo(Math.SQRT1_2, 6);
  });

  test('may hold a part of a sphere, which lies where GPano says; the rest has the colours of its edges', {
    tags: ['slow', 'long'],
  }, async () => {
    const whole = paintedSphere(EDGE * 4);
    const raw = { width: whole.width, height: whole.height, channels: 3 } as const;
    const part = { left: 256, top: 128, width: 512, height: 256 };
    const xmp = Object.entries({
      ...{ FullPanoWidthPixels: 2048, FullPanoHeightPixels: 1024 },
      ...{ CroppedAreaImageWidthPixels: 1024, CroppedAreaImageHeightPixels: 512 },
      ...{ CroppedAreaLeftPixels: 512, CroppedAreaTopPixels: 256 },
    });
    // The numbers are those of a picture twice as large: it was made smaller since.
    const attributes = xmp.map(([name, value]) => `GPano:${name}="${value}"`).join(' ');
    const picture = sharp(whole.pixels, { raw })
      .extract(part)
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
          `<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${attributes}/></rdf:RDF></x:xmpmeta>`,
      );
    await writeFile(at('in', 'part.jpg'), await picture.jpeg({ quality: 98 }).toBuffer());
    expect(await make()).toMatchObject({ exitCode: 0, err: '' });
    const cube = (await made()).panorama.list[0];
    const { data, edge } = await faceOf(cube.front);
    // What is 45° wide and 30° high around the middle is in the picture.
    const [found, wanted]: [number[], number[]] = [[], []];
    const reference = referenceFace('front', edge);
    for (let pixel = 0; pixel < edge * edge; pixel++) {
      const [x, y] = [Math.abs((pixel % edge) - edge / 2), Math.abs(Math.floor(pixel / edge) - edge / 2)];
      if (x > edge / 3 || y > edge / 4) continue;
      for (let channel = 0; channel < 3; channel++) {
        found.push(data[pixel * 3 + channel] ?? 0);
        wanted.push(reference[pixel * 3 + channel] ?? 0);
      }
    }
    expect(psnr(found, wanted)).toBeGreaterThan(40);
    const { data: above } = await faceOf(cube.up);
    const middle = ((edge / 2) * edge + edge / 2) * 3;
    expect(Math.min(...above.subarray(middle, middle + 3))).toBeGreaterThan(40);
  });

  test('may hold sets of six faces, in files or in folders, which stay as they look', {
    tags: ['slow', 'long'],
  }, async () => {
    const { width, height, pixels } = paintedSphere(EDGE * 4);
    await writeSphere(at('sphere.png'), EDGE * 4);
    await mkdir(at('cube'));
    await cp(at('sphere.png'), at('cube', 'a.png'));
    await store.openhouse(['make-tour', at('cube'), '--out', at('first')]);
    expect([width, height, pixels.length]).toEqual([EDGE * 4, EDGE * 2, EDGE * EDGE * 24]);
    const first = JSON.parse(await readFile(at('first', 'vr-info.json'), 'utf8')).panorama.list[0];
    await mkdir(at('in', '阁楼'));
    const words = { front: '前', right: '右', back: '后', left: '左', up: '上', down: '下' };
    for (const face of faces) {
      await copyFile(at('first', 'assets', first[face]), at('in', `hall_${face[0]}.jpg`));
      await copyFile(at('first', 'assets', first[face]), at('in', '阁楼', `${words[face]}.jpg`));
    }
    expect(await make()).toMatchObject({ exitCode: 0 });
    for (const cube of (await made()).panorama.list) {
      for (const face of faces)
        expect(psnr((await faceOf(cube[face])).data, referenceFace(face, EDGE))).toBeGreaterThan(40);
    }
  });

  const axes = { x: { p: 'pos-x', n: 'neg-x' }, y: { p: 'PosY', n: 'NegY' }, z: { p: 'pos_z', n: 'neg_z' } };
  test('may hold the cube maps of three.js and game engines, unmirrored, with +z ahead', { tags: 'slow' }, async () => {
    await mkdir(at('in', 'attic'));
    for (const name of cubeMapFaces) {
      const raw = { width: EDGE, height: EDGE, channels: 3 } as const;
      const picture = sharp(Uint8Array.from(cubeMapFace(name, EDGE), Math.round), { raw }).jpeg({ quality: 98 });
      const [sign, axis] = [...name] as ['p' | 'n', 'x' | 'y' | 'z'];
      await picture.clone().toFile(at('in', `hall_${name}.jpg`));
      await picture.clone().toFile(at('in', 'attic', `${axes[axis][sign]}.jpg`));
    }
    expect(await make()).toMatchObject({ exitCode: 0 });
    const { list } = (await made()).panorama;
    expect(list).toHaveLength(2);
    for (const cube of list) {
      for (const face of faces)
        expect(psnr((await faceOf(cube[face])).data, referenceFace(face, EDGE))).toBeGreaterThan(38);
    }
  });

  const square = (name: string, hue = '#777') =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: hue } }).toFile(at('in', name));
  const names = async () =>
    JSON.parse(await readFile(at('out', 'observer-guide-list.json'), 'utf8')).list.map(
      ({ name }: { name: string }) => name,
    );

  test.each([
    ['a panorama', ['tour/hall.jpg'], ['hall']],
    ['faces in a folder', ['tour/hall/%.png'], ['hall']],
    ['faces in a folder, twice around', ['tour/tour/hall/%.png'], ['hall']],
    ['faces of several', ['tour/hall_%.png', 'tour/attic.%.png'], ['attic', 'hall']],
    ['a folder of faces, and leftovers', ['hall/%.png', '__MACOSX/front.png', 'Thumbs.db'], ['hall']],
    ['faces of several beside a panorama', ['a.jpg', 'more/hall_%.png', 'more/attic_%.png'], ['a', 'attic', 'hall']],
    ['panoramas of two floors', ['1. OG Küche.jpg', '2. OG Küche.jpg'], ['1. OG Küche', '2. OG Küche']],
    ['faces of two floors', ['1_hall/%.png', '2_hall/%.png'], ['1 hall', '2 hall']],
    ['faces that repeat the name of their folder', ['a.jpg', 'hall/hall_%.png'], ['a', 'hall']],
  ])('is found in a folder around it: %s', { tags: 'slow' }, async (_, files, expected) => {
    for (const file of files) {
      await mkdir(path.dirname(at('in', file)), { recursive: true });
      if (file.endsWith('.jpg')) await sphere(file);
      else if (file.includes('%')) for (const face of faces) await square(file.replace('%', face));
      else await writeFile(at('in', file), '');
    }
    expect(await make()).toMatchObject({ exitCode: 0 });
    expect(await names()).toEqual(expected);
  });

  test('gives one viewpoint of one picture, without links and without a word about places', async () => {
    await sphere('only.jpg');
    expect(await make('--face-size', '256')).toMatchObject({ exitCode: 0, err: '' });
    const { observers, panorama } = await made();
    expect([observers.length, observers[0].accessible_nodes]).toEqual([1, []]);
    expect((await faceOf(panorama.list[0].down)).edge).toBe(256);
  });
});

describe('what cannot be used', () => {
  const refused = async (message: string | RegExp, ...more: string[]) => {
    const { exitCode, out, err } = await make(...more);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err.replaceAll(`${folder}/`, '')).toMatch(message);
    expect((await readdir(folder)).filter((name) => name.includes('out'))).toEqual([]);
  };
  const flat = (width: number, height: number, background = '#777') =>
    sharp({ create: { width, height, channels: 3, background } });

  test('a tour, which is told how it gets previews', async () => {
    await writeFile(at('in', 'vr-info.json'), '{}');
    await refused(/^openhouse: in is a tour already: import it\. .*openhouse convert in bundle makes them first\.\n$/);
  });

  test('a folder that is not there, is a file, or has no panorama', async () => {
    expect(await store.openhouse(['make-tour', at('none')])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('none: there is no such folder.'),
    });
    await refused(/^openhouse: in has no panorama: put \.jpg, .*\n$/);
    await writeFile(at('in', 'film.insv'), '');
    await writeFile(at('in', 'a.heic'), '');
    await refused(/\n {2}film\.insv is not taken: a pair of fisheye .*stitch it/s);
    await refused(/\n {2}a\.heic is not taken: export it as JPEG/s);
    expect((await store.openhouse(['make-tour', at('in', 'a.heic')])).err).toContain('it is a file');
    // As the Marzipano Tool and file hosts hand folders over.
    await writeFile(at('in', 'project.ZIP'), 'PK');
    expect((await store.openhouse(['make-tour', at('in', 'project.ZIP')])).err).toContain(
      'it is an archive: unpack it, and name the folder.',
    );
  });

  test('is said of all pictures at once, by name, with the remedy', async () => {
    await sphere('hall.jpg');
    await sphere('Hall.jfif');
    await flat(300, 200).toFile(at('in', 'wide.png'));
    await flat(300, 300).toFile(at('in', 'both-eyes.png'));
    await writeFile(at('in', 'text.jpg'), 'no picture');
    const heicBegun = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
    await writeFile(at('in', 'cut.jpg'), Buffer.concat([heicBegun, Buffer.alloc(4000, 0x5a)]));
    await flat(64, 32).tiff().toFile(at('in', 'tiff.png'));
    await flat(20, 20).toFile(at('in', 'attic_front.jpg'));
    await sphere('cylinder.jpg', { xmp: 'GPano:ProjectionType="cylindrical"' });
    const circle = `<circle r="31" cy="32" fill="#99b" cx=`;
    const pair = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="64">${circle}"32"/>${circle}"96"/></svg>`,
    );
    await sharp(pair).flatten({ background: 'black' }).jpeg().toFile(at('in', 'fisheye.jpg'));
    const { err, exitCode } = await make();
    expect(exitCode).toBe(2);
    expect(err.split('\n').map((line) => line.trim())).toEqual([
      'openhouse: Nothing was made:',
      'attic lacks right, back, left, up, down: a set has six pictures.',
      'Hall.jfif and hall.jpg would both be called "hall": rename one.',
      'both-eyes.png: 300 × 300 pixels, as wide as high: of a picture for two eyes, one above the other, cut out one half (2:1); the faces of a cube are six, named front, right, back, left, up and down (numbers do not say which is which).',
      expect.stringMatching(
        /^cut\.jpg: it cannot be read as a picture \(Input file has corrupt header: [^/]*\): copy it again/,
      ),
      'cylinder.jpg: its GPano data says that it is cylindrical: export it as equirectangular (2:1).',
      expect.stringMatching(/^fisheye\.jpg: it is a pair of fisheye pictures as the camera wrote it: stitch it /),
      expect.stringMatching(
        /^text\.jpg: it cannot be read as a picture \(.*\): copy it again, or export it as JPEG\.$/,
      ),
      'tiff.png: it is neither JPEG, PNG, WebP nor AVIF inside: export it as one of them.',
      expect.stringMatching(/^wide\.png: 300 × 200 pixels: a full sphere is .*: stitch it as /),
      '',
    ]);
  });

  test('of a folder of panoramas that are called as faces are', { tags: 'slow' }, async () => {
    await sphere('hall.jpg');
    await mkdir(at('in', 'more'));
    for (const name of ['a', 'b', 'f']) await sphere(`more/${name}.jpg`);
    const { err, exitCode } = await make();
    expect([exitCode, err]).toEqual([
      0,
      'notice: more/ is not taken: folders are searched for sets of six faces only.\n',
    ]);
  });

  test('of faces that are numbered, with what to call them', { tags: 'slow' }, async () => {
    await mkdir(at('in', 'hall'));
    for (const digit of [0, 1, 2, 3, 4, 5]) await flat(8, 8).toFile(at('in', 'hall', `${digit}.png`));
    await sphere('attic.jpg');
    expect((await make()).err).toBe(
      'notice: hall/ is not taken: its square pictures are not named after the faces of a cube: ' +
        'name them front, right, back, left, up and down (numbers do not say which is which).\n',
    );
  });

  test('a table in Windows-1252: its names are read by those of the pictures, else the remedy is said', {
    tags: 'slow',
  }, async () => {
    await sphere('Küche.jpg');
    await sphere('Flur.jpg');
    await writeFile(at('places.csv'), Buffer.from('name;x;z\nKücken;0;0\nFlur;1,5;2\n', 'latin1'));
    await refused(
      /no picture is called so\.\n.*is not in UTF-8.*: save it as CSV UTF-8\./s,
      '--places',
      at('places.csv'),
    );
    await writeFile(at('places.csv'), Buffer.from('name;x;z\nKüche;0;0\nFlur;1,5;2\n', 'latin1'));
    expect(await make('--places', at('places.csv'))).toMatchObject({ exitCode: 0, err: '' });
  });

  test('a table that does not fit', async () => {
    await sphere('hall.jpg');
    await sphere('attic.jpg');
    await writeFile(at('places.csv'), 'name\nhall\nhall.jpg\ncellar\n');
    await refused(
      /The table names hall\.jpg twice\.\n.*"cellar", and no picture is called so\.\n.*attic\.jpg is not in the table/s,
      '--places',
      at('places.csv'),
    );
    await refused(/--places .* cannot be read \(ENOENT\)/, '--places', at('none.csv'));
    await sphere('ATTIC 2.jpg');
    await sphere('Attic 2.png');
    await writeFile(at('places.csv'), 'name\nhall\nattic\nattic 2\n');
    await refused(/"attic 2", which may be .*(?:ATTIC 2\.jpg|Attic 2\.png) or/, '--places', at('places.csv'));
  });

  test('a place that is taken, and a code that is none', async () => {
    await sphere('hall.jpg');
    await refused('a resource code has 1 to 64', '--code', '../x');
    await mkdir(at('out'));
    expect(await make()).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('out is there already: remove it'),
    });
  });

  test('hostile names: links are not followed, control characters reach neither terminal nor tour', {
    tags: ['slow', 'long'],
  }, async () => {
    await sphere('a\u001b[2J\u202eb.jpg');
    await symlink('/etc/hostname', at('in', 'link.jpg'));
    await mkdir(at('in', 'empty'));
    const { exitCode, out, err } = await make('--name', '../../etc/passwd');
    expect(exitCode).toBe(0);
    expect(`${out}${err}`).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(err).toContain('notice: link.jpg is not taken: it is no ordinary file.\n');
    const stops = await readFile(at('out', 'observer-guide-list.json'), 'utf8');
    expect(JSON.parse(stops).list[0].name).toBe('a[2Jb');
    expect((await made()).resource_code).toMatch(/^tour-[0-9a-f]{10}$/);
  });
});

describe('a run that stops in the middle', () => {
  test('keeps what is done and leaves nothing under the final name', { tags: ['slow', 'long'] }, async () => {
    const side = sharp({ create: { width: 64, height: 64, channels: 3, background: '#876' } }).png({
      compressionLevel: 0,
    });
    for (const face of faces) await side.clone().toFile(at('in', `attic_${face}.png`));
    await truncate(at('in', 'attic_left.png'), 6000);
    await sphere('hall.jpg');
    const { exitCode, err } = await make();
    expect(err).toMatch(/^openhouse: attic cannot be read to its end: .*\n {2}Copy or export them again and repeat/);
    expect([exitCode, (await readdir(folder)).sort()]).toEqual([1, ['.out.making', 'in']]);
    const panoramas = (...names: string[]) => at('.out.making', 'assets', 'panorama', ...names);
    const kept = (await readdir(panoramas())).filter((name) => !name.endsWith('.part'));
    expect(kept).toHaveLength(1);
    await writeFile(panoramas(kept[0] ?? '', 'front.jpg'), 'made before');
    await side.clone().toFile(at('in', 'attic_left.png'));
    expect((await make()).exitCode).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['in', 'out']);
    const { list } = (await made()).panorama;
    expect(await readFile(at('out', 'assets', list[1].front), 'utf8')).toBe('made before');
    // What another try had begun is no part of the tour.
    expect((await readdir(at('out', 'assets', 'panorama'))).sort()).toHaveLength(2);
  });

  test('leaves no data behind that another tour would show', async () => {
    const side = sharp({ create: { width: 64, height: 64, channels: 3, background: '#876' } }).png();
    for (const face of faces) await side.clone().toFile(at('in', `attic_${face}.png`));
    await mkdir(at('.out.making'));
    await writeFile(at('.out.making', 'hot-list.json'), '{"tagList":[{"data":{"title":"Of another tour"}}]}');
    expect((await make()).exitCode).toBe(0);
    expect((await made()).panorama.list).toHaveLength(1);
    expect(await readdir(at('out'))).not.toContain('hot-list.json');
  });
});
