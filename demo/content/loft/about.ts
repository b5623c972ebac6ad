import type { Payload } from '../wire/bundle.ts';
import { areaText } from './floor-area.ts';
import { FILES } from './loft.ts';
import { floors, observers } from './places.ts';
import { COVER } from './vr-info.ts';

/** What the owner says about the loft. */

const SITE = 'https://homes.example.com/';

export const vrIntroduction: Payload<'vr-introduction'> = {
  introduction:
    `A loft of ${areaText} by the park: one tall room with a wall of windows, a kitchen, a bathroom, and a mezzanine ` +
    'for sleeping and working.\n公园旁的复式住宅：挑高客厅，整面格窗，夹层为卧室与书房。',
  info_list: [
    { label: 'Floor area', value: areaText },
    { label: 'Floors', value: String(floors.length) },
    { label: '朝向', value: '西' },
  ],
  link_config: { title: 'Arrange a visit', link_url: `${SITE}loft`, type: 'url' },
  shoot_device: {
    title: 'How this tour was made',
    i18n_key: 'shoot_device.title',
    bg_image_url: COVER,
    gather_time: '2026-11-20',
    labels: [
      { label: 'Camera', i18n_key: 'shoot_device.camera', value: 'None: a path tracer' },
      { label: 'Viewpoints', i18n_key: 'shoot_device.viewpoints', value: String(observers.length) },
    ],
  },
};

export const captureInfo: Payload<'capture-info'> = {
  info: `${observers.length} viewpoints on ${floors.length} floors, rendered upright, six faces each.`,
};

export const sourceConfig: Payload<'source-config'> = {
  bottom_functions: [
    { type: 'introduction', is_realsee: true, data: { text: 'About', i18n_key: 'bottom.introduction', url: '' } },
    { type: 'link', is_realsee: false, data: { text: 'Arrange a visit · 预约看房', i18n_key: '', url: `${SITE}loft` } },
  ],
  source_introduction: {
    title: 'Homes by the park',
    content: 'We show homes by the park, with everything measured.',
    logo_url: `${FILES}icons/homes.svg`,
    more_text: 'More homes',
    more_url: SITE,
    link_open_type: 'blank',
    website: { name: 'homes.example.com', logo_url: `${FILES}icons/homes.svg` },
  },
};

export const routeConfigDetail: Payload<'route-config-detail'> = {
  animation_mode: 'flow',
  auto_play_route_switch: false,
  selected_style: 'arrow',
};
