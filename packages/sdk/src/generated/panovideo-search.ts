// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';

export interface PanovideoSearchData<Id extends AnyId = number> {
  /** The records; empty when none has the status asked for. */
  list: PointVideoRecord<Id>[];
}

/** The videos of one viewpoint. */
export interface PointVideoRecord<Id extends AnyId = number> {
  /** Id of the record. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /** Id of the customisation it belongs to. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  custom_id?: Id;
  /** Id of the panorama it plays in. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  derived_id?: Id;
  /** The digits of derived_id, safe in every language. */
  derived_id_str?: string;
  /** Index of the viewpoint it plays at. */
  pano_index: number;
  /** State of the record, a number of the publisher; status filters by it. */
  status?: number;
  /** Id of the rendering; may be empty. */
  render_id?: string;
  /** When it was made: Unix timestamp in seconds. */
  create_timestamp?: number;
  /** When it was last changed: Unix timestamp in seconds. */
  modify_timestamp?: number;
  /** The hint that leads a viewer to the video. */
  guide_config?: PointVideoRecordGuideConfig;
  /** Outcome of the rendering. */
  handle_response?: PointVideoRecordHandleResponse;
  /** The videos at this viewpoint. */
  video_list?: PointVideo[];
}

/** The hint that leads a viewer to the video. */
export interface PointVideoRecordGuideConfig {
  /** Text of the hint; may be empty. */
  text?: string;
  /** The picture of the hint. */
  style?: PointVideoRecordGuideConfigStyle;
}

/** The picture of the hint. */
export interface PointVideoRecordGuideConfigStyle {
  /** Kind of picture, such as image or sequence. */
  type?: string;
  /** Address of the picture; may be empty. */
  url?: string;
  /** Width, in pixels. */
  width?: number;
  /** Height, in pixels. */
  height?: number;
  /** Width divided by height. */
  ratio?: number;
  /** Frames of an animated picture; 1 when it stands still. */
  steps?: number;
}

/** Outcome of the rendering. */
export interface PointVideoRecordHandleResponse {
  /** Outcome of the rendering. */
  status?: string;
  /** What went wrong; empty when nothing did. */
  error_msg?: string;
}

/** A video at a viewpoint. */
export interface PointVideo {
  /** Address of the video to play; may be empty. */
  url?: string;
  /** File name of the video. */
  file_name?: string;
  /** Vertical field of view the video covers, in degrees. */
  fov?: number;
  /** Where the video sits in the panorama, as its publisher wrote it. */
  origin?: number[];
  /** Name of the file that was handed in. */
  input_file_name?: string;
  /** Address of that file; may be empty. */
  input_file_url?: string;
  /** MD5 of that file, 32 hexadecimal digits; may be empty. */
  input_file_md5?: string;
  /** Address of the rendered file; may be empty. */
  output_file_url?: string;
  /** MD5 of the rendered file; may be empty. */
  output_file_md5?: string;
  /** Id of the rendering; may be empty. */
  render_id?: string;
}

/** Parameters of "Point video data". */
export interface PanovideoSearchQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /** An integer of at most ten digits: only records with exactly this status are answered; without it all are. */
  readonly status?: string | number | bigint | undefined;
}

/** The type of {@link panovideoSearch}. */
export interface PanovideoSearch extends ReadOperation<'panovideo-search'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: PanovideoSearchQuery,
    options?: CallOptions,
  ): Promise<PanovideoSearchData<Id>>;
}

/**
 * The videos that play inside panoramas, by viewpoint.
 *
 * `GET /open/v3/panovideo/search`: "Point video data", docs/reference/operations/panovideo-search.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const panovideoSearch: PanovideoSearch = /* @__PURE__ */ operation(
  'panovideo-search',
  ['resource_code', 'status'],
  'GET',
  '/open/v3/panovideo/search',
);
