// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection, ReadOperation } from '../connection.ts';
import { operation } from '../operation.ts';
import type { Media, Position } from './shapes.ts';

export interface HotConfigData {
  /** Settings of all kinds. */
  common?: HotConfigCommon;
  /** Tags with a text. */
  normal?: HotConfigNormal;
  /** Tags with a video. */
  video?: HotConfigVideo;
  /** Tags with a picture. */
  image?: HotConfigImage;
  /** Tags with a sound. */
  audio?: HotConfigAudio;
  /** Tags with a product card. */
  marketing?: HotConfigMarketing;
  /** Tags that open a page. */
  urllink?: HotConfigUrllink;
  /** Tags that lead to another viewpoint. */
  panolink?: HotConfigPanolink;
  /** Tags that lead to another tour. */
  newvrlink?: HotConfigNewvrlink;
  /** Flat pictures stuck on a surface. */
  Sticker?: HotConfigSticker;
  /** Pictures and videos on a plane. */
  MediaPlane?: HotConfigMediaPlane;
  /** Pictures and videos on a 3D model, such as a screen. */
  MediaModel?: HotConfigMediaModel;
}

/** Settings of all kinds. */
export interface HotConfigCommon {
  /** true when a tag shows only at the viewpoint it was placed at. */
  onlyCurrentPanoVisible?: boolean;
}

/** Tags with a text. */
export interface HotConfigNormal {
  /** Icons to choose from. */
  pointIconOptions?: SizedPointIcon[];
}

/** An icon a tag can be marked with, and its size. */
export interface SizedPointIcon {
  /** Kind of picture, such as image or sequence. */
  type?: string;
  /** Address of the icon. */
  url: string;
  /** Frames of an animated icon, side by side in the picture; 1 when it stands still. */
  steps?: number;
  /** Size of the icon, as a name or as pixels. */
  size?: string;
}

/** Tags with a video. */
export interface HotConfigVideo {
  /** Icons to choose from. */
  pointIconOptions?: SizedPointIcon[];
}

/** Tags with a picture. */
export interface HotConfigImage {
  /** Icons to choose from. */
  pointIconOptions?: SizedPointIcon[];
  /** Icons that lie flat, to choose from. */
  xzPointIconOptions?: XzPointIcon[];
}

/** An icon that lies flat. */
export interface XzPointIcon {
  /** Name of the icon. */
  name?: string;
  /** Kind of icon. */
  type?: string;
  /** Address of the icon. */
  img: string;
}

/** Tags with a sound. */
export interface HotConfigAudio {
  /** Addresses of the icons to choose from. */
  pointIconOptions?: string[];
}

/** Tags with a product card. */
export interface HotConfigMarketing {
  /** true when cards open by themselves. */
  autoUnfold?: boolean;
  /** true when cards stay folded until a click. */
  keepFold?: boolean;
  /** Pictures for the top of the card, to choose from. */
  headerPictureOptions?: Media[];
  /** Icons to choose from. */
  pointIconOptions?: SizedPointIcon[];
}

/** Tags that open a page. */
export interface HotConfigUrllink {
  /** Icons to choose from. */
  pointIconOptions?: PointIcon[];
}

/** An icon a tag can be marked with. */
export interface PointIcon {
  /** Kind of picture, such as image or sequence. */
  type?: string;
  /** Address of the icon. */
  url: string;
  /** Frames of an animated icon, side by side in the picture; 1 when it stands still. */
  steps?: number;
}

/** Tags that lead to another viewpoint. */
export interface HotConfigPanolink {
  /** Icons to choose from. */
  pointIconOptions?: PointIcon[];
  /** true when a tag shows only at the viewpoint it was placed at. */
  onlyCurrentPanoVisible?: boolean;
}

/** Tags that lead to another tour. */
export interface HotConfigNewvrlink {
  /** Icons to choose from. */
  pointIconOptions?: PointIcon[];
  /** true when a tag shows only at the viewpoint it was placed at. */
  onlyCurrentPanoVisible?: boolean;
}

/** Flat pictures stuck on a surface. */
export interface HotConfigSticker {
  /** Icons to choose from. */
  pointIconOptions?: PointIcon[];
}

/** Pictures and videos on a plane. */
export interface HotConfigMediaPlane {
  /** Addresses of the icons to choose from. */
  pointIconOptions?: string[];
}

/** Pictures and videos on a 3D model, such as a screen. */
export interface HotConfigMediaModel {
  /** Models to choose from. */
  modelOptions?: ModelOption[];
}

/** A model that can carry a picture or video. */
export interface ModelOption {
  /** Kind of model. */
  type?: string;
  /** Address of the model. */
  modelUrl: string;
  /** Address of the icon in the choice. */
  iconUrl?: string;
  /** Address of a picture of the model. */
  previewUrl?: string;
  /** Picture shown until the owner chooses one. */
  defaultImageUrl?: string;
  /** Corners of the model’s screen, in metres from the model’s origin. */
  mediaPosition?: Position[];
  /** Size of the model, as a name. */
  size?: string;
}

/** Parameters of "Tag configuration". */
export interface HotConfigQuery {
  /** Resource code of a tour: 1 to 64 letters, digits, hyphens or underscores. */
  readonly resource_code: string;
}

/** The type of {@link hotConfig}. */
export interface HotConfig extends ReadOperation<'hot-config'> {
  (connection: Connection, query: HotConfigQuery, options?: CallOptions): Promise<HotConfigData>;
}

/**
 * What each kind of tag can look like: icons, models and settings, keyed by kind.
 *
 * `GET /open/v3/custom/hot/config`: "Tag configuration", docs/reference/operations/hot-config.md
 *
 * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and those
 * of any operation.
 * @throws {TransportError} When no usable answer came.
 */
export const hotConfig: HotConfig = /* @__PURE__ */ operation(
  'hot-config',
  ['resource_code'],
  'GET',
  '/open/v3/custom/hot/config',
);
