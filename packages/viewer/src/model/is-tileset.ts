/** @returns Whether a model comes in tiles: as a tileset of 3D Tiles. */
export const isTileset = (address: string): boolean => /\.json$/i.test(address.replace(/[?#].*$/, ''));
