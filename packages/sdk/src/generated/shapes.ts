// Generated from the contract by `npm run reference`: change the contract instead.

import type { AnyId } from '../ids.ts';

export interface Vector3 {
  /** Metres along x. */
  x: number;
  /** Metres along y, upwards. */
  y: number;
  /** Metres along z. */
  z: number;
}

/** A viewpoint. */
export interface Observer {
  /** Index of the viewpoint; panorama.list has the pictures with the same index. */
  index: number;
  /** Floor the viewpoint is on, counted from 0. */
  floor_index: number;
  /** The camera: [x, y, z] in metres. */
  position: Position;
  /** The spot on the floor below the camera: [x, y, z] in metres. */
  standing_position: Position;
  /** Turns directions of this panorama into directions of the tour. */
  quaternion: Quaternion;
  /** Indexes of the viewpoints one can walk to from here; may be empty or one-way. */
  accessible_nodes: number[];
  /** Indexes of the viewpoints that can be seen from here; may be empty. */
  visible_nodes: number[];
  /** Whether the viewpoint is in use; missing means it is. */
  active?: boolean;
  /** Number of offset points around the viewpoint. */
  offset_point_count?: number;
}

export type Position = [number, number, number];

/** Turns directions of this panorama into directions of the tour. */
export interface Quaternion {
  /** Real part, without unit. */
  w: number;
  /** Imaginary part i, without unit. */
  x: number;
  /** Imaginary part j, without unit. */
  y: number;
  /** Imaginary part k, without unit. */
  z: number;
}

/** The six pictures taken at one viewpoint. */
export interface PanoramaCube<Id extends AnyId = number> {
  /** Index of the viewpoint the pictures were taken at. */
  index: number;
  /** Id of the panorama. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  derived_id?: Id;
  /** The digits of derived_id, safe in every language. */
  derived_id_str?: string;
  /** Levels of detail the faces are also cut into. */
  tiles?: number[];
  /** Edge lengths the faces are available in, in pixels. */
  size_list?: number[];
  /** Picture of the upper face of the cube, relative to base_url or absolute. */
  up: string;
  /** Picture of the lower face of the cube, relative to base_url or absolute. */
  down: string;
  /** Picture of the left face of the cube, relative to base_url or absolute. */
  left: string;
  /** Picture of the right face of the cube, relative to base_url or absolute. */
  right: string;
  /** Picture of the front face of the cube, relative to base_url or absolute. */
  front: string;
  /** Picture of the back face of the cube, relative to base_url or absolute. */
  back: string;
  /**
   * The six faces in small, as equal squares one below the other in one picture (back, down, front, left, right, up),
   * relative to base_url or absolute; shown until the faces are there.
   */
  preview?: string;
}

/** Price of what the tag is about; both parts may be empty. */
export interface Price {
  /** Currency and unit, as shown. */
  unit?: string;
  /** Amount, as shown. */
  value?: string;
}

/** A picture, video or sound. */
export interface Media {
  /** Kind of medium, such as Image, Video or Audio. */
  type?: string;
  /** Address of the medium. */
  url: string;
  /** Width, in pixels. */
  width?: number;
  /** Height, in pixels. */
  height?: number;
}

/** The view the tag was placed in. */
export interface FiveState {
  /** Mode of the viewer, such as Panorama, Floorplan, Topview or Model. */
  mode?: string;
  /** Index of the observer the viewer stands at. */
  panoIndex?: number;
  /** Direction of view around the vertical, in radians: λ looks along (−sin λ, 0, −cos λ). */
  longitude?: number;
  /** Direction of view above (positive) or below the horizon, in radians. */
  latitude?: number;
  /** Vertical field of view, in degrees. */
  fov?: number;
  /** Distance of the camera from its target, in metres; 0 inside a panorama. */
  distance?: number;
  /** Shift of the camera’s target, in metres. */
  offset?: Vector3;
  /** Code of the work the state was taken in; may be empty. */
  workCode?: string;
}
