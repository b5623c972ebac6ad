import sharp from 'sharp';
import type { Triple } from '../explorer/geometry.ts';

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
export const pictureFormats = ['jpeg', 'png', 'webp', 'avif'] as const;
type PictureFormat = (typeof pictureFormats)[number];

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

/** @returns A bundle of the tour, with the viewpoints' pictures. */
export async function bundleOf(tour: UnusualTour): Promise<Bundle> {
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
    resource_code: 'tour',
    name: 'An unusual tour',
    is_active: true,
    base_url: '',
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
