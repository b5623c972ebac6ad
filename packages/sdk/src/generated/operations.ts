// Generated from the contract by `npm run reference`: change the contract instead.

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

/** Every operation; the method of each is its name in camel case. */
export const operations = [
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
];
