import { glb } from '../files/glb.ts';
import { icon } from '../files/icons.ts';
import { isometric } from '../files/isometric.ts';
import type { Bundle } from '../wire/bundle.ts';
import { payloads } from './payloads.ts';
import { CODE, parts } from './studio.ts';

/** The joiner's studio: a model only. */
export const studio: Bundle = {
  code: CODE,
  payloads,
  assets: {
    'model/studio.glb': glb(parts),
    'model/studio.svg': isometric(parts, 960, 720, [452, 330]),
    'icons/normal.svg': icon('normal'),
  },
};
