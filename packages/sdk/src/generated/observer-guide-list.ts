// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { Vector3 } from './shapes.ts';

export interface ObserverGuideListData<Id extends AnyId = number> {
  /** Whether the guide may play by itself. */
  can_play?: boolean;
  /** The stops; empty when the tour has no guide. */
  list: GuideStop<Id>[];
}

/** A stop of the guide. */
export interface GuideStop<Id extends AnyId = number> {
  /** Id of the stop. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /** Id of the customisation it belongs to. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  custom_id?: Id;
  /** Id of the panorama. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  derived_id?: Id;
  /** The digits of derived_id, safe in every language. */
  derived_id_str?: string;
  /** Name of the stop. */
  name?: string;
  /** Index in the display order. */
  display_index?: number;
  /** Index of the viewpoint. */
  pano_index: number;
  /** Kind of stop, a number of the publisher. */
  type?: number;
  /** Address of a picture of the view. */
  picture_url?: string;
  /** Address of the same picture, cut square. */
  square_picture_url?: string;
  /** Width of the picture, in pixels. */
  width?: number;
  /** Height of the picture, in pixels. */
  height?: number;
  /** How the guide plays. */
  config?: GuideStopConfig;
  /** The view the guide stops at. */
  data?: GuideStopData;
}

/** How the guide plays. */
export interface GuideStopConfig {
  /** Whether the guide may play by itself. */
  can_play?: boolean;
  /** What happens at a viewpoint, such as rotate. */
  play_mode?: string;
  /** How far the view turns at a viewpoint, in degrees. */
  play_rotation?: number;
  /** Factor on the speed of playing; 1 leaves it. */
  play_speed?: number;
  /** Factors to choose play_speed from. */
  play_speed_enum?: number[];
  /** How the viewer moves on, such as fly or fade. */
  move_effect?: string;
  /** Factor on the speed of moving on; 1 leaves it. */
  move_speed?: number;
  /** Factors to choose move_speed from. */
  move_speed_enum?: number[];
}

/** The view the guide stops at. */
export interface GuideStopData {
  /** Index of the viewpoint. */
  pano_index?: number;
  /** Floor the viewpoint is on, counted from 0. */
  floor_index?: number;
  /** Direction of view around the vertical, in radians: λ looks along (−sin λ, 0, −cos λ). */
  longitude?: number;
  /** Direction of view above (positive) or below the horizon, in radians. */
  latitude?: number;
  /** Vertical field of view, in degrees. */
  fov?: number;
  /** Heading of the view against the tour’s north, in radians; mostly 0. */
  heading?: number;
  /** Distance of the camera from its target, in metres; 0 inside a panorama. */
  distance?: number;
  /** Mode of the viewer, such as Panorama, Floorplan, Topview or Model. */
  mode?: string;
  /** Shift of the camera’s target; null without one. */
  offset?: Vector3 | null;
  /** Spot marked in the view: x, y and z in metres, each as text. */
  flag_position?: string[];
}

/** Parameters of "Point navigation (new)". */
export interface ObserverGuideListQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link observerGuideList}. */
export interface ObserverGuideList extends ReadOperation<'observer-guide-list'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: ObserverGuideListQuery,
    options?: CallOptions,
  ): Promise<ObserverGuideListData<Id>>;
}

/**
 * The stops of the guide through the tour, in the order of display, with the view at each.
 *
 * `GET /open/saas/v1/custom/observer/guide/list`: "Point navigation (new)",
 * docs/reference/operations/observer-guide-list.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const observerGuideList: ObserverGuideList = /* @__PURE__ */ operation(
  'observer-guide-list',
  ['resource_code'],
  'GET',
  '/open/saas/v1/custom/observer/guide/list',
);
