// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface VrListData {
  /** The tours of this page; empty behind the last one. */
  list: ListedTour[];
  /** Number of tours on all pages. */
  total: number;
  /** Number of this page, counted from 1. */
  page: number;
  /** Tours a page holds at most. */
  page_size: number;
}

/** A tour of the list. */
export interface ListedTour {
  /** Code of the tour; the same as resource_code. */
  vr_code: string;
  /** Code of the tour, which the other operations take. */
  resource_code: string;
  /** Name of the tour. */
  name: string;
  /** When the tour was made, as "VR basic data" says it; otherwise when it was first imported, in UTC. */
  create_time: string;
  /** Whether the tour is active; "Activate tour v2" sets it. */
  is_active: boolean;
  /** Absolute address of the cover picture; null when the tour has none. */
  title_picture_url: string | null;
  /** When the tour was last imported or activated: YYYY-MM-DD HH:MM:SS in UTC. */
  modify_time: string;
}

/** Parameters of "Tour list". */
export interface VrListQuery {
  /** The number of a page, counted from 1, of at most seven digits; without it the first page is answered. */
  readonly page?: string | number | bigint | undefined;
  /** How many tours a page holds: 1 to 100; without it 20. */
  readonly page_size?: string | number | bigint | undefined;
  /**
   * A Unix timestamp in seconds: only tours that were imported or activated at that time or later are answered; without
   * it all are.
   */
  readonly modified_since?: string | number | bigint | undefined;
}

/** The type of {@link vrList}. */
export interface VrList extends ReadOperation<'vr-list'> {
  (connection: Connection, query: VrListQuery, options?: CallOptions): Promise<VrListData>;
}

/**
 * The tours of the app's Team, newest first, a page at a time. With modified_since only those that changed, last
 * changed first: what a nightly copy asks for, with the time at which the last copy began, less 60 s.
 *
 * `GET /open/v1/entity/vr/list`: "Tour list", docs/reference/operations/vr-list.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, and those of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const vrList: VrList = /* @__PURE__ */ operation(
  'vr-list',
  ['page', 'page_size', 'modified_since'],
  'GET',
  '/open/v1/entity/vr/list',
);
