import type { ExplorerOperation } from '@openhouse/contract';
import type { Quaternion, Vector } from '../geometry/vector.ts';

export type ShownOperation = ExplorerOperation;

const shown: Readonly<Record<ShownOperation, true>> = {
  'vr-info': true,
  'hot-list': true,
  'ruler-list': true,
  'route-search': true,
  'observer-guide-list': true,
  'annotation-search': true,
  'model-plugin-datasets': true,
};

/** The reads of the gateway that a tour is made of; one that the contract adds does not compile until it is here. */
export const shownOperations = Object.keys(shown) as readonly ShownOperation[];

/** Where a file of a tour lies: where it can be read from here, on a host that is not called, or nowhere. */
export type FilePlace =
  | { readonly at: 'here'; readonly address: string /** Its own name. */; readonly file: string }
  | { readonly at: 'elsewhere'; readonly host: string }
  | { readonly at: 'nowhere' };

/** Finds a file of a tour; the address is absolute, or relative to the base. */
export type FilesOf = (base: string, address: string) => FilePlace;

/** What a tour consists of, by the tab it is listed under. */
export const thingKinds = ['viewpoint', 'tag', 'ruler', 'route', 'label'] as const;
export type ThingKind = (typeof thingKinds)[number];

/** A line of a ruler or of a route. */
export interface Line {
  readonly places: readonly Vector[];
  /** What is written on it; empty for nothing. */
  readonly text: string;
}

/** Something of a tour that has a place and a record in an answer of the gateway. */
export interface Thing {
  readonly kind: ThingKind;
  /** Kind and position in its list, as in `tag-3`; ids may repeat and be too long for a number. */
  readonly key: string;
  /** Empty where the publisher gave none. */
  readonly name: string;
  /** Its kind in the publisher's own word; empty for none. */
  readonly type: string;
  readonly place: Vector;
  readonly lines: readonly Line[];
  readonly floors: readonly number[];
  /** Indexes of the viewpoints that show it; undefined where the publisher named none. */
  readonly shownFrom: readonly number[] | undefined;
  /** Index of the viewpoint it is seen best from. */
  readonly bestFrom: number | undefined;
  /** Whose answer holds its record, and where. */
  readonly operation: ShownOperation;
  readonly path: readonly (string | number)[];
}

/** Sides of a panorama's cube, with the address of each picture that there is. */
export type Faces = { readonly [Side in 'left' | 'right' | 'front' | 'back' | 'top' | 'bottom']?: string };

export interface Viewpoint extends Thing {
  readonly kind: 'viewpoint';
  /** As the tour counts; the other viewpoints name it by this. */
  readonly index: number;
  /** The camera. */
  readonly position: Vector;
  readonly floor: number;
  /** Turns directions in the pictures into those of the world. */
  readonly rotation: Quaternion;
  /** Indexes of viewpoints one can walk to from here; only those that exist. */
  readonly links: readonly number[];
  readonly visible: readonly number[];
  /** Pictures that can be read from here; undefined when it has none. */
  readonly faces: Faces | undefined;
  /** Address of one picture with all six sides in small (decision 0247); undefined for none. */
  readonly preview: string | undefined;
}

/** Where a tour starts. */
export interface StartView {
  readonly index: number;
  readonly yaw: number;
  readonly pitch: number;
  /** Vertical field of view, in degrees. */
  readonly fov: number;
}

/** A stop of the tour's guide: a viewpoint, and the view there as far as the guide says it. */
export interface GuideStop {
  readonly index: number;
  readonly view: Partial<Omit<StartView, 'index'>>;
}

export interface Floor {
  readonly index: number;
  /** Metres above the world's origin. */
  readonly height: number;
}

/** What cannot be shown, and why. */
export type Lack =
  | { readonly kind: 'inactive' | 'no-viewpoints' | 'one-viewpoint' | 'model-none' }
  | { readonly kind: 'pictures-none'; readonly count: number }
  | { readonly kind: 'pictures-elsewhere' | 'model-elsewhere'; readonly host: string }
  | { readonly kind: 'model-format'; readonly file: string };

/** A tour, read from the gateway's answers. */
export interface Tour {
  readonly name: string;
  readonly isActive: boolean;
  readonly viewpoints: readonly Viewpoint[];
  readonly byIndex: ReadonlyMap<number, Viewpoint>;
  readonly things: Readonly<Record<ThingKind, readonly Thing[]>>;
  readonly byKey: ReadonlyMap<string, Thing>;
  readonly start: StartView | undefined;
  /** Address of the tour's cover picture; undefined for none that can be shown here. */
  readonly cover: string | undefined;
  /** Where the guide leads, in its order; empty without one. */
  readonly guide: readonly GuideStop[];
  /** Lowest first; never empty. */
  readonly floors: readonly Floor[];
  /** Addresses of a model that can be read from here: one of glTF, or those of its tilesets. Empty for none. */
  readonly model: readonly string[];
  readonly lacks: readonly Lack[];
}

/** @returns Whether something shows from a viewpoint, as far as the tour says. */
export function isShownFrom(thing: Thing, viewpoint: Viewpoint): boolean {
  if (thing.kind === 'viewpoint') return viewpoint.visible.includes((thing as Viewpoint).index);
  if (thing.shownFrom !== undefined) return thing.shownFrom.includes(viewpoint.index);
  if (thing.bestFrom !== undefined) {
    return thing.bestFrom === viewpoint.index || viewpoint.visible.includes(thing.bestFrom);
  }
  return thing.floors.includes(viewpoint.floor);
}

/** @returns The cover of a tour that begins at a viewpoint; none elsewhere, where it would show another place. */
export function coverAt({ cover, start }: Tour, { index }: Viewpoint): string | undefined {
  return start?.index === index ? cover : undefined;
}
