// Generated from the contract by `npm run reference`: change the contract instead.

import type { CallOptions, Connection } from '../connection.ts';
import type { AnyId } from '../ids.ts';
import type { AnnotationSearchData, AnnotationSearchQuery } from './annotation-search.ts';
import type { CaptureInfoData, CaptureInfoQuery } from './capture-info.ts';
import type { ContactDetailData, ContactDetailQuery } from './contact-detail.ts';
import type { FileDetailData, FileDetailQuery } from './file-detail.ts';
import type { FilePrivatePresignData, FilePrivatePresignQuery } from './file-private-presign.ts';
import type { GroupTreeData, GroupTreeQuery } from './group-tree.ts';
import type { HotConfigData, HotConfigQuery } from './hot-config.ts';
import type { HotDetailData, HotDetailQuery } from './hot-detail.ts';
import type { HotListData, HotListQuery } from './hot-list.ts';
import type { ModelPluginDatasetsData, ModelPluginDatasetsQuery } from './model-plugin-datasets.ts';
import type { ObserverGuideListData, ObserverGuideListQuery } from './observer-guide-list.ts';
import type { PanovideoSearchData, PanovideoSearchQuery } from './panovideo-search.ts';
import type { RouteConfigDetailData, RouteConfigDetailQuery } from './route-config-detail.ts';
import type { RouteSearchData, RouteSearchQuery } from './route-search.ts';
import type { RulerListData, RulerListQuery } from './ruler-list.ts';
import type { SourceConfigData, SourceConfigQuery } from './source-config.ts';
import type { VrDetailData, VrDetailQuery } from './vr-detail.ts';
import type { VrInfoData, VrInfoQuery } from './vr-info.ts';
import type { VrIntroductionData, VrIntroductionQuery } from './vr-introduction.ts';
import type { VrListData, VrListQuery } from './vr-list.ts';
import type { VrSubmitBody, VrSubmitData } from './vr-submit.ts';

