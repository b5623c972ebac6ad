import { CODE as GARDEN, NAME as GARDEN_NAME } from '../garden/garden.ts';
import { gardenStart } from '../garden/vr-info.ts';
import { CODE as STUDIO, NAME as STUDIO_NAME } from '../studio/studio.ts';
import { viewFrom } from '../wire/geometry.ts';
import { FILES, observerAt, thing } from './loft.ts';
import { picture } from './pictures.ts';
import type { TagPlan } from './tag-plan.ts';

/** Index of the observer that the tag on the stairs leads to. */
const TOP_OF_THE_STAIRS = 10;

/** Tags of kitchen, hall, bathroom, bedroom and study. */
export const otherTags: readonly TagPlan[] = [
  {
    id: 410_011,
    kind: 'panolink',
    on: 'stairs',
    title: 'Up to the bedroom · 上楼',
    text: 'Fourteen steps.',
    content: {
      initialState: {
        panoIndex: TOP_OF_THE_STAIRS,
        ...viewFrom(observerAt(TOP_OF_THE_STAIRS).position, thing('bed').position),
        fov: 90,
      },
    },
    seenFrom: [5, 6, 7, 8],
    keywords: ['stairs', '楼梯'],
  },
  {
    id: 410_012,
    kind: 'normal',
    on: 'kitchen_tap',
    title: 'Brass kitchen tap',
    text: 'Unlacquered: it darkens where hands touch it. 未上漆黄铜。',
    keywords: ['tap', 'brass', '水龙头'],
  },
  {
    id: 410_013,
    kind: 'urllink',
    on: 'oven',
    title: 'Oven: instructions · 烤箱说明书',
    text: 'Opens the manual.',
    content: {
      action: { type: 'link', url: 'https://appliances.example.com/ov-460/manual' },
      targetUrl: 'https://appliances.example.com/ov-460/manual',
    },
    keywords: ['oven', 'manual', '烤箱'],
    device: ['Oven OV-460', 'appliance', 'oven'],
  },
  {
    id: 410_014,
    kind: 'image',
    on: 'worktop',
    title: 'Terrazzo worktop · 水磨石台面',
    text: 'Marble chips in white cement, sealed.',
    content: { mediaData: [picture('terrazzo')] },
    seenFrom: [3, 4],
    keywords: ['terrazzo', 'worktop', '台面'],
  },
  {
    id: 410_015,
    kind: 'Sticker',
    on: 'fridge',
    title: 'Note on the fridge',
    text: 'A note that someone left: pancakes on Sunday. 周日煎饼。',
    content: { mediaData: [picture('fridge-note')] },
    flat_m: [0.27, 0.18],
    keywords: ['note', 'fridge', '冰箱'],
    device: ['Built-in fridge', 'appliance', 'fridge'],
  },
  {
    id: 410_016,
    kind: 'newvrlink',
    on: 'entry_door',
    title: 'Out to the terrace · 去露台',
    text: 'Leads to the tour of the roof terrace.',
    content: { vrLinkCode: GARDEN, vrLinkName: GARDEN_NAME, initialState: gardenStart },
    keywords: ['terrace', '露台'],
  },
  {
    id: 410_017,
    kind: 'normal',
    on: 'wash_basin',
    title: 'Wash basin',
    text: 'Hidden until the new mirror hangs.',
    enabled: false,
    keywords: ['basin', '洗手盆'],
  },
  {
    id: 410_018,
    kind: 'marketing',
    on: 'bed',
    title: 'Double bed · 双人床',
    text: 'Oak frame, 1.6 m wide, linen bedding. 橡木床架，亚麻床品。',
    content: {
      id: 'BED-160',
      idType: 'sku',
      action: { type: 'link', url: 'https://furniture.example.com/bed' },
      targetUrl: 'https://furniture.example.com/bed',
      appearance: 'card',
      theme: 'light',
      brandTags: ['Fjord'],
      tags: ['Bedroom', '卧室'],
      highlightText: 'In stock',
      headerPictureType: 'wide',
      price: { unit: 'EUR', value: '1240' },
      mediaData: [picture('bed')],
    },
    keywords: ['bed', '床'],
  },
  {
    id: 410_019,
    kind: 'normal',
    on: 'bedside_lamp',
    title: 'Bedside lamp',
    text: 'Touch its foot to dim it. 触摸调光。',
    keywords: ['lamp', '床头灯'],
    device: ['Bedside lamp', 'light', 'dimmer'],
  },
  {
    id: 410_020,
    kind: 'audio',
    on: 'skylight',
    title: 'Rain on the skylight · 雨声',
    text: 'Four seconds of it.',
    content: { mediaData: [{ type: 'Audio', url: `${FILES}sounds/rain.wav` }] },
    keywords: ['rain', 'sound', '雨声'],
  },
  {
    id: 410_021,
    kind: 'MediaModel',
    on: 'desk',
    title: 'Picture frame on the desk',
    text: 'A model of its own that carries a picture. 桌上的相框。',
    content: {
      modelType: 'frame',
      modelUrl: `${FILES}tags/frame.glb`,
      mediaData: [picture('dunes-dusk')],
    },
    keywords: ['frame', 'desk', '书桌'],
  },
  {
    id: 410_022,
    kind: 'newvrlink',
    on: 'bookshelf',
    title: 'Where the shelves were made · 工作室',
    text: 'Leads to the joiner’s studio, a tour that is a model only.',
    content: { vrLinkCode: STUDIO, vrLinkName: STUDIO_NAME, initialState: null },
    keywords: ['studio', 'joiner', '工作室'],
  },
];
