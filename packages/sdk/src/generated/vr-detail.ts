// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { Observer, PanoramaCube, Vector3 } from './shapes.ts';

export interface VrDetailData<Id extends AnyId = number> {
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
  initial?: VrDetailInitial;
  /** The 3D model. */
  model?: VrDetailModel;
  /** The viewpoints; missing in tours that are a model only. */
  observers?: Observer[];
  /** The panoramas; missing in tours that are a model only. */
  panorama?: VrDetailPanorama<Id>;
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
export interface VrDetailInitial {
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
export interface VrDetailModel {
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

/** The panoramas; missing in tours that are a model only. */
export interface VrDetailPanorama<Id extends AnyId = number> {
  /** Number of entries in list. */
  count: number;
  /** The pictures, one entry a viewpoint. */
  list: PanoramaCube<Id>[];
}

/** Parameters of "Tour of the list". */
export interface VrDetailQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly vr_code: string;
}

/** The type of {@link vrDetail}. */
export interface VrDetail extends ReadOperation<'vr-detail'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: VrDetailQuery,
    options?: CallOptions,
  ): Promise<VrDetailData<Id>>;
}

/**
 * One tour of the list by its vr_code: the same data as "VR basic data", byte for byte.
 *
 * `GET /open/v1/entity/vr`: "Tour of the list", docs/reference/operations/vr-detail.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const vrDetail: VrDetail = /* @__PURE__ */ operation('vr-detail', ['vr_code'], 'GET', '/open/v1/entity/vr');
