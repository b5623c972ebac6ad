import type { Command } from './command.ts';
import { commandOf, knownView } from './commands.ts';
import { openControls } from './controls.ts';
import { isFullScreenKey } from './full-screen.ts';
import { isForSlotted } from './is-for-slotted.ts';
import { languageAround } from './language-around.ts';
import { adoptStyle } from './overlay/adopt-style.ts';
import type { Pose } from './panorama/scene.ts';
import { type Reading, usualReads } from './read-answers.ts';
import { readFromBundle } from './read-from-bundle.ts';
import { readFromProxy } from './read-from-proxy.ts';
import { shareScrolling } from './share-scrolling.ts';
import { stageOf } from './stage.ts';
import { stageStyle } from './stage-style.ts';
import { stateTeller } from './tell-state.ts';
import type { ShownOperation, Tour } from './tour/tour.ts';
import { dispatcherOf, type Mode } from './tour-events.ts';
import { type ShownTour, showTour } from './views/show-tour.ts';
import { wordsOf } from './words.ts';

/** Where a tour is read from: your back end, or a static host. */
export type TourSource =
  | {
      /** Where the SDK's proxy answers on your back end, as in `/api/tours`. */
      readonly src: string;
      /** The tour's resource code. */
      readonly code: string;
      readonly bundle?: undefined;
    }
  | {
      /** Address of a bundle's folder. Files at other hosts are not loaded. */
      readonly bundle: string;
    };

/** Makes one call to your back end. */
export type TourFetch = (address: string, init: RequestInit) => Promise<Response>;

/** Which tour is shown, and how. */
export type TourOptions = TourSource & {
  /** The reads to show, besides `vr-info`; `['hot-list']` by default. Your back end has to pass them on, or the bundle to have them. */
  readonly reads?: readonly ShownOperation[] | undefined;
  /** As in `en` or `zh-CN`; the page's by default. */
  readonly language?: string | undefined;
  /** Where the tour opens: what an earlier `statechange` told. What of it does not fit the tour is ignored. */
  readonly state?: string | undefined;
  /**
   * Makes the calls to `src`; the page's own `fetch` by default, with the visitor's cookies if your back end is at the page's origin. For
   * one at another origin, or behind a sign-in of the page's own: adds `credentials` or a header, and calls `fetch`.
   */
  readonly fetch?: TourFetch | undefined;
  /** What the events are dispatched on; the container by default. */
  readonly target?: EventTarget | undefined;
};

/** A tour that shows. */
export interface TourView {
  readonly mode: Mode;
  /** Index of the viewpoint one stands at; undefined before the tour is there, and in a tour of a model alone. */
  readonly viewpoint: number | undefined;
  /** Where one looks: yaw and pitch in radians, the vertical field of view in degrees. */
  readonly pose: Pose | undefined;
  /** What shows, as text for an address; empty before the tour is there. */
  readonly state: string;
  /** Moves to a viewpoint. @throws {RangeError} If the tour has no viewpoint with this index. */
  goTo(index: number): void;
  /** Turns the panorama; what is left out stays. */
  lookAt(pose: Partial<Pose>): void;
  setMode(mode: Mode): void;
  /** Whether it walks by itself, along a route or by the guide. */
  readonly isPlaying: boolean;
  /**
   * Walks along a route of the tour by itself: the one that was selected last, else the first. It ends at the route's last viewpoint, and as
   * soon as somebody walks, turns or zooms. @returns Whether the tour has a route; only with `route-search` among the reads.
   */
  play(): boolean;
  /** Ends such a walk where it is. */
  pause(): void;
  /** Whether presses measure in the model; `steer('measure')` begins and ends that. */
  readonly isMeasuring: boolean;
  /** Whether the panorama shows in a headset. */
  readonly isInVr: boolean;
  /**
   * Shows the panorama in a headset (WebXR), which `vrchange` tells, or `error` where that cannot be. Browsers ask for a press of the
   * visitor's: call it while you handle one.
   */
  enterVr(): void;
  /** Gives the view on the page back, where the headset looked last. */
  leaveVr(): void;
  /** What a key or a button does: turns, walks, moves or zooms the view that shows. */
  steer(command: Command): void;
  /** Shows what a state says, at once; an empty one is where the tour begins. */
  show(state: string): void;
  /** Takes everything out of the container. */
  close(): void;
}

/**
 * Shows a tour in an element, with the visitor's cookies and no token. What happens is told by events on the target:
 * `viewpointchange`, `tagselect`, `modechange`, `statechange`, `playchange`, `measurechange`, `vrchange`, `error`; their details are in `TourEvents`.
 */
