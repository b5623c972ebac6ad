// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface FileDetailData {
  /** Number of files in file_list. */
  file_count: number;
  /** The files; empty when the tour has none. */
  file_list: ExtendedFile[];
}

/** A file that belongs to the tour. */
export interface ExtendedFile {
  /** Id of the file. */
  uid?: string;
  /** Name of the file, as shown. */
  name?: string;
  /** Media type or kind of the file. */
  type?: string;
  /** Path of the file in the tour, for paths of "Private file preview links". */
  path?: string;
  /** Address of the file; may be empty when the file is private. */
  url?: string;
  /** Address of a picture of the file; may be empty. */
  poster?: string;
}

/** Parameters of "Extended file list". */
export interface FileDetailQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link fileDetail}. */
export interface FileDetail extends ReadOperation<'file-detail'> {
  (connection: Connection, query: FileDetailQuery, options?: CallOptions): Promise<FileDetailData>;
}

/**
 * Files the owner added to the tour, such as floor plans and brochures.
 *
 * `GET /open/v3/view/custom/file/detail`: "Extended file list", docs/reference/operations/file-detail.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const fileDetail: FileDetail = /* @__PURE__ */ operation(
  'file-detail',
  ['resource_code'],
  'GET',
  '/open/v3/view/custom/file/detail',
);
