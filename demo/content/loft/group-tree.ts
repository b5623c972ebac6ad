import { gardenStart, gardenTour } from '../garden/vr-info.ts';
import { studioTour } from '../studio/studio.ts';
import type { Payload } from '../wire/bundle.ts';
import { combinedTour, type NodeTour } from '../wire/group-nodes.ts';
import { CODE, NAME } from './loft.ts';
import { COVER, startView } from './vr-info.ts';

const loftTour: NodeTour = { code: CODE, name: NAME, cover: COVER, fromType: 'vr', isActive: true };

/** The house by the park: two homes inside, the terrace outside. */
export const groupTree: readonly Payload<'group-tree'>[] = [
  combinedTour({
    node_code: 'demo-house',
    name: 'House by the park · 公园旁的房子',
    children: [
      {
        node_code: 'demo-house-inside',
        name: 'Inside · 室内',
        children: [
          { node_code: 'demo-house-loft', name: NAME, tour: loftTour, isDefault: true, initial: startView },
          { node_code: 'demo-house-studio', name: studioTour.name, tour: studioTour, origin: [0, -3.2, 0] },
        ],
      },
      {
        node_code: 'demo-house-outside',
        name: 'Outside · 室外',
        children: [
          {
            node_code: 'demo-house-garden',
            name: gardenTour.name,
            tour: gardenTour,
            initial: gardenStart,
            origin: [0.5, 5.8, 0.2],
          },
        ],
      },
    ],
  }),
];
