import type { Command } from '../command.ts';
import { runCommand } from '../commands.ts';
import type { Controls } from '../controls.ts';
import { canMeasure } from '../measure/can-measure.ts';
import type { Pose } from '../panorama/scene.ts';
import type { Stage } from '../stage.ts';
import type { StateTeller } from '../tell-state.ts';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import type { dispatcherOf, Mode } from '../tour-events.ts';
import { readViewState, writeViewState } from '../view-state.ts';
import { type Vr, vrOf } from '../vr.ts';
import type { Words } from '../words.ts';
import { measuringOf } from './measuring.ts';
import { modelView } from './model-view.ts';
import { panoramaView } from './panorama-view.ts';
import { planView } from './plan-view.ts';
import { routePlayer, stopsOf } from './play-route.ts';
import { sharedModel } from './shared-model.ts';
import type { ViewContext } from './view-context.ts';

interface ShowOptions {
  readonly tour: Tour;
  readonly stage: Stage;
  readonly controls: Controls;
  readonly words: Words;
  /** As in `en` or `zh-CN`: how numbers are written. */
  readonly language: string;
  /** Ends when the tour is closed. */
  readonly ending: AbortSignal;
  readonly tell: ReturnType<typeof dispatcherOf>;
  readonly teller: StateTeller;
  /** True for people who want no motion. */
  readonly isStill: boolean;
  /** The view that was asked for before the tour was there. */
  readonly mode: Mode;
  /** What the tour does without, said until one goes on; undefined for nothing. */
  readonly lacks: string | undefined;
}

/** A tour that was read, in its three views. */
export interface ShownTour {
  /** Opens the views with what a state says. Apart from making them: what is told meanwhile may already ask for more. */
  begin(state: string): void;
  readonly mode: Mode;
  /** Where one stands; undefined in a tour of a model alone. */
  readonly at: Viewpoint | undefined;
  readonly pose: Pose | undefined;
  /** What shows, as text for an address. */
  state(): string;
  /** @throws {RangeError} When the tour has no viewpoint of this index. */
  walk(index: number): void;
  lookAt(pose: Partial<Pose>): void;
  setMode(mode: Mode): void;
  run(command: Command): void;
  readonly isMeasuring: boolean;
  readonly isInVr: boolean;
  /** To be called while the visitor presses something. */
  enterVr(): void;
  leaveVr(): void;
  readonly isPlaying: boolean;
  /** Walks along the route that was selected last, else by the guide, else along the first route. @returns Whether there is one. */
  play(): boolean;
  /** Ends the walk where it is. */
  pause(): void;
  /** Shows what a state says, at once. */
  show(state: string): void;
  close(): void;
}

