import {
  around,
  drawingFromOutside,
  fitted,
  frameAround,
  isInView,
  type Layers,
  linksOf,
  moved,
  movedCamera,
  onDrag,
  type PlanControl,
  type PlanFrame,
  type PlanLook,
  planCamera,
  type Tour,
  type ViewState,
} from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Overlay } from '../overlay/overlay.tsx';
import styles from '../stage.module.css';
import type { PlanCuts } from './plan-cuts.ts';
import { PlanPicture } from './plan-picture.tsx';

interface PlanViewProps {
  readonly tour: Tour;
  readonly floor: number;
  readonly cuts: PlanCuts | undefined;
  readonly layers: Layers;
  readonly selected: string | undefined;
  /** What an address asked for. */
  readonly wish: ViewState | undefined;
  readonly control: RefObject<PlanControl | null>;
  /** Told when it moves or zooms. */
  readonly onMove: () => void;
  readonly onPick: (key: string) => void;
}

/** One floor from above. */
export function PlanView(props: PlanViewProps) {
  const { tour, floor, cuts, layers, selected, wish, control, onMove, onPick } = props;
  const box = useRef<HTMLDivElement>(null);
  const floorBox = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [camera] = useState(movedCamera);
  const whole = useMemo(() => frameAround(placesOf(tour)), [tour]);
  const [chosen, setChosen] = useState<PlanFrame>();
  const frame = useMemo(() => fitted(chosen ?? whole, size), [chosen, whole, size]);
  const granted = useRef<ViewState>(undefined);

  useImperativeHandle(
    control,
    () => ({
      move: (right, down, closer) =>
        setChosen((now) => bounded(moved(fitted(now ?? whole, size), right, down, closer), whole)),
      reset: () => setChosen(undefined),
      look: () =>
        size === UNMEASURED
          ? undefined
          : {
              x: frame.x + frame.width / 2,
              z: frame.z + frame.depth / 2,
              zoom: fitted(whole, size).width / frame.width,
            },
    }),
    [whole, size, frame],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it moves, not when who listens changes; after the control knows it.
  useLayoutEffect(() => {
    camera.move(planCamera(frame, size));
    if (size !== UNMEASURED) onMove();
  }, [camera, frame, size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection is brought into view once, and may be left.
  useEffect(() => {
    if (size === UNMEASURED) return;
    if (wish !== granted.current) {
      granted.current = wish;
      setChosen(wish?.plan && bounded(lookedAt(whole, size, wish.plan), whole));
      return;
    }
    const place = tour.byKey.get(selected ?? '')?.place;
    const from = camera.now();
    if (place && from && !isInView(from, place))
      setChosen((now) => bounded(around(fitted(now ?? whole, size), place), whole));
  }, [tour, selected, wish, size === UNMEASURED]);
  useEffect(() => {
    const element = floorBox.current;
    if (element === null) return;
    return onDrag(element, {
      drag: (right, down) => control.current?.move(-right / element.clientWidth, -down / element.clientHeight),
      zoom: (closer) => control.current?.move(0, 0, closer),
    });
  }, [control]);
  const drawing = useMemo(() => drawingFromOutside({ tour, layers, selected }, floor), [tour, layers, selected, floor]);
  const links = useMemo(
    () =>
      linksOf(tour)
        .filter(([from, to]) => from.floor === floor || to.floor === floor)
        .map(([from, to]) => [from.place, to.place] as const),
    [tour, floor],
  );
  return (
    <div className={styles.view} data-plan="" ref={box}>
      <div className={styles.canvas} ref={floorBox}>
        <PlanPicture frame={frame} cuts={cuts} links={links} grid />
      </div>
      <Overlay tour={tour} camera={camera} viewpoints="dots" onPick={onPick} {...drawing} />
      <Scale frame={frame} width={size.width} />
    </div>
  );
}

/** The frame of a look: the whole plan, so much closer, around that middle. */
function lookedAt(whole: PlanFrame, size: { readonly width: number; readonly height: number }, look: PlanLook) {
  return around(moved(fitted(whole, size), 0, 0, look.zoom), [look.x, 0, look.z]);
}

function placesOf(tour: Tour) {
  return [...tour.byKey.values()].flatMap(({ place, lines }) => [place, ...lines.flatMap(({ places }) => places)]);
}

/** How much closer one can come than the whole plan, and how much further away. */
const ZOOM = { closest: 24, furthest: 1.6 } as const;

function bounded(frame: PlanFrame, whole: PlanFrame): PlanFrame {
  const [least, most] = [whole.width / ZOOM.closest, Math.max(whole.width, whole.depth) * 2 * ZOOM.furthest];
  const width = Math.min(most, Math.max(least, frame.width));
  const scaled = moved(frame, 0, 0, frame.width / width);
  const keep = (start: number, length: number, from: number, extent: number) =>
    Math.min(from + extent - length / 4, Math.max(from - (length * 3) / 4, start));
  return {
    ...scaled,
    x: keep(scaled.x, scaled.width, whole.x, whole.width),
    z: keep(scaled.z, scaled.depth, whole.z, whole.depth),
  };
}

/** Stands for the size of the view until that is known. */
const UNMEASURED: { readonly width: number; readonly height: number } = { width: 1, height: 1 };

function useSize(box: RefObject<HTMLDivElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState(UNMEASURED);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return size;
}

/** Lengths a scale may have, in metres. */
const SCALES_M = [0.2, 0.5, 1, 2, 5, 10, 20, 50] as const;
const SCALE_PX = 110;

function Scale({ frame, width }: { readonly frame: PlanFrame; readonly width: number }) {
  const perMetre = width / frame.width;
  const metres = SCALES_M.findLast((length) => length * perMetre <= SCALE_PX) ?? SCALES_M[0];
  return (
    <div className={styles.scale} style={{ width: metres * perMetre }}>
      {metres} m
    </div>
  );
}
