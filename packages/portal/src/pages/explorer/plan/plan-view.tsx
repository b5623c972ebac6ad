import {
  drawingFromOutside,
  isInView,
  type Layers,
  movedCamera,
  openPlanStage,
  type PlanCuts,
  type PlanStage,
  type Tour,
  type ViewState,
} from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ModelState } from '../model/use-model.ts';
import { Overlay } from '../overlay/overlay.tsx';
import styles from '../stage.module.css';

interface PlanViewProps {
  readonly tour: Tour;
  readonly floor: number;
  readonly cuts: PlanCuts | undefined;
  /** What became of the model: what is said of it covers a part of the plan. */
  readonly model: ModelState['state'];
  readonly layers: Layers;
  readonly selected: string | undefined;
  /** Index of the viewpoint one stands in. */
  readonly at: number | undefined;
  /** What an address asked for. */
  readonly wish: ViewState | undefined;
  /** Filled with the plan while there is one, for the keys and buttons. */
  readonly stage: RefObject<PlanStage | null>;
  /** Told when it moves or zooms. */
  readonly onMove: () => void;
  readonly onPick: (key: string) => void;
}

/** One floor from above. */
export function PlanView(props: PlanViewProps) {
  const { tour, floor, cuts, model, layers, selected, at, wish, stage, onMove, onPick } = props;
  const container = useRef<HTMLDivElement>(null);
  const [camera] = useState(movedCamera);
  const granted = useRef<ViewState>(undefined);
  const looked = useRef<ViewState['plan']>(undefined);
  const told = useRef(onMove);
  told.current = onMove;

  useLayoutEffect(() => {
    if (container.current === null) return;
    const opened = openPlanStage({
      container: container.current,
      tour,
      onMove: () => {
        camera.move(opened.camera());
        told.current();
      },
      covers: () => container.current?.closest('[role=tabpanel]')?.querySelectorAll('[data-covers]') ?? [],
    });
    // An answer that came late opens it anew, where one was.
    opened.lookFrom(looked.current);
    stage.current = opened;
    return () => {
      looked.current = opened.look();
      opened.destroy();
      stage.current = null;
    };
  }, [tour, camera, stage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan that is opened anew is drawn anew, and so is one that is covered anew.
  useLayoutEffect(() => stage.current?.setFloor(floor, cuts), [tour, floor, cuts, model, stage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection is brought into view once, and may be left before the rest of the tour comes.
  useEffect(() => {
    if (wish !== granted.current) {
      granted.current = wish;
      stage.current?.lookFrom(wish?.plan);
      return;
    }
    const place = tour.byKey.get(selected ?? '')?.place;
    const from = camera.now();
    if (place && from && !isInView(from, place)) stage.current?.lookAt(place);
  }, [selected, wish, camera, stage]);
  const drawing = useMemo(
    () => drawingFromOutside({ tour, layers, selected, at }, floor),
    [tour, layers, selected, at, floor],
  );
  return (
    <div className={styles.view} data-plan="">
      <div ref={container} />
      <Overlay tour={tour} camera={camera} viewpoints="dots" onPick={onPick} {...drawing} />
    </div>
  );
}
