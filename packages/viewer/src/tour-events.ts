/** The views: from inside, from outside, and from above. */
export type Mode = 'panorama' | 'model' | 'plan';

/** One stands at another viewpoint now. */
export interface ViewpointChange {
  /** As the tour counts. */
  readonly index: number;
  /** The room it stands in; empty where the tour does not say. */
  readonly name: string;
  /** Where one can walk to from there. */
  readonly ways: readonly Way[];
}

/** A viewpoint that one can walk to. */
export interface Way {
  readonly index: number;
  readonly name: string;
}

/** Somebody picked a tag. */
export interface TagSelect {
  /** Its position in the tour's list of tags. */
  readonly position: number;
  readonly name: string;
}

/** Another view shows now. */
export interface ModeChange {
  readonly mode: Mode;
}

/** Somebody looks at something else now. */
export interface StateChange {
  /** What shows, as text for an address or for the element's `state`. */
  readonly state: string;
  /** Whether "back" should undo it: a walk, or another view. Turning and zooming are told when the view rests. */
  readonly isStep: boolean;
}

/** A walk along a route begins, or has ended. */
export interface PlayChange {
  readonly isPlaying: boolean;
}

/** Somebody begins to measure, takes a place, or has ended. */
export interface MeasureChange {
  readonly isMeasuring: boolean;
  /** None, one or two, on the surface of the model, in the tour's coordinates: x, y, z in metres, y up. */
  readonly places: readonly (readonly [x: number, y: number, z: number])[];
  /** Between two places; undefined before there are. */
  readonly metres: number | undefined;
}

/** The panorama shows in a headset, or no longer does. */
export interface VrChange {
  readonly isInVr: boolean;
}

/** What could not be shown. */
export interface TourFailure {
  /**
   * `tour`: nothing can be shown. `reads`, `pictures`, `model`: the rest can. `webgl`: still pictures stand in. `vr`: the headset
   * could not be used, and the page goes on.
   */
  readonly what: 'tour' | 'reads' | 'pictures' | 'model' | 'webgl' | 'vr';
  /** What was wrong, for your log. */
  readonly message: string;
}

/** The `detail` of each event. */
export interface TourEvents {
  readonly viewpointchange: ViewpointChange;
  readonly tagselect: TagSelect;
  readonly modechange: ModeChange;
  readonly statechange: StateChange;
  readonly playchange: PlayChange;
  readonly measurechange: MeasureChange;
  readonly vrchange: VrChange;
  readonly error: TourFailure;
}

/** @returns What dispatches events on an element; they do not bubble. */
export function dispatcherOf(target: EventTarget) {
  return <Type extends keyof TourEvents>(type: Type, detail: TourEvents[Type]): void => {
    target.dispatchEvent(new CustomEvent(type, { detail }));
  };
}
