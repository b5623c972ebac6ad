import { type Extent, extentOf } from '../geometry/extent.ts';
import { sectionAt } from '../geometry/section.ts';
import type { Vector } from '../geometry/vector.ts';
import type { LoadedModel } from '../model/loaded-model.ts';
import type { Tour } from '../tour/tour.ts';

/** Path data of a floor, in metres from the origin. */
export interface PlanCuts {
  readonly origin: Vector;
  /** Cut at the height of windows: walls. */
  readonly walls: string;
  /** Cut at the height of seats: furniture, and walls again. */
  readonly furniture: string;
  /** Where most of the model is, in the world. */
  readonly extent: Extent;
}

/** Heights of the cuts above the floor, in metres; plans of buildings are cut at about 1.2 m. */
const WALLS_M = 1.3;
const FURNITURE_M = 0.42;
/** What is smaller in the cut is no wall, and no furniture that a plan shows, in metres; in small models, a part of them. */
const SMALLEST_WALL_M = 0.3;
const SMALLEST_FURNITURE_M = 0.15;
const SMALLEST_PART = 1 / 20;

/**
 * @returns What cuts the plan of a floor out of a model, each once: a model of a million triangles takes a second. The plan is undefined
 *   of a model that comes in tiles.
 */
export function planCutter(
  model: Pick<LoadedModel, 'triangles' | 'origin'>,
  tour: Pick<Tour, 'floors' | 'viewpoints'>,
): (floor: number) => PlanCuts | undefined {
  const cut = new Map<number, PlanCuts | undefined>();
  return (floor) => {
    if (!cut.has(floor)) cut.set(floor, cutPlan(model, tour, floor));
    return cut.get(floor);
  };
}

function cutPlan(
  { triangles, origin }: Pick<LoadedModel, 'triangles' | 'origin'>,
  { floors, viewpoints }: Pick<Tour, 'floors' | 'viewpoints'>,
  floor: number,
): PlanCuts | undefined {
  const found = floors.find(({ index }) => index === floor);
  const extent = extentOf(triangles);
  if (extent === undefined || found === undefined) return undefined;
  const [low, high] = extent;
  const above = found.height - origin[1];
  const across = Math.hypot(high[0] - low[0], high[2] - low[2]);
  /** Nobody says where the floor of a model without viewpoints is. */
  const cutAt = (height: number, smallest: number) =>
    sectionAt(
      triangles,
      viewpoints.length > 0 || (low[1] < height && height < high[1]) ? height : (low[1] + high[1]) / 2,
      Math.min(smallest, SMALLEST_PART * across),
      digitsFor(across),
    );
  const inWorld = (place: Vector): Vector => [place[0] + origin[0], place[1] + origin[1], place[2] + origin[2]];
  return {
    origin,
    walls: cutAt(above + WALLS_M, SMALLEST_WALL_M),
    furniture: cutAt(above + FURNITURE_M, SMALLEST_FURNITURE_M),
    extent: [inWorld(low), inWorld(high)],
  };
}

/** Millimetres are written of what is metres large, and in smaller models as small a part of them. */
const digitsFor = (across: number) => Math.min(MOST_DIGITS, Math.max(3, 3 - Math.floor(Math.log10(across))));
/** More are none of a number of 32 bits near a metre. */
const MOST_DIGITS = 9;
