import sharp from 'sharp';
import { cubeModel } from '../explorer/cube-model.ts';
import type { Triple } from '../explorer/geometry.ts';
import { bareModels, oddModels } from '../explorer/odd-models.ts';

/** Files of a bundle, by their paths in it. */
export type Bundle = ReadonlyMap<string, Buffer | string>;

/** A colour for each side of a cube. */
export const sideColors = {
  front: [200, 60, 50],
  right: [60, 140, 70],
  back: [50, 80, 190],
  left: [220, 180, 60],
  up: [150, 190, 220],
  down: [110, 90, 70],
} as const;
type Side = keyof typeof sideColors;
type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

const EDGE = 256;

/** @returns The picture of a side: its colour, and lines by which one sees how it is drawn. */
async function sideOf(side: Side, format: PictureFormat): Promise<Buffer> {
  const [red, green, blue] = sideColors[side];
  const lines = `<svg width="${EDGE}" height="${EDGE}"><path d="M64 0V256M192 0V256M0 64H256M0 192H256" stroke="#fff" stroke-width="3"/></svg>`;
  const picture = sharp({
    create: { width: EDGE, height: EDGE, channels: 3, background: { r: red, g: green, b: blue } },
  });
  return picture
    .composite([{ input: Buffer.from(lines) }])
    .toFormat(format)
    .toBuffer();
}

export interface Stand {
  readonly at: Triple;
  readonly floor?: number;
  /** Indexes of viewpoints. */
  readonly ways?: readonly number[];
}

export interface UnusualTour {
  readonly stands?: readonly Stand[];
  readonly format?: PictureFormat;
  /** Sides whose pictures are named and not there. */
  readonly gone?: readonly Side[];
  /** Sides that no picture is named for. */
  readonly unnamed?: readonly Side[];
  /** Without pictures: none are named. */
  readonly isBlind?: boolean;
  readonly model?: object;
  /** Below `assets/`. */
  readonly files?: ReadonlyMap<string, Buffer | string>;
  /** Rooms, one a viewpoint. */
  readonly rooms?: readonly string[];
  readonly tags?: readonly { readonly at: Triple; readonly title: unknown }[];
}

/**
 * @param place What the tour is called, and where its files are.
 * @returns A bundle of the tour, with the viewpoints' pictures.
 */
export async function bundleOf(tour: UnusualTour, place = { resource_code: 'tour', base_url: '' }): Promise<Bundle> {
  const {
    stands = [],
    format = 'png',
    gone = [],
    unnamed = [],
    isBlind = false,
    files = new Map(),
    rooms = [],
    tags = [],
  } = tour;
  const named = (Object.keys(sideColors) as Side[]).filter((side) => !unnamed.includes(side));
  const cube = Object.fromEntries(named.map((side) => [side, `pictures/${side}.${format}`]));
  const pictures = await Promise.all(
    named
      .filter((side) => !isBlind && stands.length > 0 && !gone.includes(side))
      .map(async (side) => [`assets/pictures/${side}.${format}`, await sideOf(side, format)] as const),
  );
  const info = {
    ...place,
    name: 'An unusual tour',
    is_active: true,
    model: tour.model,
    observers: stands.map(({ at, floor = 0, ways }, index) => {
      const others = ways ?? stands.map((_, other) => other).filter((other) => other !== index);
      const standing = [at[0], at[1] - 1.6, at[2]];
      const quaternion = { w: 1, x: 0, y: 0, z: 0 };
      return {
        index,
        floor_index: floor,
        position: at,
        standing_position: standing,
        quaternion,
        accessible_nodes: others,
        visible_nodes: others,
      };
    }),
    ...(isBlind ? {} : { panorama: { count: stands.length, list: stands.map((_, index) => ({ index, ...cube })) } }),
  };
  const labels = rooms.map((name, index) => {
    const [x, y, z] = stands[index]?.at ?? [0, 0, 0];
    return {
      id: String(index),
      name,
      floor_index: stands[index]?.floor ?? 0,
      pano_index: index,
      position: { x, y: y - 1.6, z },
    };
  });
  const tagList = tags.map(({ at, title }, index) => ({
    id: index + 1,
    contentType: 'normal',
    position: at,
    data: { title },
  }));
  return new Map<string, Buffer | string>([
    ['vr-info.json', JSON.stringify(info)],
    ['hot-list.json', JSON.stringify({ tagList })],
    [
      'model-plugin-datasets.json',
      JSON.stringify({ ModelRoomLabelPlugin: { data: { model_room_labels: labels }, version: '1' } }),
    ],
    ...pictures,
    ...[...files].map(([path, bytes]) => [`assets/${path}`, bytes] as const),
  ]);
}

const two: readonly Stand[] = [{ at: [0, 1.6, 0] }, { at: [2, 1.6, -1.5] }];
const ring = (count: number, radius: number): readonly Stand[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return { at: [Math.cos(angle) * radius, 1.6, Math.sin(angle) * radius] };
  });
/** As surveyors count: thousands of kilometres from where x and z are 0. */
const surveyed = (x: number, z: number): Stand => ({ at: [1_000_000 + x, 50, 5_000_000 + z] });
const names = [
  'A very long name of a room '.repeat(3),
  '客厅与餐厅之间的走廊'.repeat(8),
  'غرفة المعيشة الكبيرة',
  '👩‍👩‍👧 🛋️',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'Unbreakable'.repeat(8),
];
const lamps = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ extensions: { KHR_lights_punctual: { light: 0 } } }],
  extensionsUsed: ['KHR_lights_punctual'],
  extensions: { KHR_lights_punctual: { lights: [{ type: 'point' }] } },
};
const ofModel = (text: string): Pick<UnusualTour, 'model' | 'files'> => ({
  model: { file_url: 'house.gltf' },
  files: new Map([['house.gltf', text]]),
});

