import type { Vector } from '../geometry/vector.ts';
import { isShownFrom, type Line, type Thing, type ThingKind, type Tour, type Viewpoint } from '../tour/tour.ts';

/** What the layers switch: everything but the viewpoints, which one walks by. */
export type Layers = { readonly [Kind in Exclude<ThingKind, 'viewpoint'>]: boolean };

/** One thing drawn over a view, at its place. */
export interface Mark {
  /** Unique in the view. */
  readonly id: string;
  readonly kind: ThingKind | 'length';
  readonly place: Vector;
  /** Written beside the mark when it is open. */
  readonly text: string;
  /** Key of the thing that picking it selects. */
  readonly picks: string;
  readonly isSelected: boolean;
  /** The viewpoint one stands in. */
  readonly isHere: boolean;
  /** Shows its text without being pointed at. */
  readonly isOpen: boolean;
}

/** One line drawn over a view. */
export interface Stroke {
  readonly id: string;
  readonly kind: 'ruler' | 'route';
  readonly places: readonly Vector[];
  readonly isSelected: boolean;
}

export interface Drawing {
  readonly marks: readonly Mark[];
  readonly strokes: readonly Stroke[];
}

interface Wanted {
  readonly tour: Tour;
  readonly layers: Layers;
  readonly selected: string | undefined;
}

/** Things further away than this, in metres, keep their words to themselves in a panorama. */
const OPEN_M = 3.6;
/** Things further away than this show in a panorama only when they are selected. */
const FAR_M = 14;

/** What a panorama shows: where one can walk to, and what can be seen from here. */
export function drawingInPanorama({ tour, layers, selected }: Wanted, from: Viewpoint): Drawing {
  const away = (thing: Thing) => Math.hypot(...thing.place.map((value, axis) => value - (from.position[axis] ?? 0)));
  const links = from.links.flatMap((index) => tour.byIndex.get(index) ?? []);
  const seen = layered(tour, layers).filter(
    (thing) => thing.key === selected || (isShownFrom(thing, from) && away(thing) < FAR_M),
  );
  return {
    marks: [
      ...links.map((to) => markOf(to, selected, false)),
      ...seen.flatMap((thing) => marksOf(thing, selected, opensInPanorama(thing, away(thing)))),
    ],
    strokes: seen.flatMap((thing) => strokesOf(thing, selected)),
  };
}

/** Rulers say their lengths from anywhere, labels only when pointed at, everything else when it is near. */
function opensInPanorama({ kind }: Thing, away: number): boolean {
  return kind === 'ruler' || (kind !== 'label' && away < OPEN_M);
}

interface FromOutside extends Wanted {
  /** Index of the viewpoint one stands in; undefined in a tour without any. */
  readonly at: number | undefined;
}

/** What a view from outside shows: all of it, on the given floor or on every one. */
export function drawingFromOutside({ tour, layers, selected, at }: FromOutside, floor: number | undefined): Drawing {
  const onFloor = (thing: Thing) => floor === undefined || thing.floors.includes(floor) || thing.key === selected;
  const things = layered(tour, layers).filter(onFloor);
  const marks = things.flatMap((thing) => marksOf(thing, selected, opensOutside(thing, floor)));
  return {
    marks: [
      // Seen from above all lie equally near: the names of rooms below the dots in them, what is selected above all.
      ...marks.filter(({ kind }) => kind === 'label'),
      ...tour.viewpoints
        .filter(onFloor)
        .map((viewpoint) => ({ ...markOf(viewpoint, selected, false), isHere: viewpoint.index === at })),
      ...marks.filter(({ kind }) => kind !== 'label'),
    ],
    strokes: things.flatMap((thing) => strokesOf(thing, selected)),
  };
}

/** A plan has room for lengths that lie level; in the doll's house the words of all floors would cover each other. */
function opensOutside({ kind, type, lines }: Thing, floor: number | undefined): boolean {
  if (kind === 'label') return type === 'room';
  return kind === 'ruler' && floor !== undefined && lines.some(isLevel);
}

function isLevel({ places }: Line): boolean {
  const [[fromX, fromY, fromZ] = ORIGIN, [toX, toY, toZ] = ORIGIN] = [places[0], places.at(-1)];
  return Math.abs(toY - fromY) < Math.hypot(toX - fromX, toZ - fromZ);
}

const ORIGIN: Vector = [0, 0, 0];

function layered(tour: Tour, layers: Layers): readonly Thing[] {
  return (Object.keys(layers) as (keyof Layers)[]).flatMap((kind) => (layers[kind] ? tour.things[kind] : []));
}

function marksOf(thing: Thing, selected: string | undefined, isOpen: boolean): readonly Mark[] {
  if (thing.kind !== 'ruler') return [markOf(thing, selected, isOpen)];
  // A ruler says its lengths, each at the middle of its line.
  return thing.lines.map(({ places, text }, at) => {
    const [from = thing.place, to = thing.place] = [places[0], places.at(-1)];
    const middle: Vector = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
    return { ...markOf(thing, selected, isOpen), id: `${thing.key}/${at}`, kind: 'length', place: middle, text };
  });
}

function markOf(thing: Thing, selected: string | undefined, isOpen: boolean): Mark {
  const isSelected = thing.key === selected;
  return {
    id: thing.key,
    kind: thing.kind,
    place: thing.place,
    text: thing.name,
    picks: thing.key,
    isSelected,
    isHere: false,
    isOpen: isOpen || (isSelected && thing.kind !== 'viewpoint'),
  };
}

function strokesOf(thing: Thing, selected: string | undefined): readonly Stroke[] {
  if (thing.kind !== 'ruler' && thing.kind !== 'route') return [];
  const { kind, key, lines } = thing;
  return lines.map(({ places }, at) => ({ id: `${key}/${at}`, kind, places, isSelected: key === selected }));
}
