import { byFace, type Face, faces } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';

/** An entry of `panorama.list`, as it came. */
export type Cube = Readonly<Record<string, unknown>>;

/** @returns Paths of a viewpoint's six pictures below the tour's files; undefined where one is not there. */
export function cubeFiles(tour: TourOnDisk, cube: Cube): Readonly<Record<Face, string>> | undefined {
  const paths = byFace((face) => {
    const address = cube[face];
    const path = typeof address === 'string' && address !== '' ? tour.pathOf(address) : undefined;
    return path !== undefined && tour.files.has(path) ? path : '';
  });
  return faces.every((face) => paths[face] !== '') ? paths : undefined;
}
