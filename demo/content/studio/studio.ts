import { filesOf } from '../wire/addresses.ts';
import type { Vector3 } from '../wire/geometry.ts';
import type { NodeTour } from '../wire/group-nodes.ts';
import { box, type Part } from '../wire/parts.ts';

/** The joiner's studio: 4.2 m along x, 3.6 m along z, open towards +x and +z so that one sees in. */

export const CODE = 'demo-studio';
export const NAME = 'Joiner’s studio · 木工工作室';
export const FILES = filesOf(CODE);
export const COVER = `${FILES}model/studio.svg`;
export const CUSTOM_ID = 618_400_042;

export const studioTour: NodeTour = { code: CODE, name: NAME, cover: COVER, fromType: 'poincare', isActive: true };

const BEECH = '#d3ab77';
const OAK = '#b98d5e';
const WALL = '#e8e1d5';
const STEEL = '#565b60';

export const parts: readonly Part[] = [
  box([0, -0.1, 0], [4.2, 0, 3.6], '#c9bfae'),
  box([-0.1, -0.1, -0.1], [4.2, 2.7, 0], WALL),
  box([-0.1, -0.1, 0], [0, 2.7, 3.6], '#ddd4c4'),
  // Window in the left wall.
  box([0, 1, 1], [0.02, 2.1, 2.6], '#9fb9c9'),
  // Workbench.
  box([1.2, 0.82, 0.9], [3, 0.9, 1.6], BEECH),
  box([1.3, 0, 1], [1.42, 0.82, 1.5], OAK),
  box([2.78, 0, 1], [2.9, 0.82, 1.5], OAK),
  box([2.2, 0.9, 1.1], [2.5, 1.02, 1.25], STEEL),
  // Boards that lean on the wall, and a rack.
  box([0.6, 0, 0.02], [0.85, 2.2, 0.08], OAK),
  box([0.9, 0, 0.02], [1.1, 1.9, 0.07], BEECH),
  box([2.2, 1.5, 0], [3.9, 1.54, 0.28], OAK),
  box([2.4, 1.54, 0.04], [2.7, 1.8, 0.22], '#256847'),
  box([2.8, 1.54, 0.04], [3, 1.74, 0.22], '#b4512a'),
  // Stool.
  box([2, 0.42, 2.1], [2.4, 0.47, 2.5], BEECH),
  box([2.17, 0, 2.27], [2.23, 0.42, 2.33], STEEL),
];

/** The top of the workbench: a point on its surface, and the surface's normal. */
export const workbench: { readonly position: Vector3; readonly normal: Vector3 } = {
  position: [2.1, 0.9, 1.3],
  normal: [0, 1, 0],
};

/** The front edge of the workbench's top, end to end. */
export const workbenchEdge: readonly [Vector3, Vector3] = [
  [1.2, 0.9, 1.6],
  [3, 0.9, 1.6],
];
