import type { Payload } from '../wire/bundle.ts';
import { distance, listed } from '../wire/geometry.ts';
import { lengthText } from '../wire/length-text.ts';
import { CUSTOM_ID } from './loft.ts';
import { type Ruler, rulers } from './places.ts';

type ListedRuler = Payload<'ruler-list'>['list'][number];
type Line = ListedRuler['polyline']['lines'][number];

/** Measured edges that one ruler shows together. */
const TOGETHER: readonly (readonly string[])[] = [['window_width', 'window_height']];

function line({ key, from, to }: Ruler): Line {
  return {
    id: `${key}-line`,
    text: lengthText(distance(from, to)),
    points: [
      { id: `${key}-from`, position: listed(from) },
      { id: `${key}-to`, position: listed(to) },
    ],
  };
}

const groups: readonly (readonly Ruler[])[] = rulers.flatMap((ruler) => {
  const keys = TOGETHER.find((group) => group.includes(ruler.key)) ?? [ruler.key];
  return keys[0] === ruler.key ? [rulers.filter(({ key }) => keys.includes(key))] : [];
});

const FIRST_ID = 450_001;

export const rulerList: Payload<'ruler-list'> = {
  list: groups.map((group, place) => ({
    id: FIRST_ID + place,
    custom_id: CUSTOM_ID,
    keywords: group.flatMap(({ name }) => [name.en, name.zh]),
    polyline: {
      id: group.map(({ key }) => key).join('-'),
      visiblePanoIndexes: [...new Set(group.map(({ bestObserver }) => bestObserver))],
      lines: group.map(line),
    },
  })),
};
