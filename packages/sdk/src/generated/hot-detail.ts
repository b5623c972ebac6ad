// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { FiveState, Price } from './shapes.ts';

export interface HotDetailData<Id extends AnyId = number> {
  /** Id of the tag. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /** Id of the customisation the tag belongs to. May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  custom_id?: Id;
  /** Name of the tag. */
  name?: string;
  /** Text of the tag. */
  description?: string | null;
  /** Kind of tag: a key of "Tag configuration". */
  type?: string;
  /** State of the tag, a number of the publisher; 1 is in use. */
  status?: number;
  /** 1 when the tag is applied to the tour, else 0. */
  is_apply?: number;
  /** 1 when a device is matched to the tag, else 0. */
  coding_matched?: number;
  /** When the tag was made: YYYY-MM-DD HH:MM:SS. */
  create_time?: string;
  /** When the tag was made: Unix timestamp in seconds. */
  create_timestamp?: number;
  /** When the tag was last changed: YYYY-MM-DD HH:MM:SS. */
  modify_time?: string;
  /** When the tag was last changed: Unix timestamp in seconds. */
  modify_timestamp?: number;
  /** Name of the device the tag stands for; may be empty. */
  device_name?: string;
  /** Kind of that device; may be empty. */
  device_type?: string;
  /** Finer kind of that device; may be empty. */
  device_sub_type?: string;
  /** Where the tag was made; may be empty. */
  source?: string;
  /** What the tag sticks to, such as model or pano. */
  stick_type?: string;
  /** Address the tag leads to; may be empty. */
  target_url?: string | null;
  /** Free text of the owner; may be empty or JSON. */
  extend?: string;
  /** Free fields of the publisher; nothing in them is promised. */
  extra_data?: Record<string, unknown>;
  /** Words to find the tag by. */
  keywords?: string[] | null;
  /** Position of the tag: x, y and z in metres, each as text. */
  position?: string[];
  /** Direction the surface faces: x, y and z without unit, each as text. */
  normal_vector?: string[];
  /** Pictures, videos and sounds of the tag, as its kind has them; null without any. */
  media_data?: unknown;
  /** What the tag says. */
  content_data?: HotDetailContentData;
  /** The view the tag was placed in. */
  five_state?: FiveState;
}

/** What the tag says. */
export interface HotDetailContentData {
  /** Id of what the tag is about, in the owner’s own system; may be empty. */
  id?: string;
  /** Kind of that id; may be empty. */
  idType?: string;
  /** Brand names shown on the card. */
  brandTags?: string[] | null;
  /** Short words shown on the card. */
  tags?: string[] | null;
  /** Lines of text shown on the card. */
  info?: string[] | null;
  /** Shape of the picture on top of the card; may be empty. */
  headerPictureType?: string;
  /** Text the card stresses; may be empty. */
  highlightText?: string;
  /** View a linked tour opens with; null without one. Its shape is the link’s own. */
  initialState?: unknown;
  /** Kind of 3D model the tag shows; may be empty. */
  modelType?: string;
  /** Price of what the tag is about; both parts may be empty. */
  price?: Price;
  /** Colour scheme of the card; may be empty. */
  theme?: string;
  /** resource_code of the tour the tag leads to; may be empty. */
  vrLinkCode?: string;
  /** Name of the tour the tag leads to; may be empty. */
  vrLinkName?: string;
}

/** Parameters of "Tag details". */
export interface HotDetailQuery {
  /** The id of a tag: 1 to 20 decimal digits without leading zeros. */
  readonly id: string | number | bigint;
}

/** The type of {@link hotDetail}. */
export interface HotDetail extends ReadOperation<'hot-detail'> {
  <Id extends AnyId>(
    connection: Connection<Id>,
    query: HotDetailQuery,
    options?: CallOptions,
  ): Promise<HotDetailData<Id>>;
}

/**
 * One tag of a tour of the Team by its id: content, position, history and the device it represents.
 *
 * `GET /open/saas/v2/hot/detail`: "Tag details", docs/reference/operations/hot-detail.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_resource_not_found`, and those of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const hotDetail: HotDetail = /* @__PURE__ */ operation('hot-detail', ['id'], 'GET', '/open/saas/v2/hot/detail');
