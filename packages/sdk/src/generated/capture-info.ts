// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface CaptureInfoData {
  /** Free text on the capture; may itself be JSON. */
  info: string;
}

/** Parameters of "Capture information". */
export interface CaptureInfoQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link captureInfo}. */
export interface CaptureInfo extends ReadOperation<'capture-info'> {
  (connection: Connection, query: CaptureInfoQuery, options?: CallOptions): Promise<CaptureInfoData>;
}

/**
 * How the tour was captured: device, number of viewpoints and time, as one text.
 *
 * `GET /open/saas/v1/derived/capture/info`: "Capture information", docs/reference/operations/capture-info.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const captureInfo: CaptureInfo = /* @__PURE__ */ operation(
  'capture-info',
  ['resource_code'],
  'GET',
  '/open/saas/v1/derived/capture/info',
);
