import type { OperationData } from '../gateway/index.ts';
import { faceFile, PREVIEW } from './faces.ts';
import { byFace } from './projection.ts';
import type { Note, Place, View } from './scene.ts';
import { type Quaternion, turnAround, turns } from './turns.ts';

/** The tour's own picture, below its files. */
export const COVER_FILE = 'cover.jpg';
/** Metres from the floor to the camera: a tripod at the height of eyes. */
const EYE_M = 1.6;
/** Vertical field of view that a tour starts with unless another one is set, in degrees. */
export const USUAL_FOV = 75;

/** A viewpoint of the tour that is written. */
export interface Viewpoint {
  readonly name: string;
  readonly place: Place;
  readonly floor: number;
  /** Degrees clockwise from the north. */
  readonly heading: number;
  readonly links: readonly number[];
  /** How the picture stands in the level frame of the others; undefined for level. */
  readonly turned: Quaternion | undefined;
  readonly start: View | undefined;
  readonly notes: readonly Note[];
  /** Folder of its pictures, below the tour's files. */
  readonly folder: string;
}

/** Payloads by operation. */
export type TourPayloads = Pick<OperationData, 'vr-info' | 'observer-guide-list' | 'model-plugin-datasets'> &
  Partial<Pick<OperationData, 'hot-list'>>;

/**
 * The answers of a tour that consists of panoramas.
 * @param first Index of the viewpoint that it begins at.
 */
export function payloadsOf(code: string, name: string, viewpoints: readonly Viewpoint[], first = 0): TourPayloads {
  const views = viewpoints.map(({ heading, start }, index) => ({
    pano_index: index,
    longitude: longitudeOf(heading + (start?.yaw ?? 0)),
    latitude: rounded((start?.pitch ?? 0) * RADIANS),
    fov: rounded(start?.fov ?? USUAL_FOV),
  }));
  const tagList = viewpoints.flatMap((viewpoint, index) =>
    viewpoint.notes.map((note) => tagOf(note, viewpoint, index)),
  );
  return {
    'vr-info': {
      resource_code: code,
      name,
      is_active: true,
      from_type: 'vr',
      picture_url: COVER_FILE,
      title_picture_url: COVER_FILE,
      ...(views[first] && { initial: views[first] }),
      // Readers expect an address; an empty one says that there is no model.
      model: { file_url: '' },
      observers: viewpoints.map(({ place: [x, y, z], floor, heading, turned, links }, index) => ({
        index,
        floor_index: floor,
        position: [x, rounded(y + EYE_M), z],
        standing_position: [x, y, z],
        quaternion: quaternionOf(heading, turned),
        accessible_nodes: [...links],
        visible_nodes: [...links],
      })),
      panorama: {
        count: viewpoints.length,
        list: viewpoints.map(({ folder }, index) => ({
          index,
          ...byFace((face) => `${folder}/${faceFile(face)}`),
          preview: `${folder}/${PREVIEW.file}`,
        })),
      },
    },
    'observer-guide-list': {
      can_play: viewpoints.length > 1,
      list: viewpoints.map(({ name: stop, floor }, index) => ({
        id: index + 1,
        name: stop,
        display_index: index,
        pano_index: index,
        data: { ...views[index], floor_index: floor, mode: 'Panorama' },
      })),
    },
    'model-plugin-datasets': {
      ModelRoomLabelPlugin: {
        data: {
          model_room_labels: viewpoints.map(({ name: label, place: [x, y, z], floor, heading }, index) => ({
            id: `label-${index}`,
            name: label,
            floor_index: floor,
            pano_index: index,
            longitude: longitudeOf(heading),
            position: { x, y, z },
          })),
        },
        version: '1.0.0',
      },
    },
    ...(tagList.length > 0 && { 'hot-list': { tagList: tagList.map((tag, index) => ({ id: index + 1, ...tag })) } }),
  };
}

/** Metres from the camera to a tag whose direction alone is known. */
const TAG_M = 2;

/** A tag where a note is seen from its viewpoint, and shown from there only. */
function tagOf({ yaw, pitch, title, text, url }: Note, { place: [x, y, z], heading }: Viewpoint, index: number) {
  const [bearing, latitude] = [(heading + yaw) * RADIANS, pitch * RADIANS];
  const level = TAG_M * Math.cos(latitude);
  return {
    contentType: 'normal',
    position: [
      rounded(x + level * Math.sin(bearing)),
      rounded(y + EYE_M + TAG_M * Math.sin(latitude)),
      rounded(z - level * Math.cos(bearing)),
    ],
    config: { visibleConfig: { visiblePanoIndex: String(index) } },
    data: { title, description: text, ...(url !== '' && { targetUrl: url }) },
    fiveState: {
      mode: 'Panorama',
      panoIndex: index,
      longitude: longitudeOf(heading + yaw),
      latitude: rounded(latitude),
      fov: USUAL_FOV,
    },
  };
}

const RADIANS = Math.PI / 180;
const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

/** Longitudes of tours grow to the left: λ looks along (−sin λ, 0, −cos λ). @returns From −π to π. */
function longitudeOf(heading: number): number {
  const turn = (((-heading + 180) % 360) + 360) % 360;
  return rounded((turn - 180) * RADIANS);
}

/** Turns the middle of a picture, which looks to −z, to its heading. */
function quaternionOf(heading: number, turned: Quaternion | undefined): Quaternion {
  const level = turnAround('y', -heading);
  const { w, x, y, z } = turned === undefined ? level : turns(level, turned);
  return { w: rounded(w), x: rounded(x), y: rounded(y), z: rounded(z) };
}
