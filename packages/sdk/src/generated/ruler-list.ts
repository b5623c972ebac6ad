// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { Position } from './shapes.ts';

export interface RulerListData<Id extends AnyId = number> {
  /** The rulers; empty when the tour has none. */
  list: Ruler<Id>[];
}

/** A measurement the owner left in the tour. */
export interface Ruler<Id extends AnyId = number> {
  /** Id of the ruler. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /**
   * Id of the customisation the ruler belongs to. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit.
   */
  custom_id?: Id;
  /** Words to find the ruler by. */
  keywords?: string[];
  /** What was measured. */
  polyline: RulerPolyline;
}

/** What was measured. */
export interface RulerPolyline {
  /** Id of the polyline. */
  id?: string;
  /** Indexes of the viewpoints that show the ruler. */
  visiblePanoIndexes?: number[];
  /** The measured lines. */
  lines: RulerLine[];
}

/** A measured line. */
export interface RulerLine {
  /** Id of the line. */
  id?: string;
  /** Length as shown, with its unit. */
  text?: string;
  /** The ends of the line. */
  points: RulerPoint[];
}

/** An end of a measured line. */
export interface RulerPoint {
  /** Id of the end. */
  id?: string;
  /** Position of the end: [x, y, z] in metres. */
  position: Position;
}

/** Parameters of "Custom ruler data". */
export interface RulerListQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link rulerList}. */
export interface RulerList extends ReadOperation<'ruler-list'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: RulerListQuery,
    options?: CallOptions,
  ): Promise<RulerListData<Id>>;
}

/**
 * The measurements the owner left in the tour: their ends in metres and the length as shown.
 *
 * `GET /open/saas/v1/custom/ruler/list`: "Custom ruler data", docs/reference/operations/ruler-list.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const rulerList: RulerList = /* @__PURE__ */ operation(
  'ruler-list',
  ['resource_code'],
  'GET',
  '/open/saas/v1/custom/ruler/list',
);
