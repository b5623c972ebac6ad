import type { Controls } from '../controls.ts';
import type { CameraSource } from '../overlay/camera-source.ts';
import { type Overlay, openOverlay } from '../overlay/open-overlay.ts';
import type { Stage } from '../stage.ts';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import type { Mode, TourFailure } from '../tour-events.ts';
import type { Words } from '../words.ts';

/** What the three views of a tour share. */
export interface ViewContext {
  readonly tour: Tour;
  readonly stage: Stage;
  readonly controls: Controls;
  readonly words: Words;
  /** Ends when the tour is closed. */
  readonly ending: AbortSignal;
  /** Key of the thing that is selected. */
  readonly selected: () => string | undefined;
  /** The viewpoint one stands in; undefined in a tour without any. */
  readonly at: () => Viewpoint | undefined;
  /** Somebody picked a thing, by its key. */
  readonly pick: (key: string) => void;
  /** A view turned, moved or zoomed. */
  readonly moved: (view: Mode) => void;
  /** A sentence that shows whenever one of these views does; undefined for none. */
  readonly say: (views: readonly Mode[], ...sentence: Parameters<Stage['say']>) => void;
  /** Dispatches the `error` event, unless the tour is closed. */
  readonly fail: (what: TourFailure['what'], error: unknown) => void;
  /** Nothing can be drawn in this browser: still pictures and the plan have to do. */
  readonly withoutWebgl: (error: unknown) => void;
  /** Lets the view that shows load what it lacks. */
  readonly reopen: () => void;
}

/**
 * Loads the code of a view. That it does not arrive is said, and it may be tried again: the connection was lost, or the page was
 * replaced by one with other files.
 * @returns Undefined when it did not arrive, or the tour is closed.
 */
export function codeLoader<Code>(
  { words, ending, say, fail, reopen }: ViewContext,
  view: Mode,
  load: () => Promise<Code>,
) {
  let isMissing = false;
  return async (): Promise<Code | undefined> => {
    if (isMissing) say([view], undefined);
    try {
      const code = await load();
      return ending.aborted ? undefined : code;
    } catch (error) {
      if (ending.aborted) return undefined;
      isMissing = true;
      say([view], words.noTour, { label: words.retry, run: reopen });
      fail('model', error);
      return undefined;
    }
  };
}

/** Everything that a tour has is drawn. */
export const everything = { tag: true, label: true, ruler: true, route: true } as const;

/** The marks over one of the views. */
export function overlayOf(
  { tour, stage, words, pick }: ViewContext,
  container: HTMLElement,
  camera: CameraSource,
  viewpoints: 'rings' | 'dots',
): Overlay {
  return openOverlay({
    container,
    tour,
    camera,
    viewpoints,
    nameOf: ({ text }, index) => (index === undefined ? words.tag(text) : words.walkTo(index, text)),
    nameOfMany: words.many,
    onPick: pick,
    covers: () => stage.covers,
  });
}
