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
