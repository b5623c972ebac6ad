import type { ShownOperation, ThingKind, Tour } from '@openhouse/viewer/inside';

const usual: Readonly<Record<ThingKind, ShownOperation>> = {
  viewpoint: 'vr-info',
  tag: 'hot-list',
  ruler: 'ruler-list',
  route: 'route-search',
  label: 'annotation-search',
};

/** @returns The operation that returns the things of a kind. */
export function operationOfKind(tour: Tour, kind: ThingKind): ShownOperation {
  return tour.things[kind][0]?.operation ?? usual[kind];
}