/** A tileset of one tile. */
const tilesetOf = (tile: string): Pick<UnusualTour, 'model' | 'files'> => {
  const root = {
    boundingVolume: { box: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
    geometricError: 0,
    content: { uri: 'tile.gltf' },
  };
  const tileset = { asset: { version: '1.1' }, geometricError: 100, root };
  return {
    model: { layers: [{ tileset_url: 'tileset.json' }] },
    files: new Map([
      ['tileset.json', JSON.stringify(tileset)],
      ['tile.gltf', tile],
    ]),
  };
};

function tagOf(title: unknown, index: number) {
  return { at: [index - 2, 1.2, -2] as const, title };
}

/** Tours that are what nobody expects, by what is unusual about them. */
export const unusualTours = {
  'pictures in jpeg': { stands: two, format: 'jpeg' },
  'pictures in png': { stands: two, format: 'png' },
  'pictures in webp': { stands: two, format: 'webp' },
  'pictures in avif': { stands: two, format: 'avif' },
  'one of six pictures missing': { stands: two, gone: ['left'] },
  'no picture of what is above and below': { stands: two, unnamed: ['up', 'down'] },
  'no pictures': { stands: two, isBlind: true },
  'one viewpoint': { stands: two.slice(0, 1) },
  'nothing at all': {},
  'a model of lamps alone': { stands: two, ...ofModel(JSON.stringify(lamps)) },
  'a model of lamps and nothing else': ofModel(JSON.stringify(lamps)),
  'a model alone': ofModel(cubeModel({})),
  'a model of lines': { stands: two, ...ofModel(bareModels.lines()) },
  'a model of lines and nothing else': ofModel(bareModels.lines()),
  'a model of black lines and nothing else': ofModel(bareModels['black lines']()),
  'a model of points': { stands: two, ...ofModel(bareModels.points()) },
  'a model of points and nothing else': ofModel(bareModels.points()),
  'a tileset of lines': { stands: two, ...tilesetOf(bareModels.lines()) },
  'two tilesets, one of which is not there': {
    stands: two,
    ...tilesetOf(bareModels.lines()),
    model: { layers: [{ tileset_url: 'gone/tileset.json' }, { tileset_url: 'tileset.json' }] },
  },
  'a tileset of points and nothing else': tilesetOf(bareModels.points()),
  'a model without a corner': { stands: two, ...ofModel(bareModels['no corner']()) },
  'a model of numbers that are none': { stands: two, ...ofModel(bareModels['a corner that is no number']()) },
  'a model ten kilometres off': { stands: two, ...ofModel(cubeModel({ at: [10_000, 0, -10_000] })) },
  'a model of a millimetre': { stands: two, ...ofModel(cubeModel({ edgeM: 0.001 })) },
  'a model of a millimetre and nothing else': ofModel(cubeModel({ edgeM: 0.001 })),
  'a model with its pictures in it': { stands: two, ...ofModel(oddModels['a picture in the file']()) },
  'a model whose pictures are not there': { stands: two, ...ofModel(oddModels['a picture that is not there']()) },
  'a town alone': ofModel(cubeModel({ edgeM: 4000, at: [9000, 300, -2000] })),
  'names of any length and script': { stands: ring(6, 4), rooms: names, tags: names.map(tagOf) },
  'forty ways on': { stands: ring(40, 8), rooms: ring(40, 8).map((_, index) => `Room number ${index}`) },
  'floors with gaps': {
    stands: [
      { at: [0, -1.4, 0], floor: -1 },
      { at: [2, 1.6, 0], floor: 0 },
      { at: [0, 13.6, 1], floor: 4 },
    ],
  },
  'far from where x and z are 0': { stands: [surveyed(0, 0), surveyed(3, 0), surveyed(3, 2.5), surveyed(0.5, 2)] },
  'a model far from where x and z are 0': {
    stands: [surveyed(0, 0), surveyed(3, 0), surveyed(3, 2.5), surveyed(0.5, 2)],
    ...ofModel(cubeModel({ edgeM: 6, at: [1_000_002, 50, 5_000_001], rotation: [0, 0.2588, 0, 0.9659] })),
  },
  'a town': {
    stands: [{ at: [0, 1.6, 0] }, { at: [6000, 1.6, 0] }, { at: [3000, 1.6, 4000] }],
    ...ofModel(cubeModel({ edgeM: 5000, at: [3000, 0, 2000] })),
  },
  'something of millimetres': {
    stands: [{ at: [0, 0.0016, 0] }, { at: [0.003, 0.0016, 0.002] }],
    ...ofModel(cubeModel({ edgeM: 0.006 })),
  },
  'tags without words': { stands: two, tags: [null, '', 7, undefined, '  '].map(tagOf) },
  'ways to viewpoints that are not there': {
    stands: [
      { at: [0, 1.6, 0], ways: [1, 99, -3] },
      { at: [1, 1.6, 1], ways: [] },
    ],
  },
} as const satisfies Readonly<Record<string, UnusualTour>>;

export type UnusualName = keyof typeof unusualTours;
