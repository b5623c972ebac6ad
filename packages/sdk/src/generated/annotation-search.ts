// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';
import type { Vector3 } from './shapes.ts';

export interface AnnotationSearchData {
  /** The labels; empty when the tour has none. */
  list: Label[];
}

/** A label. */
export interface Label {
  /** Id of the label. */
  id: string;
  /** Text of the label. */
  name: string;
  /** Floor the label is on, counted from 0. */
  floor_index: number;
  /** Index of the viewpoint from which the label is seen best. */
  pano_index: number;
  /** Direction of the label from that viewpoint, in radians: λ points along (−sin λ, 0, −cos λ). */
  longitude: number;
  /** Position of the label, in metres. */
  position: Vector3;
  /** Kind of label, such as room; missing means the name of a room. */
  type?: string;
}

/** Parameters of "Label data". */
export interface AnnotationSearchQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link annotationSearch}. */
export interface AnnotationSearch extends ReadOperation<'annotation-search'> {
  (connection: Connection, query: AnnotationSearchQuery, options?: CallOptions): Promise<AnnotationSearchData>;
}

/**
 * The labels of the tour, such as the names of its rooms, each with its position and the best view of it.
 *
 * `GET /open/v3/annotation/search`: "Label data", docs/reference/operations/annotation-search.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const annotationSearch: AnnotationSearch = /* @__PURE__ */ operation(
  'annotation-search',
  ['resource_code'],
  'GET',
  '/open/v3/annotation/search',
);
