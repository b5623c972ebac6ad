// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { Position, Vector3 } from './shapes.ts';

export interface VrInfoData<Id extends AnyId = number> {
  /** Code of the tour, as asked for. */
  resource_code: string;
  /** Name of the tour. */
  name: string;
  /** Whether the tour is active; "Activate tour v2" sets it. */
  is_active: boolean;
  /** Code of the capture the tour was made from. */
  basic_code?: string;
  /** How the tour was made: vr, poincare, aerophoto or others. */
  from_type?: string;
  /** Id of the project the tour belongs to, as its publisher wrote it. */
  project_id?: number | string;
  /** Kind of camera, as its publisher wrote it. */
  device_type?: number | string;
  /** When the tour was made: YYYY-MM-DD HH:MM:SS; some publishers write ISO 8601. */
  create_time?: string | null;
  /** Address that relative addresses of the tour start from. */
  base_url?: string;
  /** Picture of the tour. */
  picture_url?: string;
  /** Cover picture of the tour. */
  title_picture_url?: string;
  /** Where the tour starts; missing in some tours that are a model only. */
  initial?: VrInfoInitial;
  /** The 3D model. */
  model?: VrInfoModel;
  /** The viewpoints; missing in tours that are a model only. */
  observers?: Observer[];
  /** The panoramas; missing in tours that are a model only. */
  panorama?: VrInfoPanorama<Id>;
  /** Hosts that may show the tour; ["*"] or an empty list for all. */
  allow_hosts?: string[];
  /** When the signature ends: Unix timestamp in milliseconds, as digits. */
  expire_at?: string;
  /** Certificate the publisher signed with, as PEM text. */
  certificate?: string;
  /** Signature of the publisher, as base64. */
  _signature?: string;
}

/** Where the tour starts; missing in some tours that are a model only. */
export interface VrInfoInitial {
  /** Index of the viewpoint the tour starts at. */
  pano_index?: number;
  /** Direction of view around the vertical, in radians: λ looks along (−sin λ, 0, −cos λ). */
  longitude?: number;
  /** Direction of view above (positive) or below the horizon, in radians. */
  latitude?: number;
  /** Vertical field of view, in degrees. */
  fov?: number;
  /** Heading of the view against the tour’s north, in radians; mostly 0. */
  heading?: number;
  /** Spot marked at the start: [x, y, z] in metres, or empty. */
  flag_position?: number[];
  /** Mode of the viewer, such as Panorama, Floorplan, Topview or Model. */
  mode?: string;
  /** Distance of the camera from its target, in metres; 0 inside a panorama. */
  distance?: number;
  /** Shift of the camera’s target, in metres. */
  offset?: Vector3;
  /** The same as pano_index, in the viewer’s spelling. */
  panoIndex?: number;
  /** Code of the work the view was taken in; may be empty. */
  workCode?: string;
}

/** The 3D model. */
export interface VrInfoModel {
  /** The model file, relative to base_url or absolute. */
  file_url?: string;
  /** Address the textures are relative to; relative to base_url or absolute. */
  material_base_url?: string | null;
  /** File names of the textures. */
  material_textures?: string[] | null;
  /** Kind of the model file, a number of the publisher. */
  type?: number;
  /** How the model is cut into tiles, as its publisher wrote it. */
  tiles?: unknown;
  /** Further layers of the model, as its publisher wrote them; may be null. */
  layers?: unknown;
  /** When the model was last changed, as its publisher wrote it. */
  modify_time?: string | null;
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

/** The panoramas; missing in tours that are a model only. */
export interface VrInfoPanorama<Id extends AnyId = number> {
  /** Number of entries in list. */
  count: number;
  /** The pictures, one entry a viewpoint. */
  list: PanoramaCube<Id>[];
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
}

/** What "VR basic data" is asked with. */
export interface VrInfoQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link vrInfo}. */
export interface VrInfo extends ReadOperation<'vr-info'> {
  <Id extends AnyId>(connection: Connection<Id>, query: VrInfoQuery, options?: CallOptions): Promise<VrInfoData<Id>>;
}

/**
 * The tour itself: viewpoints, panoramas, 3D model and start view, everything a viewer needs to show it. Addresses are
 * relative to base_url unless they are absolute.
 *
 * `GET /open/v3/vr/info`: "VR basic data", docs/reference/operations/vr-info.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const vrInfo: VrInfo = /* @__PURE__ */ operation('vr-info', ['resource_code'], 'GET', '/open/v3/vr/info');