/** A gateway with a method for every operation, named in camel case after it. */
export interface Gateway<Id extends AnyId = number> extends Connection<Id> {
  /**
   * The tour itself: viewpoints, panoramas, 3D model and start view, everything a viewer needs to show it. Addresses
   * are relative to base_url unless they are absolute.
   *
   * `GET /open/v3/vr/info`: "VR basic data", docs/reference/operations/vr-info.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  vrInfo(query: VrInfoQuery, options?: CallOptions): Promise<VrInfoData<Id>>;

  /**
   * The tags placed in the tour: where each is, what it says and how it looks.
   *
   * `GET /open/v3/custom/hot/list`: "Tag list v2", docs/reference/operations/hot-list.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  hotList(query: HotListQuery, options?: CallOptions): Promise<HotListData<Id>>;

  /**
   * What each kind of tag can look like: icons, models and settings, keyed by kind.
   *
   * `GET /open/v3/custom/hot/config`: "Tag configuration", docs/reference/operations/hot-config.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  hotConfig(query: HotConfigQuery, options?: CallOptions): Promise<HotConfigData>;

  /**
   * The routes drawn through the tour, with the way they are drawn in the model and in panoramas.
   *
   * `GET /open/v3/route/search`: "Route guidance", docs/reference/operations/route-search.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  routeSearch(query: RouteSearchQuery, options?: CallOptions): Promise<RouteSearchData<Id>>;

  /**
   * One tag of a tour of the Team by its id: content, position, history and the device it represents.
   *
   * `GET /open/saas/v2/hot/detail`: "Tag details", docs/reference/operations/hot-detail.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_resource_not_found`, and those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  hotDetail(query: HotDetailQuery, options?: CallOptions): Promise<HotDetailData<Id>>;

  /**
   * The videos that play inside panoramas, by viewpoint.
   *
   * `GET /open/v3/panovideo/search`: "Point video data", docs/reference/operations/panovideo-search.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  panovideoSearch(query: PanovideoSearchQuery, options?: CallOptions): Promise<PanovideoSearchData<Id>>;

  /**
   * The stops of the guide through the tour, in the order of display, with the view at each.
   *
   * `GET /open/saas/v1/custom/observer/guide/list`: "Point navigation (new)",
   * docs/reference/operations/observer-guide-list.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  observerGuideList(query: ObserverGuideListQuery, options?: CallOptions): Promise<ObserverGuideListData<Id>>;

  /**
   * What the owner says about the tour: a text, facts, a link and the camera.
   *
   * `GET /open/v3/custom/vr/introduction`: "VR introduction", docs/reference/operations/vr-introduction.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  vrIntroduction(query: VrIntroductionQuery, options?: CallOptions): Promise<VrIntroductionData>;

  /**
   * The node with this code and all nodes below it. Several tours make up a combined tour; ask for its root to get the
   * whole. The path is spelled cutom, as published.
   *
   * `GET /open/v3/cutom/group/tree`: "Combined VR tree", docs/reference/operations/group-tree.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_resource_not_found`, and those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  groupTree(query: GroupTreeQuery, options?: CallOptions): Promise<GroupTreeData>;

  /**
   * The measurements the owner left in the tour: their ends in metres and the length as shown.
   *
   * `GET /open/saas/v1/custom/ruler/list`: "Custom ruler data", docs/reference/operations/ruler-list.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  rulerList(query: RulerListQuery, options?: CallOptions): Promise<RulerListData<Id>>;

  /**
   * Data of two plugins of the viewer: where the entry door is, and the names of the rooms in the model.
   *
   * `GET /open/v3/view/custom/model/plugin/datasets.json`: "Entry door data",
   * docs/reference/operations/model-plugin-datasets.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  modelPluginDatasets(query: ModelPluginDatasetsQuery, options?: CallOptions): Promise<ModelPluginDatasetsData>;

  /**
   * The business card of the tour: the person, the ways to reach them, and more tours they show.
   *
   * `GET /open/v3/view/contact/detail`: "Business card", docs/reference/operations/contact-detail.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  contactDetail(query: ContactDetailQuery, options?: CallOptions): Promise<ContactDetailData<Id>>;

  /**
   * The buttons below the tour and what the viewer says about who made it.
   *
   * `GET /open/v3/work/source/config`: "Source configuration", docs/reference/operations/source-config.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  sourceConfig(query: SourceConfigQuery, options?: CallOptions): Promise<SourceConfigData>;

  /**
   * How the routes of "Route guidance" look and play.
   *
   * `GET /open/saas/v1/custom/route/config/detail`: "Route personalized configuration",
   * docs/reference/operations/route-config-detail.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  routeConfigDetail(query: RouteConfigDetailQuery, options?: CallOptions): Promise<RouteConfigDetailData>;

  /**
   * Files the owner added to the tour, such as floor plans and brochures.
   *
   * `GET /open/v3/view/custom/file/detail`: "Extended file list", docs/reference/operations/file-detail.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  fileDetail(query: FileDetailQuery, options?: CallOptions): Promise<FileDetailData>;

  /**
   * Links that open private files of the tour without an access token until they expire. Each is signed and bound to
   * the Team, the tour and the path; hand it on to a browser, do not store it.
   *
   * `GET /open/v3/view/file/private/presign`: "Private file preview links",
   * docs/reference/operations/file-private-presign.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  filePrivatePresign(query: FilePrivatePresignQuery, options?: CallOptions): Promise<FilePrivatePresignData>;

  /**
   * How the tour was captured: device, number of viewpoints and time, as one text.
   *
   * `GET /open/saas/v1/derived/capture/info`: "Capture information", docs/reference/operations/capture-info.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  captureInfo(query: CaptureInfoQuery, options?: CallOptions): Promise<CaptureInfoData>;

  /**
   * The labels of the tour, such as the names of its rooms, each with its position and the best view of it.
   *
   * `GET /open/v3/annotation/search`: "Label data", docs/reference/operations/annotation-search.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  annotationSearch(query: AnnotationSearchQuery, options?: CallOptions): Promise<AnnotationSearchData>;

  /**
   * The tours of the app's Team, newest first, a page at a time. With modified_since only those that changed, last
   * changed first: what a nightly copy asks for, with the time at which the last copy began, less 60 s.
   *
   * `GET /open/v1/entity/vr/list`: "Tour list", docs/reference/operations/vr-list.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, and those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  vrList(query: VrListQuery, options?: CallOptions): Promise<VrListData>;

  /**
   * One tour of the list by its vr_code: the same data as "VR basic data", byte for byte.
   *
   * `GET /open/v1/entity/vr`: "Tour of the list", docs/reference/operations/vr-detail.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`, and
   * those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  vrDetail(query: VrDetailQuery, options?: CallOptions): Promise<VrDetailData<Id>>;

  /**
   * Sets the tour active: VR basic data answers is_active true from then on. Safe to repeat; an active tour stays
   * active.
   *
   * `POST /open/saas/v2/vr/submit`: "Activate tour v2", docs/reference/operations/vr-submit.md
   *
   * @throws {GatewayError} `err_parameter_invalid`, `err_parse_resource_code_failed`, `err_resource_not_found`,
   * `err_app_read_only`, `err_payload_too_large`, `err_unsupported_media_type`, and those of any operation.
   * @throws {TransportError} When no usable answer came.
   */
  vrSubmit(body: VrSubmitBody, options?: CallOptions): Promise<VrSubmitData>;
}
