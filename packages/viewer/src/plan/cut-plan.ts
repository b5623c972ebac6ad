import { sectionAt } from '../geometry/section.ts';
import type { Floor } from '../tour/tour.ts';

/** Path data of a floor, in metres. */
export interface PlanCuts {
  /** Cut at the height of windows: walls. */
  readonly walls: string;
  /** Cut at the height of seats: furniture, and walls again. */
  readonly furniture: string;
}

/** Heights of the cuts above the floor, in metres; plans of buildings are cut at about 1.2 m. */
const WALLS_M = 1.3;
const FURNITURE_M = 0.42;

/** @returns The plan of a floor, cut out of the model. */
export function cutPlan(triangles: Float32Array, { height }: Floor): PlanCuts {
  return { walls: sectionAt(triangles, height + WALLS_M), furniture: sectionAt(triangles, height + FURNITURE_M) };
}