/** Shows a tour: one place to stand at, one thing selected and one floor, whichever view shows. */
export function showTour(options: ShowOptions): ShownTour {
  const { tour, stage, controls, words, ending, tell, teller } = options;
  const sentences = new Map<Mode, Parameters<Stage['say']>>();
  let { mode, lacks } = options;
  let at: Viewpoint | undefined;
  let selected: string | undefined;
  let floor = tour.floors[0]?.index ?? 0;
  let isFlat = false;
  /** Undefined where no panorama is drawn. */
  let vr: Vr | undefined;
  /** Key of the route that was selected last. */
  let route: string | undefined;

  const say: ViewContext['say'] = (modes, ...sentence) => {
    for (const one of modes) sentences.set(one, sentence);
    if (modes.includes(mode)) sayOwn();
  };
  const fail: ViewContext['fail'] = (what, error) => {
    tell('error', { what, message: String(error) });
  };
  const context: ViewContext = {
    tour,
    stage,
    controls,
    words,
    ending,
    selected: () => selected,
    at: () => at,
    pick,
    moved: (view) => {
      if (mode === view) teller.moved();
    },
    say,
    fail,
    withoutWebgl(error) {
      if (isFlat) return;
      isFlat = true;
      measuring.end();
      vr?.close();
      vr = undefined;
      controls.setVr(undefined);
      setModes();
      say(['panorama', 'plan'], words.noWebgl);
      if (mode === 'model') setMode('plan');
      fail('webgl', error);
    },
    reopen: openMode,
  };
  const model = sharedModel(context);
  const views = {
    panorama: panoramaView(context, options.isStill),
    model: modelView(context, model),
    plan: planView(context, model),
  };
  const player = routePlayer(
    tour,
    {
      at: () => at?.index,
      walk: async (index) => {
        await walk(index);
        teller.moved();
      },
      lookTowards: (index) => views.panorama.reveal(tour.byIndex.get(index)?.position ?? [0, 0, 0]),
      look: (view) => views.panorama.current?.turn(view, false),
    },
    (isPlaying) => {
      if (isPlaying) {
        measuring.end();
        setMode('panorama');
      }
      controls.setPlay(isPlaying);
      tell('playchange', { isPlaying });
    },
  );
  const measuring = measuringOf({
    context,
    model,
    cameras: { panorama: views.panorama.camera, model: views.model.camera },
    language: options.language,
    onChange(change) {
      showMeasuring();
      tell('measurechange', change);
    },
  });

  function draw(): void {
    for (const view of Object.values(views)) view.draw();
  }
  function setFloor(to: number): void {
    floor = to;
    stage.setFloor(floor);
    views.plan.setFloor(floor);
  }
  function pick(key: string): void {
    const thing = tour.byKey.get(key);
    if (thing === undefined) return;
    player.pause();
    if (thing.kind === 'viewpoint') {
      // The ring that was pressed is gone after the walk; the keys go on from the stage.
      stage.window.focus({ preventScroll: true });
      void walk((thing as Viewpoint).index);
      teller.stepped();
      return;
    }
    selected = key;
    if (thing.kind === 'route') route = key;
    draw();
    teller.moved();
    views[mode].reveal(thing.place);
    if (thing.kind === 'tag') tell('tagselect', { position: Number(thing.path.at(-1)), name: thing.name });
  }
  /** @returns Resolves once the pictures are there, or will not come. */
  function walk(index: number): Promise<void> {
    const to = tour.byIndex.get(index);
    if (to === undefined) throw new RangeError(`The tour has no viewpoint ${index}.`);
    const isNew = at !== to;
    if (isNew && at !== undefined) lacks = undefined;
    at = to;
    selected = to.key;
    // What the view before it could not show; the other views still cannot show what they said.
    say(['panorama'], undefined);
    const ways = to.links.flatMap((one) => tour.byIndex.get(one) ?? []);
    stage.setWays(words.viewpoint(to.index, to.name), ways, pick);
    if (isNew) {
      const told = ways.map(({ index, name }) => ({ index, name }));
      tell('viewpointchange', { index: to.index, name: to.name, ways: told });
      // Whoever was told may have walked on already, or closed the tour.
      if (at !== to || ending.aborted) return Promise.resolve();
    }
    if (to.floor !== floor) setFloor(to.floor);
    return views.panorama.show(to);
  }
  function run(command: Command): void {
    const wasPlaying = player.isPlaying;
    player.pause();
    if (command === 'play') {
      if (!wasPlaying) player.play(route);
    } else if (command === 'measure') {
      if (measuring.isMeasuring) measuring.end();
      else if (!isFlat) measuring.begin(mode);
    } else if (command === 'vr') {
      if (vr?.isIn === true) vr.leave();
      else enterVr();
    } else runCommand(views, mode, { tour, at, to: pick }, command);
  }
  function enterVr(): void {
    if (vr === undefined) return;
    player.pause();
    measuring.end();
    setMode('panorama');
    teller.stepped();
    vr.enter();
  }
  function openVr(): Vr {
    let wasIn = false;
    return vrOf({
      tour,
      stage: stage.window,
      viewer: () => views.panorama.current,
      seen: () => views.panorama.seen,
      onPick: pick,
      onChange(isIn) {
        controls.setVr(isIn);
        if (wasIn === (isIn === true)) return;
        wasIn = !wasIn;
        if (wasIn) sayOwn();
        tell('vrchange', { isInVr: wasIn });
      },
      onFail(error) {
        stage.say(words.noVr);
        fail('vr', error);
      },
    });
  }
  function setModes(): void {
    const has = { panorama: tour.start !== undefined, model: !isFlat, plan: true };
    stage.setModes(
      (['panorama', 'model', 'plan'] as const).filter((one) => has[one]),
      (picked) => {
        player.pause();
        lacks = undefined;
        setMode(picked);
        teller.stepped();
      },
    );
    showMode();
  }
  function showMode(): void {
    stage.setMode(mode);
    const isStill = isFlat && mode === 'panorama' && views.panorama.current === null;
    controls.setMode(isStill ? undefined : mode);
    showMeasuring();
  }
  function showMeasuring(): void {
    controls.setMeasure(!isFlat && canMeasure(tour, mode) ? measuring.isMeasuring : undefined);
  }
  function setMode(to: Mode): void {
    if (to === mode || (isFlat && to === 'model')) return;
    if (to === 'panorama' && at === undefined) return;
    measuring.end();
    vr?.leave();
    mode = to;
    showMode();
    sayOwn();
    openMode();
    tell('modechange', { mode });
  }
  /** Says what the view that shows has to say. */
  function sayOwn(): void {
    const [sentence, ...action] = sentences.get(mode) ?? [undefined];
    stage.say(sentence ?? lacks, ...action);
  }
  /** A view is opened when it first shows, and takes its size again whenever it does. */
  function openMode(): void {
    if (mode !== 'panorama') void views[mode].open();
    if (mode !== 'plan') views[mode].current?.resize();
  }
  function show(state: string): void {
    player.pause();
    const to = readViewState(state, tour);
    const index = to.at ?? tour.start?.index;
    if (index !== undefined && index !== at?.index) void walk(index);
    selected = to.selected ?? at?.key;
    views.panorama.current?.turn(to.pose ?? (state === '' ? tour.start : undefined) ?? {}, true);
    setFloor(to.floor ?? at?.floor ?? floor);
    setMode(to.view ?? (at === undefined ? 'model' : 'panorama'));
    views.plan.lookFrom(to.plan);
    views.model.lookFrom(to.outside);
    draw();
    teller.shown();
  }

  function begin(state: string): void {
    const from = readViewState(state, tour);
    const first = tour.start && tour.byIndex.get(from.at ?? tour.start.index);
    stage.setName(tour.name);
    views.model.lookFrom(from.outside);
    views.plan.lookFrom(from.plan);
    setModes();
    stage.setFloors(tour.floors, (picked) => {
      setFloor(picked);
      teller.moved();
    });
    if (tour.byKey.size === 0 && tour.model.length === 0) say(['model', 'plan'], words.empty);
    setFloor(from.floor ?? first?.floor ?? floor);
    if (stopsOf(tour, undefined) !== undefined) controls.setPlay(false);
    // A hand on the panorama, or a wheel, ends a walk.
    for (const type of ['pointerdown', 'wheel'])
      stage.inside.addEventListener(type, player.pause, { capture: true, passive: true, signal: ending });
    if (first !== undefined && tour.start !== undefined) {
      views.panorama.open(from.pose ?? tour.start, first);
      if (views.panorama.current !== null) vr = openVr();
      void walk(first.index);
    }
    selected = from.selected ?? selected;
    if (mode !== 'panorama') openMode();
    else setMode(first === undefined && from.view !== 'plan' ? 'model' : (from.view ?? mode));
    draw();
    teller.shown();
  }

  return {
    begin,
    get mode() {
      return mode;
    },
    get at() {
      return at;
    },
    get pose() {
      return views.panorama.current?.pose();
    },
    state: () =>
      writeViewState({
        view: mode,
        at: at?.index,
        selected: selected === at?.key ? undefined : selected,
        pose: views.panorama.current?.pose(),
        outside: views.model.view(),
        plan: views.plan.look(),
        floor,
      }),
    get isPlaying() {
      return player.isPlaying;
    },
    walk(index) {
      player.pause();
      void walk(index);
    },
    lookAt(pose) {
      player.pause();
      views.panorama.current?.turn(pose, false);
    },
    setMode(to) {
      player.pause();
      setMode(to);
    },
    run,
    get isMeasuring() {
      return measuring.isMeasuring;
    },
    get isInVr() {
      return vr?.isIn === true;
    },
    enterVr,
    leaveVr: () => vr?.leave(),
    play: () => player.play(route),
    pause: player.pause,
    show,
    close() {
      player.pause();
      measuring.end();
      vr?.close();
      for (const view of Object.values(views)) view.current?.destroy();
    },
  };
}
