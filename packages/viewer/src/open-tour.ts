import { type Command, commandOfKey, type PlanLook, runCommand, views } from './commands.ts';
import { fullScreenOf } from './full-screen.ts';
import { isInView, panoramaCamera } from './geometry/camera.ts';
import { directionTo } from './geometry/direction.ts';
import { languageAround } from './language-around.ts';
import type { LoadedModel } from './model/loaded-model.ts';
import type { ModelStage, OutsideView } from './model/open-model-stage.ts';
import { adoptStyle } from './overlay/adopt-style.ts';
import { type CameraSource, movedCamera } from './overlay/camera-source.ts';
import { drawingFromOutside, drawingInPanorama, type Layers } from './overlay/marks.ts';
import { openOverlay } from './overlay/open-overlay.ts';
import { openPanorama } from './panorama/open-panorama.ts';
import { preloadFaces } from './panorama/preload-faces.ts';
import type { PanoramaViewer, Pose } from './panorama/scene.ts';
import { loadModelCode, loadStageCode } from './parts.ts';
import { cutPlan } from './plan/cut-plan.ts';
import type { PlanStage } from './plan/open-plan-stage.ts';
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
  /** What a key or a button does: turns, walks, moves or zooms the view that shows. */
  steer(command: Command): void;
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
  const words = wordsOf(options.language ?? languageAround(container) ?? navigator.language);
  const tell = dispatcherOf(options.target ?? container);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ending = new AbortController();
  const stage = stageOf(words);
  container.append(stage.root);
  adoptStyle(container, stageStyle);

  const inside = movedCamera();
  const outside = movedCamera();
  const above = movedCamera();
  const panorama: { current: PanoramaViewer | null } = { current: null };
  const model: { current: ModelStage | null } = { current: null };
  const plan: { current: PlanStage | null } = { current: null };
  let tour: Tour | undefined;
  let at: Viewpoint | undefined;
  let shown: Viewpoint | undefined;
  let selected: string | undefined;
  let mode: Mode = 'panorama';
  let drawInside: (() => void) | undefined;
  let drawOutside: (() => void) | undefined;
  let drawAbove: (() => void) | undefined;
  let loading: Promise<LoadedModel | undefined> | undefined;
  let floor = 0;
  let isFlat = false;
  let wanted = options.state ?? '';
  let outsideView: OutsideView | undefined;
  let arrived: LoadedModel | undefined;
  let planLook: PlanLook | undefined;
  const said = new Map<Mode, Parameters<typeof stage.say>>();
  /** What a view says shows whenever that view does. */
  const sayIn = (modes: readonly Mode[], ...sentence: Parameters<typeof stage.say>) => {
    for (const one of modes) said.set(one, sentence);
    if (modes.includes(mode)) stage.say(...sentence);
  };
  const stateNow = () =>
    writeViewState({
      view: mode,
      at: at?.index,
      selected: selected === at?.key ? undefined : selected,
      pose: panorama.current?.pose(),
      outside: model.current?.view() ?? outsideView,
      plan: plan.current?.look() ?? planLook,
      floor,
    });
  const teller = stateTeller(stateNow, (state, isStep) => tell('statechange', { state, isStep }));

  const draw = () => {
    drawInside?.();
    drawOutside?.();
    drawAbove?.();
  };
  const setFloor = (of: Tour, to: number) => {
    floor = to;
    stage.setFloors(of.floors, floor, (picked) => {
      setFloor(of, picked);
      teller.moved();
    });
    drawFloor();
  };
  /** The floor that the plan shows, with walls once the model is there. */
  const drawFloor = () => {
    if (plan.current === null) return;
    plan.current.setFloor(floor, arrived && tour && cutPlan(arrived, tour, floor));
    drawAbove?.();
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
    const height = plan.current?.camera();
    if (mode === 'plan' && height && !isInView(height, thing.place)) plan.current?.lookAt(thing.place);
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
    if (isNew) {
      const ways = to.links.flatMap((one) => of.byIndex.get(one) ?? []).map(({ index, name }) => ({ index, name }));
      tell('viewpointchange', { index: to.index, name: to.name, ways });
    }
    if (to.floor !== floor) setFloor(of, to.floor);
    void showPictures(of, to);
  };
  const showPictures = async (of: Tour, to: Viewpoint) => {
    const missing = (...sentence: Parameters<typeof stage.say>) => {
      sayIn(['panorama'], ...sentence);
      tell('error', { what: 'pictures', message: `Pictures of viewpoint ${to.index} did not arrive.` });
    };
    if (panorama.current === null) {
      sayIn(['panorama'], words.noWebgl);
      stage.setStill(to.faces?.front ?? Object.values(to.faces ?? {})[0], words.viewpoint(to.index, to.name), () =>
        missing(words.noPictures),
      );
      return;
    }
    stage.setBusy('pictures', true);
    const floorHeight = of.floors.find(({ index }) => index === to.floor)?.height ?? to.place[1];
    const state = await panorama.current.show({ ...to, floorHeight });
    if (state === 'overtaken' || ending.signal.aborted) return;
    stage.setBusy('pictures', false);
    shown = to;
    draw();
    if (state === 'pictures') sayIn(['panorama'], undefined);
    else {
      const drawn = [words.noPictures, words.metres].join(words.afterStop);
      const retry = to.faces && { label: words.retry, run: () => void showPictures(of, to) };
      missing(state === 'drawn' ? drawn : words.somePictures, retry);
    }
    preloadFaces(to.links.flatMap((index) => of.byIndex.get(index)?.faces ?? []));
  };
  const overlayOf = (of: Tour, container: HTMLElement, camera: CameraSource, viewpoints: 'rings' | 'dots') =>
    openOverlay({
      container,
      tour: of,
      camera,
      viewpoints,
      nameOf: ({ text }, index) => (index === undefined ? words.tag(text) : words.walkTo(index, text)),
      nameOfMany: words.many,
      onPick: pick,
    });
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
    const overlay = overlayOf(of, stage.inside, inside, 'rings');
    drawInside = () => {
      if (shown !== undefined) overlay.draw(drawingInPanorama({ tour: of, layers: everything, selected }, shown));
    };
    walk(of, first.index);
  };
  const flat = (error: unknown) => {
    isFlat = true;
    setModes();
    sayIn(['panorama', 'plan'], words.noWebgl);
    if (mode === 'model') setMode('plan');
    tell('error', { what: 'webgl', message: String(error) });
  };
  const setModes = () => {
    const all: readonly Mode[] = isFlat ? ['panorama', 'plan'] : ['panorama', 'model', 'plan'];
    stage.setModes(tour?.start === undefined ? all.filter((one) => one !== 'panorama') : all, switchMode);
    stage.setMode(mode);
  };
  const openAbove = async (of: Tour) => {
    if (drawAbove !== undefined) return;
    drawAbove = () => {};
    stage.setBusy('plan', true);
    try {
      const { openPlanStage } = await loadPlanCode();
      if (ending.signal.aborted) return;
      const opened = openPlanStage({
        container: stage.above,
        tour: of,
        onMove: () => {
          above.move(opened.camera());
          if (mode === 'plan') teller.moved();
        },
      });
      plan.current = opened;
      opened.lookFrom(planLook);
      const overlay = overlayOf(of, stage.above, above, 'dots');
      drawAbove = () => overlay.draw(drawingFromOutside({ tour: of, layers: everything, selected }, floor));
      drawFloor();
      if (of.model.length > 0) await loadModelOf(of);
    } catch (error) {
      tellModel(error);
    }
    stage.setBusy('plan', false);
  };
  const openOutside = async (of: Tour) => {
    if (drawOutside !== undefined) return;
    drawOutside = () => {};
    stage.setBusy('model', true);
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
      const overlay = overlayOf(of, stage.outside, outside, 'dots');
      drawOutside = () => overlay.draw(drawingFromOutside({ tour: of, layers: everything, selected }, undefined));
      drawOutside();
    } catch (error) {
      flat(error);
    }
    if (model.current !== null && of.model.length > 0) {
      const loaded = await loadModelOf(of);
      if (loaded !== undefined) model.current?.add(loaded, tellMissing);
    }
    stage.setBusy('model', false);
  };
  /** The doll's house and the plan show the same model, and what is wrong with it is told once. */
  const loadModelOf = (of: Tour): Promise<LoadedModel | undefined> => {
    loading ??= loadModelCode()
      .then(({ loadModel }) => loadModel(of.model))
      .then((loaded) => {
        ending.signal.throwIfAborted();
        arrived = loaded;
        if (of.viewpoints.length === 0 && loaded.triangles.length === 0) sayIn(['plan'], words.noPlan);
        drawFloor();
        return loaded;
      })
      .catch((error) => {
        tellModel(error);
        return undefined;
      });
    return loading;
  };
  /** A tile that does not arrive: the coarser one in its place stays. */
  const tellMissing = (error: unknown) => {
    if (!ending.signal.aborted) tell('error', { what: 'model', message: String(error) });
  };
  const tellModel = (error: unknown) => {
    const drawn = tour?.start && words.drawnInstead;
    if (!ending.signal.aborted) sayIn(['model', 'plan'], [words.noModel, drawn].filter(Boolean).join(words.afterStop));
    tellMissing(error);
  };
  const setMode = (to: Mode) => {
    if (to === mode || (isFlat && to === 'model')) return;
    if (to === 'panorama' && at === undefined && tour !== undefined) return;
    mode = to;
    stage.setMode(mode);
    stage.say(...(said.get(mode) ?? [undefined]));
    if (tour !== undefined) openMode(mode, tour);
    tell('modechange', { mode });
  };
  const openMode = (to: Mode, of: Tour) => {
    if (to === 'model') void openOutside(of);
    if (to === 'plan') void openAbove(of);
    if (to !== 'plan') (to === 'model' ? model : panorama).current?.resize();
  };
  const showState = (text: string) => {
    wanted = text;
    if (tour === undefined) return;
    const {
      view,
      at: index = tour.start?.index,
      selected: key,
      pose,
      outside: from,
      ...told
    } = readViewState(text, tour);
    outsideView = from;
    planLook = told.plan;
    if (index !== undefined && index !== at?.index) walk(tour, index);
    selected = key ?? at?.key;
    panorama.current?.turn(pose ?? (text === '' ? tour.start : undefined) ?? {}, true);
    setFloor(tour, told.floor ?? at?.floor ?? floor);
    setMode(view ?? (at === undefined ? 'model' : 'panorama'));
    plan.current?.lookFrom(planLook);
    if (from === undefined) model.current?.reset();
    else model.current?.lookFrom(from);
    draw();
    teller.shown();
  };
  const switchMode = (to: Mode) => {
    if (!views.includes(to)) throw new RangeError(`There is no view "${to}": it is one of ${views.join(', ')}.`);
    setMode(to);
    teller.stepped();
  };
  const run = (command: Command) => {
    if (tour !== undefined) runCommand({ panorama, model, plan }, mode, { tour, at, to: pick }, command);
  };
  const { target } = options;
  const whole = target instanceof HTMLElement && target.shadowRoot?.contains(container) ? target : container;
  const fullScreen = fullScreenOf(whole, stage.setFullScreen);
  stage.setControls(run, fullScreen?.toggle);
  stage.setFullScreen(fullScreen?.isFull === true);
  const keys = [words.keys, ...(fullScreen === undefined ? [] : [words.fullScreenKey])];
  stage.window.setAttribute('aria-description', keys.join(words.between));
  stage.window.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isTyped(event)) return;
    const command = commandOfKey[event.key];
    if (command !== undefined) run(command);
    else if (event.key.toLowerCase() === FULL_SCREEN_KEY && fullScreen !== undefined) fullScreen.toggle();
    else return;
    event.preventDefault();
  });
  const open = async () => {
    stage.setBusy('tour', true);
    stage.say(undefined);
    try {
      const read = await readFrom(options, options.reads ?? usualReads, ending.signal);
      // A read that may be missing swallows that it was ended.
      ending.signal.throwIfAborted();
      tour = read;
      stage.setName(read.name);
      const begin = readViewState(wanted, read);
      outsideView = begin.outside;
      planLook = begin.plan;
      const first = read.start && read.byIndex.get(begin.at ?? read.start.index);
      setModes();
      if (read.byKey.size === 0 && read.model.length === 0) sayIn(['model', 'plan'], words.empty);
      setFloor(read, begin.floor ?? first?.floor ?? read.floors[0]?.index ?? 0);
      if (first !== undefined && read.start !== undefined) openInside(read, first, begin.pose ?? read.start);
      selected = begin.selected ?? selected;
      stage.setMode(mode);
      if (mode !== 'panorama') openMode(mode, read);
      else setMode(first === undefined && begin.view !== 'plan' ? 'model' : (begin.view ?? mode));
      draw();
      teller.shown();
      stage.setBusy('tour', false);
    } catch (error) {
      if (ending.signal.aborted) return;
      stage.setBusy('tour', false);
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
    steer: run,
    show: showState,
    close() {
      ending.abort();
      teller.close();
      panorama.current?.destroy();
      model.current?.destroy();
      plan.current?.destroy();
      fullScreen?.close();
      stage.root.remove();
    },
  };
}

/** Everything that a tour has is drawn. */
const everything: Layers = { tag: true, label: true, ruler: true, route: true };

/** Apart from the other parts: the explorer has it at once. */
const loadPlanCode = () => import('./plan/open-plan-stage.ts');

const FULL_SCREEN_KEY = 'f';

/** Whether a key belongs to a field of the page's own, in one of the slots. */
function isTyped(event: KeyboardEvent): boolean {
  return event.composedPath().some((one) => one instanceof HTMLElement && one.matches('input, textarea, select'));
}

const readFrom = (source: TourSource, reads: readonly ShownOperation[], signal: AbortSignal): Promise<Tour> =>
  'bundle' in source
    ? readFromBundle(source.bundle, reads, signal)
    : readFromProxy(source.src, source.code, reads, signal);
