import { sealOf } from '../signing/seals.ts';
import type { Payload, Payloads } from '../wire/bundle.ts';
import { distance, listed, named, spelled } from '../wire/geometry.ts';
import { combinedTour } from '../wire/group-nodes.ts';
import { lengthText } from '../wire/length-text.ts';
import { moment } from '../wire/moment.ts';
import { CODE, COVER, CUSTOM_ID, FILES, NAME, studioTour, workbench, workbenchEdge } from './studio.ts';

/** A model and nothing else: no viewpoints, no panoramas, no start view. */
const vrInfo: Payload<'vr-info'> = {
  ...sealOf(CODE),
  resource_code: CODE,
  name: NAME,
  is_active: true,
  basic_code: 'demo-studio-capture',
  from_type: 'poincare',
  project_id: 50_017_302,
  create_time: '2026-10-05 16:45:00',
  base_url: FILES,
  picture_url: COVER,
  title_picture_url: COVER,
  model: {
    file_url: 'model/studio.glb',
    material_base_url: '',
    material_textures: [],
    type: 0,
    tiles: null,
    layers: [],
    modify_time: '2026-10-05 16:45:00',
  },
};

const TAG_ID = 420_001;
/** A state of the viewer looking at the model from above: there is no observer to stand at. */
const ABOVE = {
  mode: 'Floorplan',
  longitude: 0.7854,
  latitude: 0.6155,
  fov: 60,
  distance: 4,
  offset: named([0, 0, 0]),
};
const MADE = moment('2026-10-06 09:00:00');
const TITLE = 'Workbench · 工作台';
const TEXT = 'Beech, with a vise for right-handed people.';
const content = { id: '', idType: '', brandTags: [], tags: ['Beech', '榉木'], info: [], initialState: null };

const hotList: Payload<'hot-list'> = {
  contentTypeConfig: {},
  globalConfig: { unfoldedConfig: { autoUnfold: { enable: true } } },
  tagList: [
    {
      id: TAG_ID,
      contentType: 'normal',
      enabled: true,
      stickType: 'model',
      position: listed(workbench.position),
      normal: named(workbench.normal),
      mediaData: null,
      create_timestamp: MADE.timestamp,
      data: { title: TITLE, description: TEXT, mediaData: [], targetUrl: '', ...content },
      fiveState: ABOVE,
    },
  ],
};

const hotDetail: Payload<'hot-detail'> = {
  id: TAG_ID,
  custom_id: CUSTOM_ID,
  name: TITLE,
  description: TEXT,
  type: 'normal',
  status: 1,
  is_apply: 1,
  coding_matched: 0,
  create_time: MADE.time,
  create_timestamp: MADE.timestamp,
  modify_time: MADE.time,
  modify_timestamp: MADE.timestamp,
  source: 'editor',
  stick_type: 'model',
  target_url: '',
  extend: '',
  extra_data: {},
  keywords: ['workbench', '工作台'],
  position: spelled(workbench.position),
  normal_vector: spelled(workbench.normal),
  media_data: null,
  content_data: content,
  five_state: ABOVE,
};

const rulerList: Payload<'ruler-list'> = {
  list: [
    {
      id: 421_001,
      custom_id: CUSTOM_ID,
      keywords: ['Workbench'],
      polyline: {
        id: 'workbench',
        visiblePanoIndexes: [],
        lines: [
          {
            id: 'workbench-edge',
            text: lengthText(distance(...workbenchEdge)),
            points: workbenchEdge.map((end, index) => ({ id: `workbench-${index}`, position: listed(end) })),
          },
        ],
      },
    },
  ],
};

export const payloads: Payloads = {
  'vr-info': vrInfo,
  'hot-list': hotList,
  'hot-config': {
    normal: { pointIconOptions: [{ size: 'medium', type: 'image', url: `${FILES}icons/normal.svg`, steps: 1 }] },
  },
  'route-search': { list: [] },
  'hot-detail': [hotDetail],
  'panovideo-search': { list: [] },
  'observer-guide-list': { can_play: false, list: [] },
  'vr-introduction': {
    introduction: 'Where the loft’s shelves were made. The model is all there is: nobody has taken panoramas here.',
    info_list: [],
  },
  'group-tree': [
    combinedTour({
      node_code: 'demo-workshops',
      name: 'Workshops · 工坊',
      children: [{ node_code: 'demo-workshops-studio', name: NAME, tour: studioTour, isDefault: true }],
    }),
  ],
  'ruler-list': rulerList,
  'model-plugin-datasets': {},
  'contact-detail': {
    contact_info: { name: 'Jonas Beck', occupation: 'Joiner · 木匠', city: 'London' },
    contact_information: [],
  },
  'source-config': { bottom_functions: [] },
  'route-config-detail': { animation_mode: '', auto_play_route_switch: false, selected_style: '' },
  'file-detail': { file_count: 0, file_list: [] },
  'capture-info': { info: 'Modelled in code.' },
  'annotation-search': { list: [] },
};
