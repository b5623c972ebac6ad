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
import { vrDetail } from './vr-detail.ts';
import { vrInfo } from './vr-info.ts';
import { vrIntroduction } from './vr-introduction.ts';
import { vrList } from './vr-list.ts';
import { vrSubmit } from './vr-submit.ts';

/** The reads of SPEC 4.2, in its order; behind them the two by which tours are found (decision 0112). */
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
  vrList,
  vrDetail,
] as const;

/** Every operation of the gateway: the exchange, the reads, the activation. */
export const gatewayEndpoints = [accessToken, ...readEndpoints, vrSubmit] as const;

export type ReadEndpoint = (typeof readEndpoints)[number];
/** The name of a read, as in `vr-info`. */
export type ReadName = ReadEndpoint['name'];
/** Reads that are answered without data of their own: no file of a bundle is named after one. */
const composedReads = ['file-private-presign', 'vr-list', 'vr-detail'] as const satisfies readonly ReadName[];
/** The name of a read whose data stands in a bundle, in a file of that name. */
export type BundledReadName = Exclude<ReadName, (typeof composedReads)[number]>;
export type BundledReadEndpoint = Extract<ReadEndpoint, { readonly name: BundledReadName }>;
/** The reads whose data is in a bundle. */
export const bundledEndpoints: readonly BundledReadEndpoint[] = readEndpoints.filter(
  (endpoint): endpoint is BundledReadEndpoint => !composedReads.some((name) => name === endpoint.name),
);
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
  vrDetail,
  vrInfo,
  vrIntroduction,
  vrList,
  vrSubmit,
};

const bundleFiles: ReadonlySet<string> = new Set(bundledEndpoints.map(({ name }) => `${name}.json`));

/**
 * The name of a bundle's file as it is meant: `VR-Info.JSON`, `vr_info.json` and `vrInfo.json` are `vr-info.json`. Any other
 * name comes back in lower case.
 */
export function operationFile(name: string): string {
  const lower = name.toLowerCase();
  if (bundleFiles.has(lower)) return lower;
  const spelled = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  return bundleFiles.has(spelled) ? spelled : lower;
}

/** Whether a folder with this file is a bundle. */
export const isBundleFile = (name: string): boolean => bundleFiles.has(operationFile(name));
