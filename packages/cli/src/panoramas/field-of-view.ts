/** Proportions of a screen: some viewers count the field of view across it, tours from top to bottom. */
const SCREEN = 16 / 9;
const RADIANS = Math.PI / 180;

/** Degrees that a picture can have from one edge to the other. */
export const isFieldOfView = (degrees: unknown): degrees is number =>
  typeof degrees === 'number' && degrees >= 1 && degrees <= 170;

/** @param degrees Across a usual screen. @returns From top to bottom. */
export const verticalOf = (degrees: number): number => scaled(degrees, 1 / SCREEN);

/** @param degrees From top to bottom. @returns Across a usual screen. */
export const horizontalOf = (degrees: number): number => scaled(degrees, SCREEN);

/** The field of view of an edge that is so many times as long. */
export const scaled = (degrees: number, times: number): number =>
  (2 * Math.atan(Math.tan((degrees * RADIANS) / 2) * times)) / RADIANS;
