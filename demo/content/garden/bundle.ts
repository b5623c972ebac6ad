import { glb } from '../files/glb.ts';
import { icon } from '../files/icons.ts';
import { plantingList } from '../files/texts.ts';
import type { Bundle } from '../wire/bundle.ts';
import { CODE, parts } from './garden.ts';
import { payloads } from './payloads.ts';

/** The terrace: inactive, three viewpoints, and as ragged as real tours are. */
export const garden: Bundle = {
  code: CODE,
  payloads,
  assets: {
    'model/terrace.glb': glb(parts),
    'files/planting-list.txt': plantingList,
    ...Object.fromEntries((['normal', 'image', 'newvrlink'] as const).map((kind) => [`icons/${kind}.svg`, icon(kind)])),
  },
};
