import { listed, rectangleOn, viewFrom } from '../wire/geometry.ts';
import { later, moment } from '../wire/moment.ts';
import { observerAt, thing } from './loft.ts';
import type { TagPlan } from './tag-plan.ts';
import { otherTags } from './tags-elsewhere.ts';
import { livingTags } from './tags-living.ts';

/** All tags of the loft, in the order of the tag list. */
export const tags: readonly TagPlan[] = [...livingTags, ...otherTags];

const FIRST_MADE = moment('2026-11-20 10:30:00');
const MINUTES_APART = 3;
const CHANGED_AFTER_MINUTES = 90;

/** When a tag was made and last changed: one after the other, on one afternoon. */
export function historyOf(tag: TagPlan) {
  const made = later(FIRST_MADE, tags.indexOf(tag) * MINUTES_APART);
  return { made, changed: later(made, CHANGED_AFTER_MINUTES) };
}

/** Place of a tag: a point, or the four corners of a flat one after the other. */
export function placeOf({ on, flat_m }: TagPlan): number[] {
  const { position, normal } = thing(on);
  return flat_m === undefined ? listed(position) : rectangleOn(position, normal, ...flat_m).flatMap(listed);
}

/** Field of view that tags are shown with, in degrees. */
const TAG_FOV = 75;

/** The view from the observer that sees the furniture best. */
export function stateOf({ on }: TagPlan) {
  const { position, bestObserver } = thing(on);
  return {
    mode: 'Panorama',
    panoIndex: bestObserver,
    ...viewFrom(observerAt(bestObserver).position, position),
    fov: TAG_FOV,
    distance: 0,
    offset: { x: 0, y: 0, z: 0 },
    workCode: '',
  };
}

/** What a tag says: empty fields where nothing is decided, as publishers send them. */
export function contentOf({ content = {} }: TagPlan) {
  return {
    id: '',
    idType: '',
    brandTags: [],
    tags: [],
    info: [],
    headerPictureType: '',
    highlightText: '',
    initialState: null,
    modelType: '',
    price: { unit: '', value: '' },
    theme: '',
    vrLinkCode: '',
    vrLinkName: '',
    action: { type: '', url: '' },
    appearance: '',
    mediaData: [],
    modelUrl: '',
    targetUrl: '',
    ...content,
  };
}
