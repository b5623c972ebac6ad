import { CEILING_HEIGHT_M, LOW_CEILING_HEIGHT_M, MEZZANINE_HEIGHT_M } from '../../content/loft/places.ts';

/** The dimensions that several rooms build on, in metres. */

/** Inner width along x, from the window wall to the bedroom wall. */
export const WIDTH = 7.2;
/** Inner depth along z, from the sofa wall to the stairs wall. */
export const DEPTH = 5.4;
export const HEIGHT = CEILING_HEIGHT_M;
export const MEZZANINE = MEZZANINE_HEIGHT_M;
export const LOW_CEILING = LOW_CEILING_HEIGHT_M;
export const WALL = 0.3;

/** A rectangular opening: along the wall from…to, and up from…to. */
export interface Opening {
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
}

export const BIG_WINDOW: Opening = { from: 0.75, to: 3.95, bottom: 0.35, top: 4.5 };
export const KITCHEN_WINDOW: Opening = { from: 5.25, to: 6.55, bottom: 1.2, top: 2.15 };
export const BEDROOM_WINDOW: Opening = { from: 5.2, to: 6.5, bottom: 3.75, top: 4.75 };
export const BATHROOM_WINDOW: Opening = { from: 4.5, to: 5.15, bottom: 1.6, top: 2.3 };
export const BATHROOM_DOOR: Opening = { from: 3.72, to: 4.58, bottom: 0, top: 2.08 };
export const SKYLIGHT = { minX: 5.0, maxX: 6.7, minZ: 0.95, maxZ: 2.25 } as const;
/** Inner faces of the bathroom's two partition walls, each 10 cm thick. */
export const BATHROOM = { minX: 5.4, minZ: 3.4 } as const;
