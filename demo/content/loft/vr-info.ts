import { sealOf } from '../signing/seals.ts';
import type { Payload } from '../wire/bundle.ts';
import { type Face, listed } from '../wire/geometry.ts';
import { CODE, derivedId, FILES, NAME, thing } from './loft.ts';
import { loftModel } from './model.ts';
import { COVER_SIZE_PX, viewOf } from './pictured-view.ts';
import { cover, observers } from './places.ts';

/** Edge of a face of the rendered cubes, in pixels. */
const FACE_SIZE_PX = 1024;
/** A rendered face, relative to the files of the tour. */
export function facePath(index: number, face: Face): string {
  return `panorama/${index}_${face}.webp`;
}

const panoramas = observers.map(({ index }) => {
  const face = (side: Face) => facePath(index, side);
  return {
    index,
    ...derivedId(index),
    tiles: [],
    size_list: [FACE_SIZE_PX],
    up: face('up'),
    down: face('down'),
    left: face('left'),
    right: face('right'),
    front: face('front'),
    back: face('back'),
    preview: `panorama/${index}_preview.webp`,
  };
});

/** The start view, as other tours carry it: the view of the cover. */
export const startView = { pano_index: cover.observer, ...viewOf(cover, COVER_SIZE_PX) };

export const COVER = `${FILES}cover.jpg`;
const THUMBNAIL = `${FILES}thumbnail.jpg`;

export const vrInfo: Payload<'vr-info'> = {
  ...sealOf(CODE),
  resource_code: CODE,
  name: NAME,
  is_active: true,
  basic_code: 'demo-loft-capture',
  from_type: 'vr',
  project_id: 50_017_301,
  device_type: 'rendered',
  create_time: '2026-11-20 10:00:00',
  base_url: FILES,
  picture_url: THUMBNAIL,
  title_picture_url: COVER,
  initial: {
    ...startView,
    heading: 0,
    flag_position: listed(thing('coffee_table').position),
    mode: 'Panorama',
    distance: 0,
    offset: { x: 0, y: 0, z: 0 },
    panoIndex: cover.observer,
    workCode: '',
  },
  model: loftModel(),
  observers: observers.map(({ index, floorIndex, position, standingPosition, visible, accessible }) => ({
    index,
    floor_index: floorIndex,
    position: listed(position),
    standing_position: listed(standingPosition),
    // The pictures are rendered upright and facing −z, so nothing is turned.
    quaternion: { w: 1, x: 0, y: 0, z: 0 },
    accessible_nodes: [...accessible],
    visible_nodes: [...visible],
    active: true,
    offset_point_count: 0,
  })),
  panorama: { count: panoramas.length, list: panoramas },
};
