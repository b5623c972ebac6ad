// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import { operation } from '../operation.ts';
import type { FiveState, Media, Price } from './shapes.ts';

export interface HotListData<Id extends AnyId = number> {
  /** Settings by kind of tag, as the publisher wrote them. */
  contentTypeConfig?: Record<string, unknown> | null;
  /** Settings of all tags. */
  globalConfig?: HotListGlobalConfig;
  /** The tags; empty when the tour has none. */
  tagList: Tag<Id>[];
}

/** Settings of all tags. */
export interface HotListGlobalConfig {
  /** How all tags unfold. */
  unfoldedConfig?: UnfoldedConfig;
}

export interface UnfoldedConfig {
  /** Opening by themselves when the viewer comes near. */
  autoUnfold?: UnfoldedConfigAutoUnfold;
}

/** Opening by themselves when the viewer comes near. */
export interface UnfoldedConfigAutoUnfold {
  /** true when they open by themselves. */
  enable?: boolean;
}

/** A tag. */
export interface Tag<Id extends AnyId = number> {
  /** Id of the tag, for "Tag details". May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit. */
  id: Id;
  /** Kind of tag: a key of "Tag configuration". */
  contentType: string;
  /** Position of the tag: [x, y, z] in metres; flat tags have several points one after the other. */
  position: number[];
  /** false hides the tag. */
  enabled?: boolean;
  /** What the tag sticks to, such as model or pano. */
  stickType?: string;
  /** Direction the surface under the tag faces, as its publisher wrote it. */
  normal?: unknown;
  /** Free text of the owner; may be empty or JSON. */
  extend?: string;
  /** Free text of the publisher; may be empty or JSON. */
  extraData?: string;
  /** Media of the tag in the older form; null in most, then data.mediaData has them. */
  mediaData?: unknown;
  /** When the tag was made: Unix seconds. order_by=create_time goes by it. */
  create_timestamp?: number;
  /** Settings of this tag. */
  config?: TagConfig;
  /** What the tag says. */
  data?: TagData;
  /** The view the tag was placed in. */
  fiveState?: FiveState;
  /** How the tag is drawn. */
  style?: TagStyle;
}

/** Settings of this tag. */
export interface TagConfig {
  /** How this tag unfolds. */
  unfoldedConfig?: UnfoldedConfig;
  /** From where the tag can be seen. */
  visibleConfig?: TagConfigVisibleConfig;
}

/** From where the tag can be seen. */
export interface TagConfigVisibleConfig {
  /** Indexes of the viewpoints that show the tag, as text; empty for all. */
  visiblePanoIndex?: string;
}

/** What the tag says. */
export interface TagData {
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
  /** Title of the card. */
  title?: string | null;
  /** Text of the card. */
  description?: string | null;
  /** What a click on the card does. */
  action?: TagAction;
  /** Look of the card; may be empty. */
  appearance?: string;
  /** Pictures, videos and sounds on the card. */
  mediaData?: Media[] | null;
  /** Address of the 3D model the tag shows; may be empty. */
  modelUrl?: string;
  /** Address the tag leads to; may be empty. */
  targetUrl?: string | null;
}

/** What a click on the card does. */
export interface TagAction {
  /** What a click does; may be empty. */
  type?: string;
  /** Address the click opens; may be empty. */
  url?: string;
}

/** How the tag is drawn. */
export interface TagStyle {
  /** The icon at the tag’s position. */
  point?: TagStylePoint;
}

/** The icon at the tag’s position. */
export interface TagStylePoint {
  /** Where the icon comes from, such as default or custom. */
  iconType?: string;
  /** Kind of picture, such as image or sequence. */
  type?: string;
  /** Address of the icon. */
  url?: string;
  /** Size of the icon, as a name or as pixels. */
  size?: string;
  /** Factor on that size; 1 leaves it. */
  scale?: number;
  /** Frames of an animated icon; 1 when it stands still. */
  steps?: number;
}

/** Parameters of "Tag list v2". */
export interface HotListQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
  /** "id asc", "id desc", "create_time asc" or "create_time desc"; without it records come as stored. */
  readonly order_by?: 'id asc' | 'id desc' | 'create_time asc' | 'create_time desc' | undefined;
}

/** The type of {@link hotList}. */
export interface HotList extends ReadOperation<'hot-list'> {
  <Id extends AnyId>(connection: Connection<Id>, query: HotListQuery, options?: CallOptions): Promise<HotListData<Id>>;
}

/**
 * The tags placed in the tour: where each is, what it says and how it looks.
 *
 * `GET /open/v3/custom/hot/list`: "Tag list v2", docs/reference/operations/hot-list.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const hotList: HotList = /* @__PURE__ */ operation(
  'hot-list',
  ['resource_code', 'order_by'],
  'GET',
  '/open/v3/custom/hot/list',
);
