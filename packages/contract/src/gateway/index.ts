import type { DataOf } from '../endpoint.ts';
import { accessToken } from './access-token.ts';
import { annotationSearch } from './annotation-search.ts';
import { captureInfo } from './capture-info.ts';
import { contactDetail } from './contact-detail.ts';
import { fileDetail } from './file-detail.ts';
import { filePrivatePresign } from './file-private-presign.ts';
import { groupTree } from './group-tree.ts';
import { hotConfig } from './hot-config.ts';
import { hotDetail } from './hot-detail.ts';
import { hotList } from './hot-list.ts';
import { modelPluginDatasets } from './model-plugin-datasets.ts';
import { observerGuideList } from './observer-guide-list.ts';
import { panovideoSearch } from './panovideo-search.ts';
import { routeConfigDetail } from './route-config-detail.ts';
import { routeSearch } from './route-search.ts';
import { rulerList } from './ruler-list.ts';
import { sourceConfig } from './source-config.ts';
import { vrInfo } from './vr-info.ts';
import { vrIntroduction } from './vr-introduction.ts';
import { vrSubmit } from './vr-submit.ts';

/** The reads of SPEC 4.2, in its order. */
export const readEndpoints = [
  vrInfo,
  hotList,
  hotConfig,
  routeSearch,
  hotDetail,
  panovideoSearch,
  observerGuideList,
  vrIntroduction,
  groupTree,
  rulerList,
  modelPluginDatasets,
  contactDetail,
  sourceConfig,
  routeConfigDetail,
  fileDetail,
  filePrivatePresign,
  captureInfo,
  annotationSearch,
] as const;

/** Every operation of the gateway: the exchange, the reads, the activation. */
export const gatewayEndpoints = [accessToken, ...readEndpoints, vrSubmit] as const;

export type ReadEndpoint = (typeof readEndpoints)[number];
/** The name of a read, as in `vr-info`. */
export type ReadName = ReadEndpoint['name'];
export type GatewayEndpoint = (typeof gatewayEndpoints)[number];
/** The name of any operation, as in `vr-submit`. */
export type OperationName = GatewayEndpoint['name'];
/** The `data` of each operation's success, by name: `OperationData['vr-info']`. */
export type OperationData = { readonly [E in GatewayEndpoint as E['name']]: DataOf<E> };

export {
  accessToken,
  annotationSearch,
  captureInfo,
  contactDetail,
  fileDetail,
  filePrivatePresign,
  groupTree,
  hotConfig,
  hotDetail,
  hotList,
  modelPluginDatasets,
  observerGuideList,
  panovideoSearch,
  routeConfigDetail,
  routeSearch,
  rulerList,
  sourceConfig,
  vrInfo,
  vrIntroduction,
  vrSubmit,
};