export function openTour(container: HTMLElement, options: TourOptions): TourView {
  const language = options.language || languageAround(container) || navigator.language;
  const words = wordsOf(language);
  const dispatch = dispatcherOf(options.target ?? container);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ending = new AbortController();
  /** Nothing once it is closed: the next tour of an element dispatches its own events there. */
  const tell: typeof dispatch = (type, detail) => {
    if (!ending.signal.aborted) dispatch(type, detail);
  };
  const stage = stageOf(words);
  container.append(stage.root);
  adoptStyle(container, stageStyle);

  let shown: ShownTour | undefined;
  /** Asked for before the tour was there. */
  let mode: Mode = 'panorama';
  let state = options.state ?? '';
  const teller = stateTeller(
    () => shown?.state() ?? '',
    (state, isStep) => tell('statechange', { state, isStep }),
  );

  const run = (command: Command) => shown?.run(command);
  const filling = filledBy(container, options.target);
  const controls = openControls({ container: stage.controls, words, run, filling });
  const keys = [words.keys, ...(controls.toggleFullScreen === undefined ? [] : [words.fullScreenKey])];
  stage.window.setAttribute('aria-description', keys.join(words.between));
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const command = commandOf(event.key);
    if (command !== undefined) run(command);
    else if (isFullScreenKey(event.key) && controls.toggleFullScreen !== undefined) controls.toggleFullScreen();
    else return;
    event.preventDefault();
  };
  stage.window.addEventListener('keydown', (event) => {
    if (isForSlotted(event, stage.window)) return;
    if (stage.window.contains(event.target as Node)) return onKey(event);
    // Something in a slot is the page's, which may use the key as late as here: many frameworks listen around all of a page.
    const later = (last: KeyboardEvent) => {
      if (last === event) onKey(last);
    };
    window.addEventListener('keydown', later, { once: true, signal: ending.signal });
  });
  const endSharing = shareScrolling(stage.window);
  const open = async () => {
    stage.setBusy('tour', true);
    stage.say(undefined);
    try {
      let missing: readonly string[] = [];
      const tour = await readFrom(options, {
        reads: options.reads ?? usualReads,
        signal: ending.signal,
        onMissing: (reasons) => {
          missing = reasons;
        },
      });
      // A read that may be missing swallows that it was ended.
      ending.signal.throwIfAborted();
      const lacks = missing.length === 0 ? undefined : words.noReads;
      const showing = { tour, stage, controls, words, language, ending: ending.signal, tell, teller, isStill, mode };
      shown = showTour({ ...showing, lacks });
      shown.begin(state);
      stage.setBusy('tour', false);
      if (missing.length > 0) tell('error', { what: 'reads', message: missing.join(' ') });
    } catch (error) {
      if (ending.signal.aborted) return;
      stage.setBusy('tour', false);
      stage.say(words.noTour, { label: words.retry, run: () => void open() });
      tell('error', { what: 'tour', message: messageOf(error) });
    }
  };
  void open();

  return {
    get mode() {
      return shown?.mode ?? mode;
    },
    get viewpoint() {
      return shown?.at?.index;
    },
    get pose() {
      return shown?.pose;
    },
    get state() {
      return shown?.state() ?? '';
    },
    goTo(index) {
      if (shown === undefined) throw notThereYet();
      shown.walk(index);
      teller.stepped();
    },
    lookAt: (pose) => shown?.lookAt(pose),
    setMode(to) {
      knownView(to);
      if (shown !== undefined) {
        shown.setMode(to);
        teller.stepped();
      } else if (to !== mode) {
        mode = to;
        stage.setMode(mode);
        tell('modechange', { mode });
      }
    },
    get isPlaying() {
      return shown?.isPlaying === true;
    },
    get isMeasuring() {
      return shown?.isMeasuring === true;
    },
    get isInVr() {
      return shown?.isInVr === true;
    },
    enterVr: () => shown?.enterVr(),
    leaveVr: () => shown?.leaveVr(),
    play: () => shown?.play() === true,
    pause: () => shown?.pause(),
    steer: run,
    show(text) {
      // A page that keeps the state, and sets what it was just told, must not end a walk or turn the doll's house back.
      if (text !== '' && text === teller.told) return;
      state = text;
      shown?.show(text);
    },
    close() {
      ending.abort();
      teller.close();
      shown?.close();
      controls.close();
      endSharing();
      stage.root.remove();
    },
  };
}

/** What fills the screen: the element whose shadow tree the container is in, else the container. */
const filledBy = (container: HTMLElement, target: EventTarget | undefined): HTMLElement =>
  target instanceof HTMLElement && target.shadowRoot?.contains(container) ? target : container;

export const notThereYet = () => new RangeError('The tour is not there yet: wait for viewpointchange.');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const readFrom = (source: TourOptions, reading: Reading): Promise<Tour> =>
  // Components pass on what they were given: undefined is as good as left out.
  source.bundle === undefined ? readFromProxy(source, reading) : readFromBundle(source.bundle, reading);
