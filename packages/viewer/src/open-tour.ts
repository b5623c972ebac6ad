import { type Command, commandOfKey, runCommand } from './commands.ts';
import { isInView, panoramaCamera } from './geometry/camera.ts';
import { directionTo } from './geometry/direction.ts';
import type { ModelStage, OutsideView } from './model/open-model-stage.ts';
import { adoptStyle } from './overlay/adopt-style.ts';
import { movedCamera } from './overlay/camera-source.ts';
import { drawingFromOutside, drawingInPanorama } from './overlay/marks.ts';
import { openOverlay } from './overlay/open-overlay.ts';
import { openPanorama } from './panorama/open-panorama.ts';
import { preloadFaces } from './panorama/preload-faces.ts';
import type { PanoramaViewer, Pose } from './panorama/scene.ts';
import { loadModelCode, loadStageCode } from './parts.ts';
import { usualReads } from './read-answers.ts';
import { readFromBundle } from './read-from-bundle.ts';
import { readFromProxy } from './read-from-proxy.ts';
import { stageOf } from './stage.ts';
import { stageStyle } from './stage-style.ts';
import { stateTeller } from './tell-state.ts';
import { linksOf } from './tour/links.ts';
import type { ShownOperation, Tour, Viewpoint } from './tour/tour.ts';
import { dispatcherOf, type Mode } from './tour-events.ts';
import { readViewState, writeViewState } from './view-state.ts';
import { wordsOf } from './words.ts';

/** Where a tour is read from: your back end, or a static host. */
export type TourSource =
  | {
      /** Where the SDK's proxy answers on your back end, as in `/api/tours`. */
      readonly src: string;
      /** The tour's resource code. */
      readonly code: string;
    }
  | {
      /** Address of a bundle's folder. Files at other hosts are not loaded. */
      readonly bundle: string;
    };

/** Which tour is shown, and how. */
export type TourOptions = TourSource & {
  /** The reads to show, besides `vr-info`; `['hot-list']` by default. Your back end has to pass them on, or the bundle to have them. */
  readonly reads?: readonly ShownOperation[];
  /** As in `en` or `zh-CN`; the page's by default. */
  readonly language?: string;
  /** Where the tour opens: what an earlier `statechange` told. What of it does not fit the tour is ignored. */
  readonly state?: string;
  /** What the events are dispatched on; the container by default. */
  readonly target?: EventTarget;
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
  /** Walks to a viewpoint. @throws {RangeError} When the tour has none of this index. */
  goTo(index: number): void;
  /** Turns the panorama; what is left out stays. */
  lookAt(pose: Partial<Pose>): void;
  setMode(mode: Mode): void;
  /** Shows what a state says, at once; an empty one is where the tour begins. */
  show(state: string): void;
  /** Takes everything out of the container. */
  close(): void;
}

/**
 * Shows a tour in an element, with the visitor's cookies and no token. What happens is told by events on the target:
 * `viewpointchange`, `tagselect`, `modechange`, `statechange`, `error`; their details are in `TourEvents`.
 */
