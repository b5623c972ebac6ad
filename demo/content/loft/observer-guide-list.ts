import type { Payload } from '../wire/bundle.ts';
import { faceAt, spelled, viewFrom } from '../wire/geometry.ts';
import { CUSTOM_ID, derivedId, FILES, observerAt, thing } from './loft.ts';
import { FACE_SIZE_PX, facePath } from './vr-info.ts';

/** Stops in order: observer, and what it looks at. */
const STOPS = [
  [0, 'kitchen_tap'],
  [5, 'sofa'],
  [6, 'painting'],
  [7, 'dining_table'],
  [3, 'worktop'],
  [8, 'stairs'],
  [10, 'bookshelf'],
  [11, 'bed'],
] as const;

const FIRST_ID = 460_001;

const config = {
  can_play: true,
  play_mode: 'rotate',
  play_rotation: 120,
  play_speed: 1,
  play_speed_enum: [0.5, 1, 1.5, 2],
  move_effect: 'fly',
  move_speed: 1,
  move_speed_enum: [0.5, 1, 2],
};

export const observerGuideList: Payload<'observer-guide-list'> = {
  can_play: true,
  list: STOPS.map(([index, towards], place) => {
    const observer = observerAt(index);
    const { position } = thing(towards);
    const { longitude } = viewFrom(observer.position, position);
    const picture = `${FILES}${facePath(index, faceAt(longitude))}`;
    return {
      id: FIRST_ID + place,
      custom_id: CUSTOM_ID,
      ...derivedId(index),
      name: `${observer.name.en} · ${observer.name.zh}`,
      display_index: place + 1,
      pano_index: index,
      type: 1,
      picture_url: picture,
      square_picture_url: picture,
      width: FACE_SIZE_PX,
      height: FACE_SIZE_PX,
      config,
      data: {
        pano_index: index,
        floor_index: observer.floorIndex,
        longitude,
        latitude: 0,
        fov: 90,
        heading: 0,
        distance: 0,
        mode: 'Panorama',
        offset: place === 0 ? { x: 0, y: 0, z: 0 } : null,
        flag_position: spelled(position),
      },
    };
  }),
};
