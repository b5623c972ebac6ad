import { type PanoramaViewer, type SeenFrom, type Tour, type Vr, vrOf } from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface VrOptions {
  readonly tour: Tour;
  /** Index of the viewpoint one stands at. */
  readonly at: number | undefined;
  readonly stage: RefObject<HTMLElement | null>;
  readonly viewer: RefObject<PanoramaViewer | null>;
  readonly seen: RefObject<SeenFrom | undefined>;
  readonly onPick: (key: string) => void;
}

/** The panorama in a headset, as the page shows it. */
export interface VrState {
  /** Undefined where there is no headset. */
  readonly isIn: boolean | undefined;
  /** The headset could not be used, at this viewpoint. */
  readonly hasFailed: boolean;
  readonly toggle: () => void;
  readonly leave: () => void;
}

export function useVr({ tour, at, stage, viewer, seen, onPick }: VrOptions): VrState {
  const [isIn, setIn] = useState<boolean>();
  const [hasFailed, setFailed] = useState(false);
  const vr = useRef<Vr>(undefined);
  const told = useRef(onPick);
  told.current = onPick;
  useEffect(() => {
    if (stage.current === null) return;
    const opened = vrOf({
      tour,
      stage: stage.current,
      viewer: () => viewer.current,
      seen: () => seen.current,
      onPick: (key) => told.current(key),
      onChange: setIn,
      onFail: () => setFailed(true),
    });
    vr.current = opened;
    return opened.close;
  }, [tour, stage, viewer, seen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever walks on has read it.
  useEffect(() => setFailed(false), [at]);
  const [{ toggle, leave }] = useState({
    toggle: () => {
      setFailed(false);
      if (vr.current?.isIn === true) vr.current.leave();
      else vr.current?.enter();
    },
    leave: () => vr.current?.leave(),
  });
  return { isIn, hasFailed, toggle, leave };
}
