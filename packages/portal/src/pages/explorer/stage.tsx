import type { Team } from '@openhouse/contract';
import {
  type Command,
  type Controls,
  canMeasure,
  commandOf,
  isFullScreenKey,
  type Layers,
  type ModelStage,
  movedCamera,
  type PanoramaViewer,
  type PlanCuts,
  type PlanStage,
  type Pose,
  panoramaCamera,
  runCommand,
  type SeenFrom,
  shareScrolling,
  type Tour,
  type ViewName,
  type Viewpoint,
  type ViewState,
} from '@openhouse/viewer/inside';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModelView } from './model/model-view.tsx';
import type { ModelState } from './model/use-model.ts';
import { type PanoramaState, PanoramaView } from './panorama/panorama-view.tsx';
import { MiniPlan } from './plan/mini-plan.tsx';
import { PlanView } from './plan/plan-view.tsx';
import { Share } from './share/share.tsx';
import styles from './stage.module.css';
import { StageBar } from './stage-bar.tsx';
import { StageControls } from './stage-controls.tsx';
import { StageFoot } from './stage-foot.tsx';
import { useAddress } from './use-address.ts';
import type { ExplorerState } from './use-explorer.ts';
import type { RouteWalk } from './use-route-player.ts';
import { useVr } from './use-vr.ts';

interface StageProps {
  readonly team: Team;
  readonly tour: Tour;
  readonly resourceCode: string;
  readonly state: ExplorerState;
  readonly walk: RouteWalk;
  readonly model: ModelState;
  readonly cuts: PlanCuts | undefined;
  readonly layers: Layers;
  readonly onLayers: (layers: Layers) => void;
  readonly onPanorama: (state: PanoramaState) => void;
  readonly panorama: PanoramaState;
}

