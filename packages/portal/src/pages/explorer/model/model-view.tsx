import {
  drawingFromOutside,
  isInView,
  type Layers,
  linksOf,
  loadStageCode,
  type ModelStage,
  movedCamera,
  type Tour,
  type ViewState,
} from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { loadCode } from '../../../api/load-code.ts';
import { Measure, type MeasureProps } from '../overlay/measure.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import styles from '../stage.module.css';
import type { ModelState } from './use-model.ts';

interface ModelViewProps {
  readonly tour: Tour;
  readonly model: ModelState;
  readonly layers: Layers;
  readonly selected: string | undefined;
  /** Index of the viewpoint one stands in. */
  readonly at: number | undefined;
  readonly isHidden: boolean;
  /** What an address asked for. */
  readonly wish: ViewState | undefined;
  /** Filled with the stage while there is one, for the keys and buttons. */
  readonly stage: RefObject<ModelStage | null>;
  /** Told when it turns or zooms. */
  readonly onMove: () => void;
  readonly onPick: (key: string) => void;
  readonly onBroken: () => void;
  /** Undefined while nobody measures here. */
  readonly measure: MeasureProps | undefined;
}

/** The tour from outside: its model, or without one the viewpoints and the ways between them. */
export function ModelView(props: ModelViewProps) {
  const { tour, model, layers, selected, at, isHidden, wish, stage, onMove, onPick, onBroken, measure } = props;
  const view = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [camera] = useState(movedCamera);
  const [isOpen, setOpen] = useState(false);
  const granted = useRef<ViewState>(undefined);
  const told = useRef(onMove);
  told.current = onMove;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one stage a page.
  useEffect(() => {
    let isGone = false;
    const frame = container.current;
    void loadCode(loadStageCode)
      .then(({ openModelStage }) => {
        if (isGone || frame === null) return;
        const places = [...tour.byKey.values()].map(({ place }) => place);
        const opened = openModelStage({
          container: frame,
          places,
          links: linksOf(tour).map(([from, to]) => [from.place, to.place] as const),
          onMove: () => {
            camera.move(stage.current?.camera());
            told.current();
          },
          onGone: onBroken,
        });
        stage.current = opened;
        setOpen(true);
      })
      .catch(onBroken);
    return () => {
      isGone = true;
      stage.current?.destroy();
      stage.current = null;
    };
  }, []);
  useEffect(() => {
    if (isOpen && model.state === 'loaded') stage.current?.add(model.model);
  }, [isOpen, model, stage]);
  useEffect(() => {
    if (!isHidden) stage.current?.resize();
  }, [isHidden, stage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes late of the tour moves nothing.
  useEffect(() => {
    if (!isOpen || isHidden) return;
    if (wish !== granted.current) {
      granted.current = wish;
      if (wish?.outside === undefined) stage.current?.reset();
      else stage.current?.lookFrom(wish.outside);
      return;
    }
    // What was selected elsewhere comes into view; what was pressed here is in view.
    const place = tour.byKey.get(selected ?? '')?.place;
    const from = stage.current?.camera();
    if (place && from && !isInView(from, place)) stage.current?.lookAt(place);
  }, [selected, wish, isOpen, isHidden, stage]);

  const drawing = useMemo(
    () => drawingFromOutside({ tour, layers, selected, at }, undefined),
    [tour, layers, selected, at],
  );
  return (
    <div ref={view} className={styles.view} hidden={isHidden}>
      <div ref={container} className={styles.canvas} />
      {measure !== undefined && <Measure {...measure} view={view} camera={camera} />}
      {isOpen && <Overlay tour={tour} camera={camera} viewpoints="dots" onPick={onPick} {...drawing} />}
    </div>
  );
}
