import { sealOf } from '../signing/seals.ts';
import type { Payload } from '../wire/bundle.ts';
import { listed, viewFrom } from '../wire/geometry.ts';
import type { NodeTour } from '../wire/group-nodes.ts';
import { CODE, cameraAt, FILES, NAME, places, viewpoints } from './garden.ts';

export const COVER = `${FILES}panorama/0_front.png`;
/** Ids of the terrace's panoramas, as numbers only: older publishers send no text beside them. */
const FIRST_DERIVED_ID = 81_400;

const start = viewFrom(cameraAt(0), places.lantern.position);

/** The start view, as other tours carry it. */
export const gardenStart = { pano_index: 0, longitude: start.longitude, latitude: start.latitude, fov: 80 };

export const gardenTour: NodeTour = { code: CODE, name: NAME, cover: COVER, fromType: 'aerophoto', isActive: false };

/** Inactive, and ragged as real tours are: nulls, missing fields, another kind of id. */
export const vrInfo: Payload<'vr-info'> = {
  ...sealOf(CODE),
  resource_code: CODE,
  name: NAME,
  is_active: false,
  basic_code: 'demo-garden-capture',
  from_type: 'aerophoto',
  project_id: 'terrace-3',
  device_type: 4,
  create_time: null,
  base_url: FILES,
  picture_url: COVER,
  title_picture_url: COVER,
  initial: gardenStart,
  model: {
    file_url: `${FILES}model/terrace.glb`,
    material_base_url: null,
    material_textures: null,
    modify_time: null,
  },
  observers: viewpoints.map(({ standing, visible, accessible }, index) => ({
    index,
    floor_index: 0,
    position: listed(cameraAt(index)),
    standing_position: listed(standing),
    quaternion: { w: 1, x: 0, y: 0, z: 0 },
    accessible_nodes: [...accessible],
    visible_nodes: [...visible],
  })),
  panorama: {
    count: viewpoints.length,
    list: viewpoints.map((_, index) => ({
      index,
      derived_id: FIRST_DERIVED_ID + index,
      up: `panorama/${index}_up.png`,
      down: `panorama/${index}_down.png`,
      left: `panorama/${index}_left.png`,
      right: `panorama/${index}_right.png`,
      front: `panorama/${index}_front.png`,
      back: `panorama/${index}_back.png`,
    })),
  },
};
