// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, Operation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface VrSubmitData {
  /** A sentence on the outcome, for a person. */
  msg: string;
}

/** Parameters of "Activate tour v2". */
export interface VrSubmitBody {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /** The caller's own number for this action, from 0 to 2147483647; it does not change the result. */
  readonly action_num: number;
}

/** The type of {@link vrSubmit}. */
export interface VrSubmit extends Operation<'vr-submit'> {
  (connection: Connection, body: VrSubmitBody, options?: CallOptions): Promise<VrSubmitData>;
}

/**
 * Sets the tour active: VR basic data answers is_active true from then on. Safe to repeat; an active tour stays active.
 *
 * `POST /open/saas/v2/vr/submit`: "Activate tour v2", docs/reference/operations/vr-submit.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`,
 * `err_app_read_only`, `err_payload_too_large`, `err_unsupported_media_type`, and those of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const vrSubmit: VrSubmit = /* @__PURE__ */ operation(
  'vr-submit',
  [],
  'POST',
  '/open/saas/v2/vr/submit',
  'safe-to-repeat',
);
