// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';
import type { Vector3 } from './shapes.ts';

export interface ModelPluginDatasetsData {
  /** Data of the entry door plugin. */
  ModelEntryDoorGuidePlugin?: ModelPluginDatasetsModelEntryDoorGuidePlugin;
  /** Data of the room label plugin. */
  ModelRoomLabelPlugin?: ModelPluginDatasetsModelRoomLabelPlugin;
}

/** Data of the entry door plugin. */
export interface ModelPluginDatasetsModelEntryDoorGuidePlugin {
  /** The entry door. */
  data: ModelPluginDatasetsModelEntryDoorGuidePluginData;
  /** Version of the plugin’s data, as its publisher wrote it. */
  version?: string | number;
}

/** The entry door. */
export interface ModelPluginDatasetsModelEntryDoorGuidePluginData {
  /** Position of the door at floor level, in metres. */
  position: Vector3;
  /** Longitude of the way in, in radians: λ points along (−sin λ, 0, −cos λ). */
  rad: number;
}

/** Data of the room label plugin. */
export interface ModelPluginDatasetsModelRoomLabelPlugin {
  /** The room labels. */
  data: ModelPluginDatasetsModelRoomLabelPluginData;
  /** Version of the plugin’s data, as its publisher wrote it. */
  version?: string | number;
}

/** The room labels. */
export interface ModelPluginDatasetsModelRoomLabelPluginData {
  /** The labels. */
  model_room_labels: RoomLabel[];
}

/** The name of a room, in the model. */
export interface RoomLabel {
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
}

/** Parameters of "Entry door data". */
export interface ModelPluginDatasetsQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /**
   * The caller's own code for a set of parameters: 1 to 64 letters, digits, hyphens or underscores; it does not change
   * the answer.
   */
  readonly params_code?: string | undefined;
}

/** The type of {@link modelPluginDatasets}. */
export interface ModelPluginDatasets extends ReadOperation<'model-plugin-datasets'> {
  (connection: Connection, query: ModelPluginDatasetsQuery, options?: CallOptions): Promise<ModelPluginDatasetsData>;
}

/**
 * Data of two plugins of the viewer: where the entry door is, and the names of the rooms in the model.
 *
 * `GET /open/v3/view/custom/model/plugin/datasets.json`: "Entry door data",
 * docs/reference/operations/model-plugin-datasets.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const modelPluginDatasets: ModelPluginDatasets = /* @__PURE__ */ operation(
  'model-plugin-datasets',
  ['resource_code', 'params_code'],
  'GET',
  '/open/v3/view/custom/model/plugin/datasets.json',
);
