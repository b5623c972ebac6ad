import { faceFolder } from './faces.ts';
import { chainOf, neighboursOf } from './links.ts';
import { samePlace } from './places.ts';
import type { Place, PlannedScene } from './scene.ts';
import type { Viewpoint } from './tour-payloads.ts';

/** Metres between viewpoints whose places nobody knows. */
export const STEP_M = 3;

/** Why viewpoints stand in a row: no scene has a place, some have none, or two have the same one. */
export type PlacesLack =
  | { readonly kind: 'none' }
  | { readonly kind: 'some'; readonly without: readonly PlannedScene[] }
  | { readonly kind: 'same'; readonly two: readonly [PlannedScene, PlannedScene] };

/** Positions of scenes. Unless each has its own position they are placed in a row, in their order. */
export function placesOf(scenes: readonly PlannedScene[]): {
  readonly places: readonly Place[];
  readonly lack: PlacesLack | undefined;
} {
  const known = scenes.map(({ place }) => place).filter((place) => place !== undefined);
  const [a, b] = (samePlace(known) ?? []).map((index) => scenes[index]);
  if (known.length === scenes.length && (a === undefined || b === undefined)) return { places: known, lack: undefined };
  const places = scenes.map((_, index): Place => [0, 0, -index * STEP_M + 0]);
  if (scenes.length === 1) return { places, lack: undefined };
  if (known.length === 0) return { places, lack: { kind: 'none' } };
  const without = scenes.filter(({ place }) => place === undefined);
  const isSame = without.length === 0 && a !== undefined && b !== undefined;
  return { places, lack: isSame ? { kind: 'same', two: [a, b] } : { kind: 'some', without } };
}

/** Links of each scene: those it has, else to its neighbours; in a row to the next and the previous one. */
export function linksOfScenes(scenes: readonly PlannedScene[]): readonly (readonly number[])[] {
  const said = scenes.map(({ links }) => links).filter((links) => links !== undefined);
  if (said.length === scenes.length) return said;
  const { places, lack } = placesOf(scenes);
  return lack === undefined ? neighboursOf(places) : chainOf(scenes.length);
}

/**
 * Places, links and headings of the viewpoints.
 * @param keys Of the pictures, by scene.
 * @returns Also what the scenes lacked.
 */
export function viewpointsOf(
  scenes: readonly PlannedScene[],
  keys: readonly string[],
): { readonly viewpoints: readonly Viewpoint[]; readonly lack: PlacesLack | undefined } {
  const { places, lack } = placesOf(scenes);
  const links = linksOfScenes(scenes);
  const viewpoints = scenes.map(({ name, floor, heading = 0, turned, start, notes = [] }, index) => ({
    name,
    place: places[index] as Place,
    floor,
    heading,
    turned,
    links: links[index] ?? [],
    start,
    notes,
    folder: faceFolder(keys[index] ?? ''),
  }));
  return { viewpoints, lack };
}
