// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface GroupNode {
  /** Code of the node, for node_code. */
  node_code: string;
  /** Code of the node above; empty at the root. */
  parent_node_code?: string;
  /** Code of what the node stands for, such as a tour. */
  code?: string;
  /** Code of the combined tour. */
  group_code?: string;
  /** Name of the node. */
  name?: string;
  /** Kind of combined tour, a number of the publisher. */
  group_type?: number;
  /** Kind of node, a number of the publisher. */
  type?: number;
  /** Depth below the root, which has 0. */
  level?: number;
  /** Index among the nodes with the same parent, from 0. */
  position?: number;
  /** Whether the node is shown. */
  is_active?: boolean;
  /** Whether the combined tour opens here. */
  is_default?: boolean;
  /** View the node opens with, with the fields of initial in "VR basic data"; may be empty. */
  initial?: Record<string, unknown>;
  /**
   * Placement in the space of the root: at the root an object, below it a matrix, sixteen numbers as text, column by
   * column.
   */
  transform?: Record<string, unknown> | string[];
  /** The tour at this node. */
  vr_info?: GroupNodeVrInfo;
  /** The nodes below, of the same shape; empty at a leaf. */
  children: GroupNode[];
}

/** The tour at this node. */
export interface GroupNodeVrInfo {
  /** Code of the tour; may be empty. */
  resource_code?: string;
  /** Name of the tour. */
  name?: string;
  /** Whether the tour is active. */
  is_active?: boolean;
  /** How the tour was made; may be empty. */
  custom_from_type?: string;
  /** Cover picture of the tour; may be empty. */
  title_picture_url?: string;
  /** Address of a page that shows the tour; missing at the root. */
  vr_url?: string;
}

export type GroupTreeData = GroupNode;

/** Parameters of "Combined VR tree". */
export interface GroupTreeQuery {
  /**
   * The code of a node of a combined tour: 1 to 64 letters, digits, hyphens or underscores; the answer is that node
   * with all below it.
   */
  readonly node_code: string;
  /**
   * The caller's own label for where the request comes from: 1 to 64 letters, digits, hyphens or underscores; it is
   * recorded and does not change the answer.
   */
  readonly source?: string | undefined;
}

/** The type of {@link groupTree}. */
export interface GroupTree extends ReadOperation<'group-tree'> {
  (connection: Connection, query: GroupTreeQuery, options?: CallOptions): Promise<GroupTreeData>;
}

/**
 * The node with this code and all nodes below it. Several tours make up a combined tour; ask for its root to get the
 * whole. The path is spelled cutom, as published.
 *
 * `GET /open/v3/cutom/group/tree`: "Combined VR tree", docs/reference/operations/group-tree.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_resource_not_found`, and those of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const groupTree: GroupTree = /* @__PURE__ */ operation(
  'group-tree',
  ['node_code', 'source'],
  'GET',
  '/open/v3/cutom/group/tree',
);