/** The tour itself, in one of three views, with everything drawn over it. */
export function Stage(props: StageProps) {
  const { t } = useTranslation();
  const { team, tour, resourceCode, state, walk, model, cuts, layers, onLayers, panorama, onPanorama } = props;
  const { act, arrived } = walk;
  const panelId = useId();
  const box = useRef<HTMLDivElement>(null);
  const facing = useRef<HTMLSpanElement>(null);
  const controls = useRef<Controls>(null);
  const parts = {
    panorama: useRef<PanoramaViewer>(null),
    model: useRef<ModelStage>(null),
    plan: useRef<PlanStage>(null),
  };
  const seen = useRef<SeenFrom>(undefined);
  const [isModelOpened, setModelOpened] = useState(state.view === 'model');
  const [isBroken, setBroken] = useState(false);
  const [measuredIn, setMeasuredIn] = useState<ViewName>();
  const [tries, setTries] = useState(0);
  const [eye] = useState(movedCamera);
  const at = state.at === undefined ? undefined : tour.byIndex.get(state.at);
  const onPick = useCallback((key: string) => act({ type: 'pick', key }), [act]);
  const onPickSeen = useCallback(
    (key: string) => {
      // The ring that was pressed is gone after the walk; the keys go on from the stage.
      if (tour.byKey.get(key)?.kind === 'viewpoint') box.current?.focus({ preventScroll: true });
      onPick(key);
    },
    [tour, onPick],
  );
  useEffect(() => (box.current === null ? undefined : shareScrolling(box.current)), []);
  useEffect(() => {
    if (state.view === 'model') setModelOpened(true);
  }, [state.view]);
  const isFlat = isBroken || panorama === 'no-webgl';
  useEffect(() => {
    if (isFlat && state.view !== 'plan') act({ type: 'show', view: 'plan' });
  }, [isFlat, state.view, act]);
  const now = (): ViewState => {
    const { view, at: index, selected, floor, wish } = state;
    return {
      view,
      at: index,
      selected: selected === at?.key ? undefined : selected,
      floor,
      pose: parts.panorama.current?.pose() ?? wish?.pose,
      outside: parts.model.current?.view() ?? wish?.outside,
      plan: parts.plan.current?.look() ?? wish?.plan,
    };
  };
  const { moved } = useAddress({ tour, state, act, now, isFlat, isPlaying: walk.isPlaying === true });
  const onPose = useCallback(
    (pose: Pose, from: Viewpoint) => {
      if (facing.current !== null) facing.current.textContent = t('explorer.facing', inDegrees(pose));
      if (box.current !== null) box.current.dataset.pose = `${pose.yaw} ${pose.pitch} ${pose.fov} ${from.index}`;
      const { clientWidth: width = 1, clientHeight: height = 1 } = box.current ?? {};
      eye.move(panoramaCamera(from.position, pose, pose.fov, { width, height }));
      moved('panorama');
    },
    [eye, t, moved],
  );

  const onShown = useCallback(
    (shown: PanoramaState, index: number) => {
      onPanorama(shown);
      if (shown !== 'opening' && shown !== 'loading') arrived(index);
    },
    [onPanorama, arrived],
  );

  const canMeasureHere = !isFlat && model.state === 'loaded' && canMeasure(tour, state.view);
  const isMeasuring = canMeasureHere && measuredIn === state.view;
  const measure =
    isMeasuring && model.state === 'loaded'
      ? { model: model.model, stage: box, onEnd: () => setMeasuredIn(undefined) }
      : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view ends it, also for whoever comes back.
  useEffect(() => setMeasuredIn(undefined), [state.view]);
  const vr = useVr({ tour, at: state.at, stage: box, viewer: parts.panorama, seen, onPick: onPickSeen });
  const { leave: leaveVr } = vr;
  useEffect(() => {
    if (state.view !== 'panorama') leaveVr();
  }, [state.view, leaveVr]);
  const toggleMeasure = () => {
    setMeasuredIn(isMeasuring ? undefined : state.view);
    // Keys go on from the stage: Enter on the button would end it.
    box.current?.focus({ preventScroll: true });
  };

  const run = (command: Command) => {
    if (command === 'play') {
      setMeasuredIn(undefined);
      return walk.toggle();
    }
    walk.pause();
    if (command === 'measure') return toggleMeasure();
    if (command === 'vr') {
      setMeasuredIn(undefined);
      if (state.view !== 'panorama') act({ type: 'show', view: 'panorama' });
      return vr.toggle();
    }
    runCommand(parts, state.view, { tour, at, to: onPick }, command);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys of the browser's own, such as going back, keep their meaning.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const command = commandOf(event.key);
    if (command !== undefined) run(command);
    else if (isFullScreenKey(event.key)) controls.current?.toggleFullScreen?.();
    else return;
    event.preventDefault();
  };
  return (
    <section className={styles.stage} aria-label={t('explorer.stage')}>
      <StageBar
        tour={tour}
        view={state.view}
        panelId={panelId}
        onShow={(view) => act({ type: 'show', view })}
        layers={layers}
        onLayers={onLayers}
        floor={state.floor}
        onFloor={(floor) => act({ type: 'floor', floor })}
        isFlat={isFlat}
      >
        <Share team={team} resourceCode={resourceCode} name={tour.name} now={now} />
      </StageBar>
      <div
        ref={box}
        id={panelId}
        role="tabpanel"
        aria-label={t(`explorer.view.${state.view}`)}
        aria-describedby={`${panelId}-keys`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys turn, walk and zoom.
        tabIndex={0}
        className={styles.window}
        data-view={state.view}
        data-state={state.view === 'panorama' ? panorama : model.state}
        onKeyDown={onKeyDown}
      >
        {at !== undefined && tour.start !== undefined && (
          <PanoramaView
            tour={tour}
            at={at}
            start={state.wish?.pose ?? tour.start}
            layers={layers}
            selected={state.selected}
            look={state.look}
            wish={state.wish}
            tries={tries}
            isHidden={state.view !== 'panorama'}
            viewer={parts.panorama}
            seen={seen}
            onPose={onPose}
            onState={onShown}
            onGrab={walk.pause}
            onPick={onPickSeen}
            measure={state.view === 'panorama' ? measure : undefined}
          />
        )}
        {(isModelOpened || state.view === 'model') && (
          <ModelView
            tour={tour}
            model={model}
            layers={layers}
            selected={state.selected}
            at={state.at}
            isHidden={state.view !== 'model'}
            wish={state.wish}
            stage={parts.model}
            onMove={() => moved('model')}
            onPick={onPick}
            onBroken={() => setBroken(true)}
            measure={state.view === 'model' ? measure : undefined}
          />
        )}
        {state.view === 'plan' && (
          <PlanView
            tour={tour}
            floor={state.floor}
            cuts={cuts}
            model={model.state}
            layers={layers}
            selected={state.selected}
            at={state.at}
            wish={state.wish}
            stage={parts.plan}
            onMove={() => moved('plan')}
            onPick={onPick}
          />
        )}
        <Notice
          {...props}
          isFlat={isFlat}
          hasVrFailed={vr.hasFailed}
          onRetryPictures={() => setTries((before) => before + 1)}
        />
        {state.view === 'panorama' && at !== undefined && (
          <MiniPlan tour={tour} at={at} cuts={cuts} facing={eye} onOpen={() => act({ type: 'show', view: 'plan' })} />
        )}
        <span className={styles.keys} id={`${panelId}-keys`}>
          {t(`explorer.keys.${state.view}`)}
        </span>
        <StageControls
          controls={controls}
          stage={box}
          view={state.view}
          facing={eye}
          isPlaying={isFlat ? undefined : walk.isPlaying}
          isMeasuring={canMeasureHere ? isMeasuring : undefined}
          isInVr={isFlat || at === undefined ? undefined : vr.isIn}
          run={run}
        />
      </div>
      <StageFoot tour={tour} at={at} facing={facing} onPick={onPick} />
    </section>
  );
}

/** Where one looks, in whole degrees: heading from 0 to 359, elevation above the horizon, vertical field of view. */
function inDegrees({ yaw, pitch, fov }: Pose) {
  const degrees = (radians: number) => Math.round((radians * 180) / Math.PI) + 0;
  return { heading: ((degrees(yaw) % 360) + 360) % 360, elevation: degrees(pitch), fov: Math.round(fov) };
}

interface NoticeProps extends StageProps {
  readonly isFlat: boolean;
  readonly hasVrFailed: boolean;
  readonly onRetryPictures: () => void;
}

/** What the view that shows lacks, and another try where that may help. */
function Notice({ state, panorama, model, tour, isFlat, hasVrFailed, onRetryPictures }: NoticeProps) {
  const { t } = useTranslation();
  const isInside = state.view === 'panorama';
  const isBusy = !isFlat && (isInside ? panorama === 'opening' || panorama === 'loading' : model.state === 'loading');
  if (isBusy) return <div className={styles.loading} role="progressbar" aria-label={t('common.loading')} />;
  const ofInside = hasVrFailed ? 'noVr' : ofPanorama(panorama);
  const said = isFlat ? 'noWebgl' : isInside ? ofInside : ofModel(state.view, model, tour);
  if (said === undefined) return null;
  const hasPictures = tour.byIndex.get(state.at ?? Number.NaN)?.faces !== undefined;
  const retry = isFlat
    ? undefined
    : isInside
      ? !hasVrFailed && hasPictures && onRetryPictures
      : model.state === 'failed' && model.retry;
  return (
    <div className={styles.notice} data-covers="">
      <p role="status">{t(`explorer.notice.${said}`)}</p>
      {retry && (
        <button type="button" className={styles.again} onClick={retry}>
          {t('problems.retry')}
        </button>
      )}
    </div>
  );
}

const ofPanorama = (panorama: PanoramaState) => (panorama === 'drawn' || panorama === 'partly' ? panorama : undefined);

function ofModel(view: ViewName, model: ModelState, tour: Tour) {
  const isAlone = tour.viewpoints.length === 0;
  if (model.state === 'failed') return isAlone ? 'modelFailedAlone' : 'modelFailed';
  if (tour.model.length === 0) return tour.byKey.size === 0 ? 'empty' : 'noModel';
  if (model.state !== 'loaded') return undefined;
  if (view === 'model') return model.model.missing.length > 0 ? 'modelPale' : undefined;
  return isAlone && model.model.triangles.length === 0 ? 'noPlan' : undefined;
}
