/** Exposure per observer, by its index: dimmer corners get a little more light, as a photographer would give them. */
export const EXPOSURES: readonly number[] = [1.25, 1.2, 1.2, 1.15, 1.15, 1.1, 1.05, 1.0, 1.05, 1.1, 1.15, 1.1];
