import { CODE as LOFT, NAME as LOFT_NAME } from '../loft/loft.ts';
import type { Payload } from '../wire/bundle.ts';
import { listed, spelled, viewFrom } from '../wire/geometry.ts';
import { later, moment } from '../wire/moment.ts';
import { CUSTOM_ID, cameraAt, FILES, type Place, places } from './garden.ts';

type ListedTag = Payload<'hot-list'>['tagList'][number];
type Content = NonNullable<ListedTag['data']>;

interface TagPlan {
  readonly id: number;
  readonly kind: string;
  readonly on: Place;
  /** As it came from the publisher: much of it null. */
  readonly content: Content;
}

const tags: readonly TagPlan[] = [
  {
    id: 430_001,
    kind: 'normal',
    on: places.bench,
    content: {
      title: 'Bench · 长椅',
      description: null,
      brandTags: null,
      tags: null,
      info: null,
      mediaData: null,
      targetUrl: null,
      initialState: null,
    },
  },
  {
    id: 430_002,
    kind: 'image',
    on: places.herbs,
    content: {
      title: 'Herb bed · 香草床',
      description: 'Sage, thyme, rosemary and mint.',
      tags: ['鼠尾草', '百里香', '迷迭香', '薄荷'],
      mediaData: [{ type: 'Image', url: `${FILES}panorama/2_right.png` }],
    },
  },
  {
    id: 430_003,
    kind: 'newvrlink',
    on: places.door,
    content: { title: 'Back inside · 回到室内', description: '', vrLinkCode: LOFT, vrLinkName: LOFT_NAME },
  },
];

const stateOf = ({ position, bestObserver }: Place) => ({
  mode: 'Panorama',
  panoIndex: bestObserver,
  ...viewFrom(cameraAt(bestObserver), position),
  fov: 75,
});

/** Older media of the bench, in the form that lies beside `data`. */
const OLD_MEDIA = [{ type: 'Image', url: `${FILES}panorama/1_front.png` }];

export const hotList: Payload<'hot-list'> = {
  contentTypeConfig: null,
  globalConfig: {},
  tagList: tags.map(({ id, kind, on, content }, place) => ({
    id,
    contentType: kind,
    position: listed(on.position),
    mediaData: place === 0 ? OLD_MEDIA : null,
    data: content,
    fiveState: stateOf(on),
  })),
};

const MADE = moment('2026-06-02 08:15:00');

export const hotDetails: readonly Payload<'hot-detail'>[] = tags.map(({ id, kind, on, content }, place) => {
  const { title, description, targetUrl, mediaData, ...said } = content;
  const made = later(MADE, place);
  return {
    id,
    custom_id: CUSTOM_ID,
    name: title ?? '',
    description: description ?? null,
    type: kind,
    status: 1,
    is_apply: 1,
    coding_matched: 0,
    create_time: made.time,
    create_timestamp: made.timestamp,
    modify_time: made.time,
    modify_timestamp: made.timestamp,
    source: '',
    stick_type: 'pano',
    target_url: targetUrl ?? null,
    keywords: place === 0 ? null : [on.name.en, on.name.zh],
    position: spelled(on.position),
    normal_vector: spelled(on.normal),
    media_data: place === 0 ? OLD_MEDIA : (mediaData ?? null),
    content_data: said,
    five_state: stateOf(on),
  };
});

const icon = (name: string) => ({ type: 'image', url: `${FILES}icons/${name}.svg`, steps: 1 });

export const hotConfig: Payload<'hot-config'> = {
  common: { onlyCurrentPanoVisible: false },
  normal: { pointIconOptions: [{ size: 'medium', ...icon('normal') }] },
  image: { pointIconOptions: [{ size: 'medium', ...icon('image') }], xzPointIconOptions: [] },
  newvrlink: { pointIconOptions: [icon('newvrlink')], onlyCurrentPanoVisible: false },
};
