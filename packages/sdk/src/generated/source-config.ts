// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';

export interface SourceConfigData {
  /** Buttons below the tour; may be empty. */
  bottom_functions?: BottomFunction[];
  /** Who made the tour. */
  source_introduction?: SourceConfigSourceIntroduction;
}

/** A button below the tour. */
export interface BottomFunction {
  /** Kind of function, such as introduction or link. */
  type?: string;
  /** true when the function comes with the platform, false when the owner added it. */
  is_realsee?: boolean;
  /** What the button shows and opens. */
  data?: BottomFunctionData;
}

/** What the button shows and opens. */
export interface BottomFunctionData {
  /** Text of the button. */
  text?: string;
  /** Key of that text in the viewer’s translations; may be empty. */
  i18n_key?: string;
  /** Address the button opens; may be empty. */
  url?: string;
}

/** Who made the tour. */
export interface SourceConfigSourceIntroduction {
  /** Heading of the section. */
  title?: string;
  /** Text; may be empty. */
  content?: string;
  /** Address of the logo; may be empty. */
  logo_url?: string;
  /** Text of the link to more; may be empty. */
  more_text?: string;
  /** Address of the link to more; may be empty. */
  more_url?: string;
  /** Where the link opens, such as blank or self. */
  link_open_type?: string;
  /** The site of the source. */
  website?: SourceConfigSourceIntroductionWebsite;
}

/** The site of the source. */
export interface SourceConfigSourceIntroductionWebsite {
  /** Name of the site. */
  name?: string;
  /** Address of the site’s logo; may be empty. */
  logo_url?: string;
}

/** Parameters of "Source configuration". */
export interface SourceConfigQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link sourceConfig}. */
export interface SourceConfig extends ReadOperation<'source-config'> {
  (connection: Connection, query: SourceConfigQuery, options?: CallOptions): Promise<SourceConfigData>;
}

/**
 * The buttons below the tour and what the viewer says about who made it.
 *
 * `GET /open/v3/work/source/config`: "Source configuration", docs/reference/operations/source-config.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const sourceConfig: SourceConfig = /* @__PURE__ */ operation(
  'source-config',
  ['resource_code'],
  'GET',
  '/open/v3/work/source/config',
);
