import {
  byName,
  type FaceSet,
  faces,
  type Gaze,
  leaning,
  linksOfScenes,
  localPlaces,
  type Note,
  nameOf,
  namesApart,
  type Place,
  type PlacesLack,
  type PlacesTable,
  type PlannedScene,
  placesOf,
  stemOf,
} from '@openhouse/contract/panoramas';
import type { ReadFace, ReadPicture } from './picture-jobs.ts';
import { type TableRows, tableRows } from './table-rows.ts';

/** What a viewpoint is made from. */
interface PictureSource {
  /** The name of the file, or what the files of a set have in common. */
  readonly label: string;
  /** What the viewpoint is called after; empty for nothing. */
  readonly stem: string;
  /** One, or six in the order of the faces. */
  readonly files: readonly File[];
}

/** A viewpoint of a tour that is being made. */
export interface DraftScene extends PictureSource {
  readonly id: string;
  readonly picture: ReadPicture;
  readonly name: string;
  /** Where the middle of the picture looks, in degrees clockwise from the north; undefined for what table or picture say. */
  readonly heading: number | undefined;
  readonly look: Gaze | undefined;
  readonly notes: readonly Note[];
}

/** A table of places, for the pictures that are there and those that come later. */
export interface DraftTable {
  /** Its file. */
  readonly name: string;
  readonly places: PlacesTable;
}

/** A tour that is being made; every change makes another one. */
export interface Draft {
  readonly name: string;
  readonly scenes: readonly DraftScene[];
  /** Id of the viewpoint that the tour begins at; undefined for the first one. */
  readonly start: string | undefined;
  readonly table: DraftTable | undefined;
  /** Where viewpoints were put by hand; undefined while they stand where the table or their pictures say. */
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
  table: undefined,
  places: undefined,
  links: undefined,
  edge: undefined,
};

/** A picture that becomes a viewpoint, called after its file. */
export const sceneOf = (id: string, file: File, picture: ReadPicture): DraftScene =>
  newScene(id, { label: file.name, stem: stemOf(file.name), files: [file] }, picture);

/** Six pictures that become one viewpoint, called after what their names have in common. */
export function sceneOfSet(id: string, set: FaceSet<{ readonly file: File; readonly read: ReadFace }>): DraftScene {
  const all = faces.map((face) => set.faces[face]);
  const edge = Math.max(...all.map(({ read }) => read.edge));
  const { label, stem } = set;
  return newScene(
    id,
    { label, stem, files: all.map(({ file }) => file) },
    {
      ...{ width: edge, height: edge, full: undefined, thumb: set.faces.front.read.thumb },
      ...{ heading: undefined, lean: undefined, position: undefined },
    },
  );
}

const newScene = (id: string, source: PictureSource, picture: ReadPicture): DraftScene => ({
  ...{ id, ...source, picture, name: nameOf(source.stem) },
  ...{ heading: undefined, look: undefined, notes: [] },
});

/** What messages call a viewpoint's files. */
export const shownLabel = ({ label, files }: PictureSource): string => label || (files[0]?.name ?? '');

/** Adds pictures where the table has them or their files' names belong, as long as nobody put them in another order. */
export function withScenes(draft: Draft, added: readonly DraftScene[]): Draft {
  const { table } = draft;
  const all = [...draft.scenes, ...added];
  const isSorted = inOrder(table, draft.scenes).every((one, at) => one === draft.scenes[at]);
  const ordered = isSorted ? inOrder(table, all) : all;
  const names = namesApart(ordered);
  const scenes = ordered.map((one, at) => (names[at] === one.name ? one : { ...one, name: names[at] ?? one.name }));
  return placedAnew({ ...draft, scenes });
}

/** Viewpoints in the order of a table, those that it does not name behind; without one in that of their files' names. */
function inOrder(table: DraftTable | undefined, scenes: readonly DraftScene[]): readonly DraftScene[] {
  const sorted = [...scenes].sort((a, b) => byName(a.label, b.label));
  if (table === undefined) return sorted;
  const { rows } = tableRows(table.places, sorted);
  const byId = new Map(sorted.map((one) => [one.id, one]));
  const placed = [...rows.keys()].flatMap((id) => byId.get(id) ?? []);
  return [...placed, ...sorted.filter(({ id }) => !rows.has(id))];
}

/** Takes order, places and headings of a table, instead of what was set by hand before. */
export function withTable(draft: Draft, table: DraftTable): Draft {
  const { rows } = tableRows(table.places, draft.scenes);
  const scenes = inOrder(table, draft.scenes).map((one) =>
    rows.get(one.id)?.heading === undefined ? one : { ...one, heading: undefined },
  );
  const hasPlaces = [...rows.values()].some(({ place }) => place !== undefined);
  return { ...draft, table, scenes, places: hasPlaces ? undefined : draft.places };
}

const NO_ROWS: TableRows = { rows: new Map(), problems: [] };
const rowsOfDrafts = new WeakMap<Draft, TableRows>();

/** What the table says of the viewpoints, and where it does not fit them. */
export function draftRows(draft: Draft): TableRows {
  if (draft.table === undefined) return NO_ROWS;
  const rows = rowsOfDrafts.get(draft) ?? tableRows(draft.table.places, draft.scenes);
  rowsOfDrafts.set(draft, rows);
  return rows;
}

/** Where the middle of a viewpoint's picture looks: as it was set by hand, else as the table says, else as the picture does. */
export const headingOf = (draft: Draft, { id, heading, picture }: DraftScene): number | undefined =>
  heading ?? draftRows(draft).rows.get(id)?.heading ?? picture.heading;

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

/** Why the viewpoints stand in a row although some have places. */
export const draftLack = (draft: Draft): PlacesLack | undefined => placesOf(scenesOf(draft)).lack;

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
  const { rows } = draftRows(draft);
  for (const { id } of draft.scenes) {
    if (places[id] !== undefined) continue;
    const told = rows.get(id)?.place;
    if (told !== undefined) {
      places[id] = told;
      continue;
    }
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
export function scenesOf(draft: Draft): readonly PlannedScene[] {
  const { scenes, places, links } = draft;
  const { rows } = draftRows(draft);
  const positions = scenes.flatMap(({ picture: { position } }) => position ?? []);
  const byGps = positions.length === scenes.length ? localPlaces(positions) : [];
  const isByTable = scenes.some(({ id }) => rows.get(id)?.place !== undefined);
  const told = (id: string, index: number) => (isByTable ? rows.get(id)?.place : byGps[index]);
  const indexes = new Map(scenes.map(({ id }, index) => [id, index]));
  return scenes.map((scene, index) => {
    const { id, name, look, notes } = scene;
    const { lean } = scene.picture;
    return {
      label: shownLabel(scene),
      name: name.trim().normalize('NFC'),
      place: places === undefined ? told(id, index) : places[id],
      heading: headingOf(draft, scene),
      turned: lean && leaning(lean),
      floor: rows.get(id)?.floor ?? 0,
      start: look,
      notes,
      ...(links !== undefined && {
        links: links.flatMap(([a, b]) => (a === id ? [indexes.get(b) ?? -1] : b === id ? [indexes.get(a) ?? -1] : [])),
      }),
    };
  });
}

/** Names that two viewpoints have, which nobody could tell apart. */
export function sameNames(draft: Draft): ReadonlySet<string> {
  const names = draft.scenes.map(({ name }) => name.trim().toLowerCase());
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}
