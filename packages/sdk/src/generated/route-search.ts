// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { Position } from './shapes.ts';

export interface RouteSearchData<Id extends AnyId = number> {
  /** The routes; empty when the tour has none of the types asked for. */
  list: Route<Id>[];
}

/** A route through the tour. */
export interface Route<Id extends AnyId = number> {
  /** Id of the route. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /**
   * Id of the customisation the route belongs to. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit.
   */
  custom_id?: Id;
  /** Id of the person who drew the route. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  user_id?: Id;
  /** Name of the route. */
  name?: string;
  /** Kind of route; types filters by it. */
  type?: string;
  /** Index in the display order; is_asc sorts by it. */
  display_index?: number;
  /** Indexes of the viewpoints along the route. */
  pano_group?: number[] | null;
  /** Floors on which the route is shown. */
  visible_floor_indexes?: number[];
  /** How the route is drawn in the 3D model. */
  model_style_config?: RouteModelStyleConfig;
  /** How the route is drawn inside panoramas. */
  panorama_style_config?: RoutePanoramaStyleConfig;
  /** The route, part by part. */
  path?: RoutePath[];
}

/** How the route is drawn in the 3D model. */
export interface RouteModelStyleConfig {
  /** false hides the route here. */
  visible?: boolean;
  /** Width of the line, in metres. */
  width?: number;
  /** Length after which the texture repeats, in metres. */
  unit_length?: number;
  /** Factor on the texture; 1 leaves it. */
  scale?: number;
  /** Opacity of the line, from 0 to 1. */
  opacity?: number;
  /** Opacity of the background, from 0 to 1. */
  background_opacity?: number;
  /** Opacity of the border, from 0 to 1. */
  border_opacity?: number;
  /** The pattern on the line. */
  texture?: RouteModelStyleConfigTexture | null;
  /** Colour of the line, as in CSS. */
  color?: string;
  /** Colour of the background, as in CSS. */
  background_color?: string;
  /** Colour of the border, as in CSS. */
  border_color?: string;
  /** The sign at the start of the route. */
  start_tag?: RouteTag;
  /** The sign at the end of the route. */
  end_tag?: RouteTag;
}

export interface RouteModelStyleConfigTexture {
  /** Key of the texture in the viewer, such as arrow. */
  key?: string;
}

export interface RouteTag {
  /** Id of the sign; may be empty. */
  id?: string;
  /** Position of the sign: [x, y, z] in metres. */
  position?: Position;
  /** What the sign shows. */
  data?: RouteTagData;
}

/** What the sign shows. */
export interface RouteTagData {
  /** Key of the sign’s look in the viewer; may be empty. */
  key?: string;
  /** Text on the sign; may be empty. */
  text?: string;
  /** Address of the icon on the sign; may be empty. */
  icon_url?: string;
}

/** How the route is drawn inside panoramas. */
export interface RoutePanoramaStyleConfig {
  /** false hides the route here. */
  visible?: boolean;
  /** Width of the line, in metres. */
  width?: number;
  /** Length after which the texture repeats, in metres. */
  unit_length?: number;
  /** Factor on the texture; 1 leaves it. */
  scale?: number;
  /** Opacity of the line, from 0 to 1. */
  opacity?: number;
  /** Opacity of the background, from 0 to 1. */
  background_opacity?: number;
  /** Opacity of the border, from 0 to 1. */
  border_opacity?: number;
  /** The pattern on the line. */
  texture?: RoutePanoramaStyleConfigTexture | null;
}

export interface RoutePanoramaStyleConfigTexture {
  /** Key of the texture in the viewer, such as arrow. */
  key?: string;
}

/** A part of the route. */
export interface RoutePath {
  /** Kind of line, such as line or curve. */
  type?: string;
  /** Kind of curve, such as catmullrom; may be empty. */
  curve_type?: string;
  /** Tension of the curve, from 0 to 1. */
  tension?: number;
  /** The points the line goes through, in walking order. */
  points: Position[];
}

/** Parameters of "Route guidance". */
export interface RouteSearchQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /** 1 for ascending or 0 for descending display_index; without it records come as stored. */
  readonly is_asc?: '0' | '1' | boolean | undefined;
  /**
   * 1 to 50 route types as a JSON list of strings or separated by commas; without it routes of every type are answered.
   */
  readonly types?: string | readonly string[] | undefined;
}

/** The type of {@link routeSearch}. */
export interface RouteSearch extends ReadOperation<'route-search'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: RouteSearchQuery,
    options?: CallOptions,
  ): Promise<RouteSearchData<Id>>;
}

/**
 * The routes drawn through the tour, with the way they are drawn in the model and in panoramas.
 *
 * `GET /open/v3/route/search`: "Route guidance", docs/reference/operations/route-search.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const routeSearch: RouteSearch = /* @__PURE__ */ operation(
  'route-search',
  ['resource_code', 'is_asc', 'types'],
  'GET',
  '/open/v3/route/search',
);
