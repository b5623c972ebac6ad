// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface VrIntroductionData {
  /** The text; may be empty. */
  introduction?: string;
  /** Facts about the tour, as the owner’s system has them; may be empty. */
  info_list?: unknown[];
  /** A link below the text. */
  link_config?: VrIntroductionLinkConfig;
  /** The camera the tour was captured with. */
  shoot_device?: VrIntroductionShootDevice;
}

/** A link below the text. */
export interface VrIntroductionLinkConfig {
  /** Text of the link; may be empty. */
  title?: string;
  /** Address the link opens; may be empty. */
  link_url?: string;
  /** Kind of link; may be empty. */
  type?: string;
}

/** The camera the tour was captured with. */
export interface VrIntroductionShootDevice {
  /** Heading of the section on the camera. */
  title?: string;
  /** Key of that heading in the viewer’s translations; may be empty. */
  i18n_key?: string;
  /** Address of the picture behind the section; may be empty. */
  bg_image_url?: string;
  /** When the tour was captured, as shown; may be empty. */
  gather_time?: string;
  /** Properties of the capture. */
  labels?: VrIntroductionShootDeviceLabels[];
}

export interface VrIntroductionShootDeviceLabels {
  /** Name of the property. */
  label?: string;
  /** Key of that name in the viewer’s translations; may be empty. */
  i18n_key?: string;
  /** Value of the property. */
  value?: string;
}

/** Parameters of "VR introduction". */
export interface VrIntroductionQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link vrIntroduction}. */
export interface VrIntroduction extends ReadOperation<'vr-introduction'> {
  (connection: Connection, query: VrIntroductionQuery, options?: CallOptions): Promise<VrIntroductionData>;
}

/**
 * What the owner says about the tour: a text, facts, a link and the camera.
 *
 * `GET /open/v3/custom/vr/introduction`: "VR introduction", docs/reference/operations/vr-introduction.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const vrIntroduction: VrIntroduction = /* @__PURE__ */ operation(
  'vr-introduction',
  ['resource_code'],
  'GET',
  '/open/v3/custom/vr/introduction',
);
