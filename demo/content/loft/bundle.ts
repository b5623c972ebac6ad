import { floorPlanPdf } from '../files/floor-plan-pdf.ts';
import { floorPlanSvg } from '../files/floor-plan-svg.ts';
import { glb } from '../files/glb.ts';
import { flatRing, homesLogo, icon, portrait, pulsingIcon, routePin } from '../files/icons.ts';
import { illustration } from '../files/illustrations.ts';
import { qrCode } from '../files/qr-code.ts';
import { rain } from '../files/rain.ts';
import { warranty } from '../files/texts.ts';
import type { Bundle } from '../wire/bundle.ts';
import { box } from '../wire/parts.ts';
import { captureInfo, routeConfigDetail, sourceConfig, vrIntroduction } from './about.ts';
import { contactDetail } from './contact-detail.ts';
import { fileDetail, PLAN_DOCUMENT, PLAN_PICTURE, WARRANTY } from './file-detail.ts';
import { groupTree } from './group-tree.ts';
import { hotConfig, ICON_FRAMES, PULSING_KINDS } from './hot-config.ts';
import { hotDetails } from './hot-detail.ts';
import { hotList } from './hot-list.ts';
import { annotationSearch, modelPluginDatasets } from './labels.ts';
import { CODE } from './loft.ts';
import { observerGuideList } from './observer-guide-list.ts';
import { panovideoSearch } from './panovideo-search.ts';
import { PICTURES, type PictureName } from './pictures.ts';
import { routeSearch } from './route-search.ts';
import { rulerList } from './ruler-list.ts';
import { TAG_KINDS } from './tag-plan.ts';
import { vrInfo } from './vr-info.ts';

/** A picture frame that stands on a table; its opening is where "Tag configuration" says. */
const frame = [
  box([-0.14, 0.01, -0.01], [0.14, 0.21, 0.01], '#b98d5e'),
  box([-0.03, 0, -0.08], [0.03, 0.01, 0], '#7a5238'),
];

const pictures = (Object.keys(PICTURES) as PictureName[]).map((name) => [`tags/${name}.svg`, illustration(name)]);
const icons = TAG_KINDS.map((kind) => [`icons/${kind}.svg`, icon(kind)]);
const pulsing = PULSING_KINDS.map((kind) => [`icons/${kind}-pulse.svg`, pulsingIcon(kind, ICON_FRAMES)]);

/** The whole loft: every operation filled. */
export const loft: Bundle = {
  code: CODE,
  payloads: {
    'vr-info': vrInfo,
    'hot-list': hotList,
    'hot-config': hotConfig,
    'route-search': routeSearch,
    'hot-detail': hotDetails,
    'panovideo-search': panovideoSearch,
    'observer-guide-list': observerGuideList,
    'vr-introduction': vrIntroduction,
    'group-tree': groupTree,
    'ruler-list': rulerList,
    'model-plugin-datasets': modelPluginDatasets,
    'contact-detail': contactDetail,
    'source-config': sourceConfig,
    'route-config-detail': routeConfigDetail,
    'file-detail': fileDetail,
    'capture-info': captureInfo,
    'annotation-search': annotationSearch,
  },
  assets: {
    ...Object.fromEntries([...pictures, ...icons, ...pulsing]),
    'icons/ring-flat.svg': flatRing,
    'icons/route-start.svg': routePin('start'),
    'icons/route-end.svg': routePin('end'),
    'icons/homes.svg': homesLogo,
    'contact/ida.svg': portrait,
    'contact/website-qr.svg': qrCode('https://homes.example.com/'),
    'tags/frame.glb': glb(frame),
    'sounds/rain.wav': rain(),
    [PLAN_PICTURE]: floorPlanSvg(),
    [PLAN_DOCUMENT]: floorPlanPdf(),
    [WARRANTY]: warranty,
  },
};
