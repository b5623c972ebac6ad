import {
  type CameraSource,
  type Drawing,
  type Overlay as OpenOverlay,
  openOverlay,
  type Tour,
} from '@openhouse/viewer/inside';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTourWords } from '../../../languages/use-tour-words.ts';

interface OverlayProps extends Drawing {
  readonly tour: Tour;
  readonly camera: CameraSource;
  /** How viewpoints look: rings on the floor one stands on, or numbered dots seen from outside. */
  readonly viewpoints: 'rings' | 'dots';
  readonly onPick: (key: string) => void;
}

/** Marks and lines over a view, in the portal's words. */
export function Overlay({ tour, camera, marks, strokes, viewpoints, onPick }: OverlayProps) {
  const { t } = useTourWords();
  const box = useRef<HTMLDivElement>(null);
  const overlay = useRef<OpenOverlay>(undefined);
  const drawing = useMemo(() => ({ marks, strokes }), [marks, strokes]);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const opened = openOverlay({
      container: box.current,
      tour,
      camera,
      viewpoints,
      nameOf: ({ kind, text }, index) =>
        index === undefined
          ? `${t(`explorer.one.${kind === 'length' ? 'ruler' : (kind as 'tag')}`)}${text === '' ? '' : `: ${text}`}`
          : `${t('explorer.walkTo', { index })}${text === '' ? '' : `, ${text}`}`,
      nameOfMany: (count) => t('tour:many', { count }),
      onPick,
      covers: () => box.current?.closest('[role=tabpanel]')?.querySelectorAll('[data-covers]') ?? [],
    });
    overlay.current = opened;
    return opened.close;
  }, [tour, camera, viewpoints, t, onPick]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an overlay that is opened anew is drawn anew.
  useLayoutEffect(() => overlay.current?.draw(drawing), [drawing, tour, camera, viewpoints, t, onPick]);
  return <div ref={box} />;
}
