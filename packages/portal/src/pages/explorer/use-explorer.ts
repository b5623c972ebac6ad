import {
  isShownFrom,
  type Pose,
  type ThingKind,
  type Tour,
  thingKinds,
  type ViewName,
  type ViewState,
} from '@openhouse/viewer/inside';
import { useReducer } from 'react';

/** A wish to see something, or to look somewhere; each is a new object, so that asking twice turns twice. */
export type Look = { readonly key: string } | { readonly pose: Partial<Pose> };

/** What the page shows; the views, the table and the JSON all read this and nothing of their own. */
export interface ExplorerState {
  readonly view: ViewName;
  /** Index of the viewpoint one stands at; undefined in a tour without. */
  readonly at: number | undefined;
  /** Key of the selected thing. */
  readonly selected: string | undefined;
  /** Which list the table shows. */
  readonly listed: ThingKind;
  /** Which floor the plan shows. */
  readonly floor: number;
  readonly look: Look | undefined;
  /** What an address asked for last; each asking is a new object. */
  readonly wish: ViewState | undefined;
}

export type ExplorerAction =
  | { readonly type: 'show'; readonly view: ViewName }
  | { readonly type: 'pick'; readonly key: string }
  | { readonly type: 'list'; readonly kind: ThingKind }
  | { readonly type: 'floor'; readonly floor: number }
  /** Turns towards a thing, wherever one stands. */
  | { readonly type: 'look'; readonly key: string }
  /** Turns as a guide says, at the viewpoint where one stands. */
  | { readonly type: 'turn'; readonly pose: Partial<Pose> }
  /** Shows what an address says; what it leaves out is as a tour begins. */
  | { readonly type: 'restore'; readonly wish: ViewState };

/** @returns Where a tour begins: at its start view, with that viewpoint selected. */
export function beginOf(tour: Tour): ExplorerState {
  const first = tour.start === undefined ? undefined : tour.byIndex.get(tour.start.index);
  const kinds = ['viewpoint', 'tag', 'label', 'ruler', 'route'] as const;
  return {
    view: first === undefined ? 'model' : 'panorama',
    at: first?.index,
    selected: first?.key,
    listed: kinds.find((kind) => tour.things[kind].length > 0) ?? 'viewpoint',
    floor: first?.floor ?? tour.floors[0]?.index ?? 0,
    look: undefined,
    wish: undefined,
  };
}

function restored(tour: Tour, wish: ViewState): ExplorerState {
  const begun = beginOf(tour);
  const at = wish.at ?? begun.at;
  const here = tour.byIndex.get(at ?? Number.NaN);
  // Not there yet where its list was refused for now.
  const selected = wish.selected ?? here?.key;
  return {
    ...begun,
    view: wish.view ?? begun.view,
    at,
    selected,
    listed: thingKinds.find((kind) => selected?.startsWith(`${kind}-`)) ?? begun.listed,
    floor: wish.floor ?? here?.floor ?? begun.floor,
    // Who comes back to where a tour begins looks where it begins; elsewhere one looks on as one did.
    wish: { ...wish, pose: wish.pose ?? (wish.at === undefined ? tour.start : undefined) },
  };
}

/** @returns The state after an action. Picking a viewpoint walks there; picking anything else leads to where it shows. */
export function after(tour: Tour, state: ExplorerState, action: ExplorerAction): ExplorerState {
  switch (action.type) {
    case 'show':
      return action.view === 'panorama' && state.at === undefined ? state : { ...state, view: action.view };
    case 'list':
      return { ...state, listed: action.kind };
    case 'floor':
      return { ...state, floor: action.floor };
    case 'look':
      return { ...state, look: { key: action.key } };
    case 'turn':
      return { ...state, look: { pose: action.pose } };
    case 'restore':
      return restored(tour, action.wish);
    case 'pick':
      return picked(tour, state, action.key);
  }
}

function picked(tour: Tour, state: ExplorerState, key: string): ExplorerState {
  const thing = tour.byKey.get(key);
  if (thing === undefined) return state;
  const floor = thing.floors.includes(state.floor) ? state.floor : (thing.floors[0] ?? state.floor);
  const chosen = { ...state, selected: key, listed: thing.kind, floor };
  const viewpoint = tour.viewpoints.find((one) => one.key === key);
  if (viewpoint !== undefined) return { ...chosen, at: viewpoint.index, look: undefined };
  const here = tour.byIndex.get(state.at ?? Number.NaN);
  const there = tour.byIndex.get(thing.bestFrom ?? thing.shownFrom?.[0] ?? Number.NaN);
  const stays = state.view !== 'panorama' || there === undefined || (here !== undefined && isShownFrom(thing, here));
  return { ...chosen, at: stays ? state.at : there.index, look: { key } };
}

/** The state of the page, and how it changes. @param first What the page's address says when it opens. */
export function useExplorer(tour: Tour, first: ViewState) {
  return useReducer(
    (state: ExplorerState, action: ExplorerAction) => after(tour, state, action),
    undefined,
    () => restored(tour, first),
  );
}
