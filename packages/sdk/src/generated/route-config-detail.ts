// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface RouteConfigDetailData {
  /** How a route is animated, such as flow; may be empty. */
  animation_mode?: string;
  /** Whether routes play by themselves. */
  auto_play_route_switch?: boolean;
  /** Key of the chosen look, such as arrow; may be empty. */
  selected_style?: string;
}

/** Parameters of "Route personalized configuration". */
export interface RouteConfigDetailQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link routeConfigDetail}. */
export interface RouteConfigDetail extends ReadOperation<'route-config-detail'> {
  (connection: Connection, query: RouteConfigDetailQuery, options?: CallOptions): Promise<RouteConfigDetailData>;
}

/**
 * How the routes of "Route guidance" look and play.
 *
 * `GET /open/saas/v1/custom/route/config/detail`: "Route personalized configuration",
 * docs/reference/operations/route-config-detail.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const routeConfigDetail: RouteConfigDetail = /* @__PURE__ */ operation(
  'route-config-detail',
  ['resource_code'],
  'GET',
  '/open/saas/v1/custom/route/config/detail',
);
