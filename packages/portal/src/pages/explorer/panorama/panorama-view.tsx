import {
  type Arrival,
  coverAt,
  directionTo,
  drawingInPanorama,
  type Layers,
  type MovedCamera,
  movedCamera,
  openPanorama,
  type PanoramaViewer,
  type Pose,
  panoramaCamera,
  preloadFaces,
  type SeenFrom,
  type Thing,
  type Tour,
  type Vector,
  type Viewpoint,
  type ViewState,
} from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useComebacks } from '../../../api/use-comebacks.ts';
import { Measure, type MeasureProps } from '../overlay/measure.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import styles from '../stage.module.css';
import type { Look } from '../use-explorer.ts';
import { useReducedMotion } from '../use-reduced-motion.ts';

/** What the panorama has to say of itself. */
export type PanoramaState = 'opening' | 'loading' | Arrival | 'no-webgl';

interface PanoramaViewProps {
  readonly tour: Tour;
  readonly at: Viewpoint;
  readonly start: Pose;
  readonly layers: Layers;
  readonly selected: string | undefined;
  /** What to turn to, once it is in view; each asking is a new object. */
  readonly look: Look | undefined;
  /** The view that an address asks for: applied at once, at any viewpoint. */
  readonly wish: ViewState | undefined;
  /** Number of retries that somebody requested for the pictures. */
  readonly tries: number;
  readonly isHidden: boolean;
  /** Filled with the viewer while there is one, for the stage's keys and buttons. */
  readonly viewer: RefObject<PanoramaViewer | null>;
  /** Filled with what shows over the pictures, for a headset. */
  readonly seen: RefObject<SeenFrom | undefined>;
  /** Told of every turn, to show where one looks. */
  readonly onPose: (pose: Pose, from: Viewpoint) => void;
  /** @param index Of the viewpoint that is on its way, or has come. */
  readonly onState: (state: PanoramaState, index: number) => void;
  /** A hand takes hold of the view, or a wheel turns over it. */
  readonly onGrab: () => void;
  readonly onPick: (key: string) => void;
  /** Undefined while nobody measures here. */
  readonly measure: MeasureProps | undefined;
}

/** The pictures of one viewpoint around the eye, and over them what can be seen and where one can walk. */
export function PanoramaView(props: PanoramaViewProps) {
  const { tour, at, layers, selected, look, wish, isHidden, viewer, seen, onGrab, onPick, measure } = props;
  const view = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Viewpoint>();
  const [camera] = useState(movedCamera);
  const isReady = useViewer(props, container, camera, shown);
  useScene(props, isReady, setShown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a look is asked for once, and waits for its viewpoint.
  useEffect(() => {
    if (look === undefined || shown === undefined || shown !== at) return;
    const thing = 'key' in look ? tour.byKey.get(look.key) : undefined;
    const to = 'pose' in look ? look.pose : thing && directionTo(shown.position, middleOf(thing));
    if (to !== undefined) viewer.current?.turn(to, isHidden);
  }, [look, shown]);
  useEffect(() => {
    if (wish?.pose !== undefined) viewer.current?.turn(wish.pose, true);
  }, [wish, viewer]);
  useEffect(() => {
    if (!isHidden) viewer.current?.resize();
  }, [isHidden, viewer]);
  useEffect(() => {
    const ending = new AbortController();
    for (const type of ['pointerdown', 'wheel'])
      view.current?.addEventListener(type, onGrab, { capture: true, passive: true, signal: ending.signal });
    return () => ending.abort();
  }, [onGrab]);

  const drawing = useMemo(
    () => (shown === undefined ? undefined : drawingInPanorama({ tour, layers, selected }, shown)),
    [tour, layers, selected, shown],
  );
  useEffect(() => {
    seen.current = shown && drawing && { eye: shown.position, marks: drawing.marks };
  }, [seen, shown, drawing]);
  return (
    <div ref={view} className={styles.view} hidden={isHidden}>
      <div ref={container} className={styles.canvas} />
      {measure !== undefined && <Measure {...measure} view={view} camera={camera} />}
      {drawing !== undefined && <Overlay tour={tour} camera={camera} viewpoints="rings" onPick={onPick} {...drawing} />}
    </div>
  );
}

/** The point to look at to see a thing: a viewpoint at eye height, a line at its middle. */
function middleOf(thing: Thing): Vector {
  if (thing.kind === 'viewpoint') return (thing as Viewpoint).position;
  const places = thing.lines[0]?.places ?? [];
  const [from = thing.place, to = thing.place] = [places[0], places.at(-1)];
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
}

/** Opens the viewer once, keeps the camera of the marks where it looks, and closes it when the page is left. */
function useViewer(
  { tour, at, start, viewer, onPose, onState }: PanoramaViewProps,
  container: RefObject<HTMLDivElement | null>,
  camera: MovedCamera,
  shown: Viewpoint | undefined,
): boolean {
  const isStill = useReducedMotion();
  const [isReady, setReady] = useState(false);
  const move = useRef(() => {});
  const gone = useRef(() => {});
  gone.current = () => {
    setReady(false);
    onState('no-webgl', at.index);
  };
  useEffect(() => {
    move.current = () => {
      const open = viewer.current;
      if (open === null || shown === undefined) return;
      const [pose, size] = [open.pose(), open.size()];
      const camerad = size.width > 0 && size.height > 0;
      camera.move(camerad ? panoramaCamera(shown.position, pose, pose.fov, size) : undefined);
      if (camerad) onPose(pose, shown);
    };
    move.current();
  }, [shown, camera, viewer, onPose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one viewer a page.
  useEffect(() => {
    const frame = container.current;
    if (frame === null) return;
    const close = () => {
      viewer.current?.destroy();
      viewer.current = null;
    };
    try {
      viewer.current = openPanorama({
        container: frame,
        start,
        first: at,
        cover: coverAt(tour, at),
        isStill,
        onMove: () => move.current(),
        onGone() {
          close();
          gone.current();
        },
      });
      setReady(true);
    } catch {
      gone.current();
    }
    return close;
  }, []);
  return isReady;
}

/** Shows the viewpoint one is at; the marks follow when its pictures are there. Those that failed are loaded once more. */
function useScene(
  { tour, at, viewer, tries, onState }: PanoramaViewProps,
  isReady: boolean,
  setShown: (viewpoint: Viewpoint) => void,
): void {
  const comebacks = useComebacks();
  const [comeback, setComeback] = useState(0);
  const failed = useRef(false);
  useEffect(() => {
    if (failed.current) setComeback(comebacks);
  }, [comebacks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows it.
  useEffect(() => {
    if (!isReady || viewer.current === null) return;
    let isOver = false;
    onState('loading', at.index);
    const floorHeight = tour.floors.find(({ index }) => index === at.floor)?.height ?? at.place[1];
    const { position, rotation, faces, preview } = at;
    const onSeen = () => {
      if (!isOver) setShown(at);
    };
    void viewer.current.show({ position, rotation, faces, preview, floorHeight }, onSeen).then((state) => {
      if (isOver || state === 'overtaken') return;
      failed.current = state !== 'pictures' && faces !== undefined;
      onState(state, at.index);
      preloadFaces(at.links.flatMap((index) => tour.byIndex.get(index) ?? []));
    });
    return () => {
      isOver = true;
    };
  }, [at, tour, isReady, viewer, onState, setShown, tries, comeback]);
}