export function openTour(container: HTMLElement, options: TourOptions): TourView {
  const words = wordsOf(options.language ?? container.closest('[lang]')?.getAttribute('lang') ?? navigator.language);
  const tell = dispatcherOf(options.target ?? container);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ending = new AbortController();
  const stage = stageOf(words);
  container.append(stage.root);
  adoptStyle(container, stageStyle);

  const inside = movedCamera();
  const outside = movedCamera();
  const panorama: { current: PanoramaViewer | null } = { current: null };
  const model: { current: ModelStage | null } = { current: null };
  let tour: Tour | undefined;
  let at: Viewpoint | undefined;
  let shown: Viewpoint | undefined;
  let selected: string | undefined;
  let mode: Mode = 'panorama';
  let drawInside: (() => void) | undefined;
  let drawOutside: (() => void) | undefined;
  let isFlat = false;
  let wanted = options.state ?? '';
  let outsideView: OutsideView | undefined;
  const stateNow = () =>
    writeViewState({
      view: mode,
      at: at?.index,
      selected: selected === at?.key ? undefined : selected,
      pose: panorama.current?.pose(),
      outside: model.current?.view() ?? outsideView,
    });
  const teller = stateTeller(stateNow, (state, isStep) => tell('statechange', { state, isStep }));

  const draw = () => {
    drawInside?.();
    drawOutside?.();
  };
  const pick = (key: string) => {
    const thing = tour?.byKey.get(key);
    if (tour === undefined || thing === undefined) return;
    if (thing.kind === 'viewpoint') {
      // The ring that was pressed is gone after the walk; the keys go on from the stage.
      stage.window.focus({ preventScroll: true });
      walk(tour, (thing as Viewpoint).index);
      return teller.stepped();
    }
    selected = key;
    draw();
    teller.moved();
    const eye = model.current?.camera();
    if (mode === 'model' && eye && !isInView(eye, thing.place)) model.current?.lookAt(thing.place);
    if (shown !== undefined && mode === 'panorama')
      panorama.current?.turn(directionTo(shown.position, thing.place), false);
    if (thing.kind === 'tag') tell('tagselect', { position: Number(thing.path.at(-1)), name: thing.name });
  };
  const walk = (of: Tour, index: number) => {
    const to = of.byIndex.get(index);
    if (to === undefined) throw new RangeError(`The tour has no viewpoint ${index}.`);
    const isNew = at !== to;
    at = to;
    selected = to.key;
    stage.say(undefined);
    stage.setWays(
      words.viewpoint(to.index, to.name),
      to.links.flatMap((one) => of.byIndex.get(one) ?? []),
      pick,
    );
    if (isNew) tell('viewpointchange', { index: to.index, name: to.name });
    void showPictures(of, to);
  };
  const showPictures = async (of: Tour, to: Viewpoint) => {
    if (panorama.current === null) {
      stage.setStill(to.faces?.front, words.viewpoint(to.index, to.name));
      return;
    }
    stage.setBusy(true);
    const floorHeight = of.floors.find(({ index }) => index === to.floor)?.height ?? to.place[1];
    const state = await panorama.current.show({ ...to, floorHeight });
    if (state === 'overtaken' || ending.signal.aborted) return;
    stage.setBusy(false);
    shown = to;
    draw();
    if (state === 'drawn') {
      stage.say(words.noPictures, to.faces && { label: words.retry, run: () => void showPictures(of, to) });
      tell('error', { what: 'pictures', message: `The pictures of viewpoint ${to.index} did not arrive.` });
    } else stage.say(undefined);
    preloadFaces(to.links.flatMap((index) => of.byIndex.get(index)?.faces ?? []));
  };
  const openInside = (of: Tour, first: Viewpoint, start: Pose) => {
    try {
      panorama.current = openPanorama({
        container: stage.inside,
        start,
        isStill,
        onMove: () => {
          const open = panorama.current;
          if (open === null || shown === undefined) return;
          inside.move(panoramaCamera(shown.position, open.pose(), open.pose().fov, open.size()));
          if (mode === 'panorama') teller.moved();
        },
      });
    } catch (error) {
      flat(error);
    }
    const overlay = openOverlay({
      container: stage.inside,
      tour: of,
      camera: inside,
      viewpoints: 'rings',
      nameOf: ({ text }, index) => (index === undefined ? words.tag(text) : words.walkTo(index, text)),
      nameOfMany: words.many,
      onPick: pick,
    });
    drawInside = () => {
      const layers = { tag: true, label: true, ruler: true, route: true };
      if (shown !== undefined) overlay.draw(drawingInPanorama({ tour: of, layers, selected }, shown));
    };
    walk(of, first.index);
  };
  const flat = (error: unknown) => {
    isFlat = true;
    stage.setModes([]);
    stage.say(words.noWebgl);
    tell('error', { what: 'webgl', message: String(error) });
  };
  const openOutside = async (of: Tour) => {
    if (drawOutside !== undefined) return;
    drawOutside = () => {};
    stage.setBusy(true);
    try {
      const { openModelStage } = await loadStageCode();
      if (ending.signal.aborted) return;
      const opened = openModelStage({
        container: stage.outside,
        places: [...of.byKey.values()].map(({ place }) => place),
        links: linksOf(of).map(([from, to]) => [from.place, to.place] as const),
        onMove: () => {
          outside.move(model.current?.camera());
          if (mode === 'model') teller.moved();
        },
      });
      model.current = opened;
      if (outsideView !== undefined) opened.lookFrom(outsideView);
      const overlay = openOverlay({
        container: stage.outside,
        tour: of,
        camera: outside,
        viewpoints: 'dots',
        nameOf: ({ text }, index) => (index === undefined ? words.tag(text) : words.walkTo(index, text)),
        nameOfMany: words.many,
        onPick: pick,
      });
      drawOutside = () => {
        overlay.draw(
          drawingFromOutside(
            { tour: of, layers: { tag: true, label: true, ruler: true, route: true }, selected },
            undefined,
          ),
        );
      };
      drawOutside();
      if (of.model.length > 0) await addModel(of.model);
    } catch (error) {
      flat(error);
    }
    stage.setBusy(false);
  };
  const addModel = async (addresses: readonly string[]) => {
    const tellFailure = (error: unknown) => tell('error', { what: 'model', message: String(error) });
    try {
      const { loadModel } = await loadModelCode();
      const loaded = await loadModel(addresses);
      if (!ending.signal.aborted) model.current?.add(loaded, tellFailure);
    } catch (error) {
      if (mode === 'model') stage.say(words.noModel);
      tellFailure(error);
    }
  };
  const setMode = (to: Mode) => {
    if (to === mode || isFlat || (to === 'panorama' && at === undefined && tour !== undefined)) return;
    mode = to;
    stage.setMode(mode);
    stage.say(undefined);
    if (mode === 'model' && tour !== undefined) void openOutside(tour);
    (mode === 'model' ? model : panorama).current?.resize();
    tell('modechange', { mode });
  };
  const showState = (text: string) => {
    wanted = text;
    if (tour === undefined) return;
    const { view, at: index = tour.start?.index, selected: key, pose, outside: from } = readViewState(text, tour);
    outsideView = from;
    if (index !== undefined && index !== at?.index) walk(tour, index);
    selected = key ?? at?.key;
    panorama.current?.turn(pose ?? (text === '' ? tour.start : undefined) ?? {}, true);
    setMode(view === 'model' || at === undefined ? 'model' : 'panorama');
    if (from === undefined) model.current?.reset();
    else model.current?.lookFrom(from);
    draw();
    teller.shown();
  };
  const switchMode = (to: Mode) => {
    setMode(to);
    teller.stepped();
  };
  const run = (command: Command) => {
    if (tour !== undefined)
      runCommand({ panorama, model, plan: { current: null } }, mode, { tour, at, to: pick }, command);
  };
  stage.onCommand(run);
  stage.window.addEventListener('keydown', (event) => {
    const command = commandOfKey[event.key];
    if (command === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    run(command);
  });
  const open = async () => {
    stage.setBusy(true);
    stage.say(undefined);
    try {
      const read = await readFrom(options, options.reads ?? usualReads, ending.signal);
      tour = read;
      stage.setName(read.name);
      const begin = readViewState(wanted, read);
      outsideView = begin.outside;
      const first = read.start && read.byIndex.get(begin.at ?? read.start.index);
      stage.setModes(first === undefined ? [] : ['panorama', 'model'], switchMode);
      if (first !== undefined && read.start !== undefined) openInside(read, first, begin.pose ?? read.start);
      selected = begin.selected ?? selected;
      stage.setMode(mode);
      if (mode === 'model') void openOutside(read);
      else if (first === undefined || begin.view === 'model') setMode('model');
      draw();
      teller.shown();
    } catch (error) {
      if (ending.signal.aborted) return;
      stage.setBusy(false);
      stage.say(words.noTour, { label: words.retry, run: () => void open() });
      tell('error', { what: 'tour', message: error instanceof Error ? error.message : String(error) });
    }
  };
  void open();

  return {
    get mode() {
      return mode;
    },
    get viewpoint() {
      return at?.index;
    },
    get pose() {
      return panorama.current?.pose();
    },
    get state() {
      return tour === undefined ? '' : stateNow();
    },
    goTo(index) {
      if (tour === undefined) throw new RangeError('The tour is not there yet: wait for viewpointchange.');
      walk(tour, index);
      teller.stepped();
    },
    lookAt: (pose) => panorama.current?.turn(pose, false),
    setMode: switchMode,
    show: showState,
    close() {
      ending.abort();
      teller.close();
      panorama.current?.destroy();
      model.current?.destroy();
      stage.root.remove();
    },
  };
}

const readFrom = (source: TourSource, reads: readonly ShownOperation[], signal: AbortSignal): Promise<Tour> =>
  'bundle' in source
    ? readFromBundle(source.bundle, reads, signal)
    : readFromProxy(source.src, source.code, reads, signal);
