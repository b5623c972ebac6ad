/** Folder of a tour's files below which they open through a signed link only (decision 0017). */
export const PRIVATE_FOLDER = 'private/';

/**
 * Whether a file of a tour is private. In any capitals: bundles come from systems that do not tell `Private/` from `private/`, and
 * a file that somebody meant to be private must not be public for how its folder is spelt.
 * @param path Below `assets/`, whose own name it may begin with, as an address in a bundle may.
 */
export const isPrivateFile = (path: string): boolean => /^(?:assets\/)*private\//i.test(path);
