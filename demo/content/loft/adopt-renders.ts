import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guideStops, observers } from '../../scene/places.ts';
import { pathsBelow } from '../wire/files-of-bundle.ts';
import { FACES } from '../wire/geometry.ts';
import { isMadeElsewhere } from '../wire/made-elsewhere.ts';
import { CODE } from './loft.ts';
import { facePath } from './vr-info.ts';

/** Where the scene's programs put their results. */
export const SCENE_RESULTS = join(import.meta.dirname, '../../assets');

/** What a finished run of the scene's programs leaves, besides the model's textures. */
export const FINISHED: readonly string[] = [
  'cover.jpg',
  'thumbnail.jpg',
  'model/loft.glb',
  ...guideStops.map(({ observer }) => `stops/${observer}.jpg`),
  ...observers.flatMap(({ index }) => FACES.map((face) => facePath(index, face))),
];

/**
 * Moves the scene's results into the loft's bundle, so that the repository holds every picture once. An unfinished run
 * is left where it is: the renderer goes on where it stopped.
 * @param results Folder of the scene's results.
 * @param assets The bundle's `assets/`.
 * @returns The moved files; none while the run is not finished.
 */
export function adoptRenders(results: string, assets: string): string[] {
  if (!FINISHED.every((path) => existsSync(join(results, path)))) return [];
  const paths = pathsBelow(results).filter((path) => isMadeElsewhere({ code: CODE }, path));
  for (const path of paths) {
    mkdirSync(dirname(join(assets, path)), { recursive: true });
    renameSync(join(results, path), join(assets, path));
  }
  return paths;
}
