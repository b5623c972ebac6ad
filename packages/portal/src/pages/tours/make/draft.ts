import {
  byName,
  type Gaze,
  leaning,
  linksOfScenes,
  localPlaces,
  type Note,
  nameOf,
  namesApart,
  type Place,
  type PlannedScene,
  placesOf,
  stemOf,
} from '@openhouse/contract/panoramas';
import type { ReadPicture } from './picture-jobs.ts';

/** A viewpoint of a tour that is being made. */
export interface DraftScene {
  readonly id: string;
  readonly file: File;
  readonly picture: ReadPicture;
  readonly name: string;
  /** Where the middle of the picture looks, in degrees clockwise from the north. */
  readonly heading: number | undefined;
  readonly look: Gaze | undefined;
  readonly notes: readonly Note[];
}

/** A tour that is being made; every change makes another one. */
export interface Draft {
  readonly name: string;
  readonly scenes: readonly DraftScene[];
  /** Id of the viewpoint that the tour begins at; undefined for the first one. */
  readonly start: string | undefined;
  /** Where viewpoints were put by hand; undefined while they stand where their pictures say. */
  readonly places: Readonly<Record<string, Place>> | undefined;
  /** Pairs of linked ids; undefined links by proximity. */
  readonly links: readonly (readonly [string, string])[] | undefined;
  /** Edge of the faces in pixels; undefined chooses by picture. */
  readonly edge: number | undefined;
}

export const emptyDraft: Draft = {
  name: '',
  scenes: [],
  start: undefined,
  places: undefined,
  links: undefined,
  edge: undefined,
};

/** A picture that becomes a viewpoint, called after its file. */
export const sceneOf = (id: string, file: File, picture: ReadPicture): DraftScene => ({
  id,
  file,
  picture,
  name: nameOf(stemOf(file.name)),
  heading: picture.heading,
  look: undefined,
  notes: [],
});

/** Adds pictures where their files' names belong, as long as nobody put them in another order. */
export function withScenes(draft: Draft, added: readonly DraftScene[]): Draft {
  const all = [...draft.scenes, ...added];
  const isSorted = draft.scenes.every(
    ({ file }, at) => at === 0 || byName(draft.scenes[at - 1]?.file.name ?? '', file.name) <= 0,
  );
  const ordered = isSorted ? all.sort((a, b) => byName(a.file.name, b.file.name)) : all;
  const names = namesApart(ordered.map(({ file, name }) => ({ stem: stemOf(file.name), name })));
  const scenes = ordered.map((one, at) => (names[at] === one.name ? one : { ...one, name: names[at] ?? one.name }));
  return placedAnew({ ...draft, scenes });
}

export function withoutScene(draft: Draft, id: string): Draft {
  const scenes = draft.scenes.filter((one) => one.id !== id);
  const start = draft.start === id ? undefined : draft.start;
  return { ...draft, scenes, start, links: draft.links?.filter((pair) => !pair.includes(id)) };
}

/** @param by −1 for one place towards the beginning, 1 towards the end. */
export function movedScene(draft: Draft, id: string, by: -1 | 1): Draft {
  const from = draft.scenes.findIndex((one) => one.id === id);
  const scenes = [...draft.scenes];
  const [moved] = scenes.splice(from, 1);
  if (moved === undefined || from + by < 0 || from + by >= draft.scenes.length) return draft;
  scenes.splice(from + by, 0, moved);
  return { ...draft, scenes };
}

export const changedScene = (draft: Draft, id: string, change: Partial<DraftScene>): Draft => ({
  ...draft,
  scenes: draft.scenes.map((one) => (one.id === id ? { ...one, ...change } : one)),
});

/** The index of the viewpoint that the tour begins at. */
export const startOf = ({ scenes, start }: Draft): number =>
  Math.max(
    0,
    scenes.findIndex(({ id }) => id === start),
  );

/** Where each viewpoint stands, in their order. */
export const draftPlaces = (draft: Draft): readonly Place[] => placesOf(scenesOf(draft)).places;

/** Positions a viewpoint; the others keep their positions, which from then on no longer follow their order. */
export function placedScene(draft: Draft, id: string, place: Place): Draft {
  const places = Object.fromEntries(draft.scenes.map((one, at) => [one.id, draftPlaces(draft)[at] as Place]));
  return { ...draft, places: { ...places, [id]: place } };
}

/** Metres beside the others where a viewpoint stands that came later. */
const APART_M = 3;

function placedAnew(draft: Draft): Draft {
  if (draft.places === undefined) return draft;
  const places = { ...draft.places };
  for (const { id } of draft.scenes) {
    if (places[id] !== undefined) continue;
    const right = Math.max(...Object.values(places).map(([x]) => x));
    places[id] = [right + APART_M, 0, 0];
  }
  return { ...draft, places };
}

/** Pairs of viewpoints that one walks between: set by hand, else by nearness or in a row. */
export function draftLinks(draft: Draft): readonly (readonly [string, string])[] {
  if (draft.links !== undefined) return draft.links;
  const idOf = (index: number) => draft.scenes[index]?.id ?? '';
  return linksOfScenes(scenesOf(draft)).flatMap((others, from) =>
    others.filter((to) => to > from).map((to) => [idOf(from), idOf(to)] as const),
  );
}

/** Whether one walks between two. */
export const isLinked = (links: readonly (readonly [string, string])[], a: string, b: string): boolean =>
  links.some((pair) => pair.includes(a) && pair.includes(b));

/** Links two viewpoints, or takes their link away; from then on nearness links none. */
export function toggledLink(draft: Draft, pair: readonly [string, string]): Draft {
  const links = draftLinks(draft);
  const others = links.filter((one) => !(one.includes(pair[0]) && one.includes(pair[1])));
  return { ...draft, links: others.length < links.length ? others : [...links, pair] };
}

/** The draft as scenes of a tour, as the command reads them from a folder. */
export function scenesOf({ scenes, places, links }: Draft): readonly PlannedScene[] {
  const positions = scenes.flatMap(({ picture: { position } }) => position ?? []);
  const byGps = positions.length === scenes.length ? localPlaces(positions) : [];
  const indexes = new Map(scenes.map(({ id }, index) => [id, index]));
  return scenes.map(({ id, file, picture: { lean }, name, heading, look, notes }, index) => ({
    label: file.name,
    name: name.trim().normalize('NFC'),
    place: places === undefined ? byGps[index] : places[id],
    heading,
    turned: lean && leaning(lean),
    floor: 0,
    start: look,
    notes,
    ...(links !== undefined && {
      links: links.flatMap(([a, b]) => (a === id ? [indexes.get(b) ?? -1] : b === id ? [indexes.get(a) ?? -1] : [])),
    }),
  }));
}

/** Names that two viewpoints have, which nobody could tell apart. */
export function sameNames(draft: Draft): ReadonlySet<string> {
  const names = draft.scenes.map(({ name }) => name.trim().toLowerCase());
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}
