import type { TourFetch } from './open-tour.ts';
import type { ShownOperation } from './tour/tour.ts';
import type { Mode, TourEvents } from './tour-events.ts';

/** What a framework sets of the element, by the names of its attributes. */
export interface TourProps {
  /** Where the SDK's proxy answers on your back end. */
  readonly src?: string | undefined;
  /** The tour's resource code. */
  readonly code?: string | undefined;
  /** In place of both: address of a bundle's folder. */
  readonly bundle?: string | undefined;
  /** Reads besides `vr-info`, with spaces between. */
  readonly reads?: ShownOperation | (string & {}) | undefined;
  readonly mode?: Mode | undefined;
  /** Where it opens, as an earlier `statechange` told. */
  readonly state?: string | undefined;
  /** Makes the calls to `src` in place of the page's own. */
  readonly fetch?: TourFetch | undefined;
}

/** A listener for each event, as `on` and its name: `onviewpointchange`. */
export type TourListeners = {
  readonly [Type in keyof TourEvents as `on${Type}`]?: ((event: CustomEvent<TourEvents[Type]>) => void) | undefined;
};
