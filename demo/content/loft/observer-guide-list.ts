import type { Payload } from '../wire/bundle.ts';
import { faceAt, spelled, viewFrom } from '../wire/geometry.ts';
import { CUSTOM_ID, derivedId, FILES, observerAt } from './loft.ts';
import { STOP_SIZE_PX, viewOf } from './pictured-view.ts';
import { furniture, guideStops } from './places.ts';
import { facePath } from './vr-info.ts';

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

/** The piece of furniture that is best seen from here and lies nearest to the middle of the view. */
function flagged(index: number, longitude: number): string[] {
  const camera = observerAt(index).position;
  const [nearest] = furniture
    .filter(({ bestObserver }) => bestObserver === index)
    .map(({ position }) => ({ position, nearness: Math.cos(viewFrom(camera, position).longitude - longitude) }))
    .sort((left, right) => right.nearness - left.nearness);
  return nearest === undefined ? [] : spelled(nearest.position);
}

export const observerGuideList: Payload<'observer-guide-list'> = {
  can_play: true,
  list: guideStops.map((stop, place) => {
    const { index, name, floorIndex } = observerAt(stop.observer);
    const view = viewOf(stop, STOP_SIZE_PX);
    return {
      id: FIRST_ID + place,
      custom_id: CUSTOM_ID,
      ...derivedId(index),
      name: `${name.en} · ${name.zh}`,
      display_index: place + 1,
      pano_index: index,
      type: 1,
      picture_url: `${FILES}stops/${index}.jpg`,
      square_picture_url: `${FILES}${facePath(index, faceAt(view.longitude))}`,
      ...STOP_SIZE_PX,
      config,
      data: {
        pano_index: index,
        floor_index: floorIndex,
        ...view,
        heading: 0,
        distance: 0,
        mode: 'Panorama',
        offset: place === 0 ? { x: 0, y: 0, z: 0 } : null,
        flag_position: flagged(index, view.longitude),
      },
    };
  }),
};
