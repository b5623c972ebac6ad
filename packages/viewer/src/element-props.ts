import type { ShownOperation } from './tour/tour.ts';
import type { Mode, TourEvents } from './tour-events.ts';

/** What a framework sets of the element, by the names of its attributes. */
export interface TourProps {
  /** Where the SDK's proxy answers on your back end. */
  readonly src?: string;
  /** The tour's resource code. */
  readonly code?: string;
  /** In place of both: address of a bundle's folder. */
  readonly bundle?: string;
  /** Reads besides `vr-info`, with spaces between. */
  readonly reads?: ShownOperation | (string & {});
  readonly mode?: Mode;
  /** Where it opens, as an earlier `statechange` told. */
  readonly state?: string;
}

/** A listener for each event, as `on` and its name: `onviewpointchange`. */
export type TourListeners = {
  readonly [Type in keyof TourEvents as `on${Type}`]?: (event: CustomEvent<TourEvents[Type]>) => void;
};
