import type { ShownOperation, ThingKind, Tour } from '@openhouse/viewer/inside';

const usual: Readonly<Record<ThingKind, ShownOperation>> = {
  viewpoint: 'vr-info',
  tag: 'hot-list',
  ruler: 'ruler-list',
  route: 'route-search',
  label: 'annotation-search',
};

/** @returns The operation whose answer the things of a kind came in, or would have come in. */
export function operationOfKind(tour: Tour, kind: ThingKind): ShownOperation {
  return tour.things[kind][0]?.operation ?? usual[kind];
}
