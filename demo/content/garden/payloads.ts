import type { Payload, Payloads } from '../wire/bundle.ts';
import { distance, listed, named, viewFrom } from '../wire/geometry.ts';
import { combinedTour } from '../wire/group-nodes.ts';
import { lengthText } from '../wire/length-text.ts';
import { CUSTOM_ID, cameraAt, FILES, places, viewpoints } from './garden.ts';
import { hotConfig, hotDetails, hotList } from './tags.ts';
import { gardenStart, gardenTour, vrInfo } from './vr-info.ts';

const BENCH_ENDS = [
  [2.2, 0.45, 0.75],
  [3.8, 0.45, 0.75],
] as const;

const rulerList: Payload<'ruler-list'> = {
  list: [
    {
      id: 431_001,
      custom_id: CUSTOM_ID,
      keywords: [],
      polyline: {
        visiblePanoIndexes: [1],
        lines: [
          {
            text: lengthText(distance(...BENCH_ENDS)),
            points: BENCH_ENDS.map((end) => ({ position: listed(end) })),
          },
        ],
      },
    },
  ],
};

/** Drawn on the model only, as the older editor left it: without observers along the way and without looks. */
const routeSearch: Payload<'route-search'> = {
  list: [
    {
      id: 432_001,
      name: 'Watering round · 浇水路线',
      type: 'plan',
      display_index: 1,
      pano_group: null,
      visible_floor_indexes: [0],
      path: [{ type: 'line', points: viewpoints.map(({ standing }) => listed(standing)) }],
    },
  ],
};

const labelled = [places.bench, places.herbs].map((place) => ({
  id: `label-${place.name.en.toLowerCase().replaceAll(' ', '-')}`,
  name: `${place.name.en} ${place.name.zh}`,
  floor_index: 0,
  pano_index: place.bestObserver,
  longitude: viewFrom(cameraAt(place.bestObserver), place.position).longitude,
  position: named(place.position),
}));

export const payloads: Payloads = {
  'vr-info': vrInfo,
  'hot-list': hotList,
  'hot-config': hotConfig,
  'route-search': routeSearch,
  'hot-detail': hotDetails,
  'panovideo-search': { list: [] },
  'observer-guide-list': { can_play: false, list: [] },
  'vr-introduction': {
    introduction: 'The terrace on the roof, open from May to October. 五月至十月开放。',
    info_list: [],
  },
  'group-tree': [
    combinedTour({
      node_code: 'demo-roof',
      name: 'Roof · 屋顶',
      children: [{ node_code: 'demo-roof-terrace', name: gardenTour.name, tour: gardenTour, initial: gardenStart }],
    }),
  ],
  'ruler-list': rulerList,
  'model-plugin-datasets': {
    ModelEntryDoorGuidePlugin: { data: { position: { x: 1.05, y: 0, z: 3.97 }, rad: 0 }, version: '1.0.0' },
  },
  'contact-detail': {
    contact_info: { name: 'Ida Lund' },
    contact_information: [],
    selection_custom: { title: '', VR_list: [] },
  },
  'source-config': { bottom_functions: [] },
  'route-config-detail': { animation_mode: '', auto_play_route_switch: false, selected_style: '' },
  'file-detail': {
    file_count: 1,
    file_list: [
      {
        uid: 'file-433001',
        name: 'Planting list · 种植清单.txt',
        type: 'text/plain',
        path: 'files/planting-list.txt',
        url: `${FILES}files/planting-list.txt`,
        poster: '',
      },
    ],
  },
  'capture-info': { info: '{"viewpoints":3,"device":"drawn by code"}' },
  'annotation-search': { list: labelled },
};
