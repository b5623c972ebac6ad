// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface FilePrivatePresignData {
  /** When the links end: Unix timestamp in seconds. */
  expired_timestamp: number;
  /** The links, in the order of paths. Secret: keep it out of logs, addresses and stores. */
  presigned_urls: string[];
}

/** Parameters of "Private file preview links". */
export interface FilePrivatePresignQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /**
   * 1 to 100 paths of the tour's files, relative, as a JSON list of strings or separated by commas; the list form is
   * for names with a comma, quote or bracket.
   */
  readonly paths: string | readonly string[];
}

/** The type of {@link filePrivatePresign}. */
export interface FilePrivatePresign extends ReadOperation<'file-private-presign'> {
  (connection: Connection, query: FilePrivatePresignQuery, options?: CallOptions): Promise<FilePrivatePresignData>;
}

/**
 * Links that open private files of the tour without an access token until they expire. Each is signed and bound to the
 * Team, the tour and the path; hand it on to a browser, do not store it.
 *
 * `GET /open/v3/view/file/private/presign`: "Private file preview links",
 * docs/reference/operations/file-private-presign.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const filePrivatePresign: FilePrivatePresign = /* @__PURE__ */ operation(
  'file-private-presign',
  ['resource_code', 'paths'],
  'GET',
  '/open/v3/view/file/private/presign',
  'secret',
);
