import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import type { CameraSource } from './camera-source.ts';
import type { Drawing, Mark } from './marks.ts';
import styles from './overlay.module.css';
import { paint } from './paint.ts';

interface OverlayProps extends Drawing {
  readonly tour: Tour;
  readonly camera: CameraSource;
  /** How viewpoints look: rings on the floor one stands on, or numbered dots seen from outside. */
  readonly viewpoints: 'rings' | 'dots';
  readonly onPick: (key: string) => void;
}

/** Marks and lines over a view: the same in all three, each where its camera sees it. */
export function Overlay({ tour, camera, marks, strokes, viewpoints, onPick }: OverlayProps) {
  const elements = useRef(new Map<string, HTMLElement | SVGPathElement>());
  const keep = useCallback((id: string, element: HTMLElement | SVGPathElement | null) => {
    if (element === null) elements.current.delete(id);
    else elements.current.set(id, element);
  }, []);
  useLayoutEffect(() => {
    const repaint = () => paint(camera.now(), marks, strokes, elements.current);
    repaint();
    return camera.listen(repaint);
  }, [camera, marks, strokes]);

  return (
    <div className={styles.overlay}>
      <svg className={styles.lines} aria-hidden="true">
        {strokes.map(({ id, kind, isSelected }) => (
          <path
            key={id}
            ref={(element) => keep(`line:${id}`, element)}
            className={styles[kind]}
            data-selected={isSelected || undefined}
          />
        ))}
      </svg>
      {marks.map((mark) => (
        <MarkButton key={mark.id} mark={mark} tour={tour} look={viewpoints} keep={keep} onPick={onPick} />
      ))}
    </div>
  );
}

interface MarkButtonProps {
  readonly mark: Mark;
  readonly tour: Tour;
  readonly look: OverlayProps['viewpoints'];
  readonly keep: (id: string, element: HTMLElement | null) => void;
  readonly onPick: (key: string) => void;
}

function MarkButton({ mark, tour, look, keep, onPick }: MarkButtonProps) {
  const { t } = useTranslation();
  const { kind, text } = mark;
  const isViewpoint = kind === 'viewpoint';
  const index = isViewpoint ? (tour.byKey.get(mark.picks) as Viewpoint).index : 0;
  const name = isViewpoint
    ? `${t('explorer.walkTo', { index })}${text === '' ? '' : `, ${text}`}`
    : `${t(`explorer.one.${kind === 'length' ? 'ruler' : kind}`)}${text === '' ? '' : `: ${text}`}`;
  return (
    <button
      type="button"
      ref={(element) => keep(mark.id, element)}
      className={styles.mark}
      data-kind={kind}
      data-look={isViewpoint ? look : undefined}
      data-open={mark.isOpen || undefined}
      data-thing={mark.id}
      aria-label={name}
      aria-current={mark.isSelected || undefined}
      onClick={() => onPick(mark.picks)}
    >
      <span className={styles.anchor} data-anchor="" />
      {isViewpoint && look === 'dots' ? (
        <span className={styles.number}>{index}</span>
      ) : (
        (text !== '' || isViewpoint) && (
          <span className={styles.words}>{isViewpoint && text === '' ? index : text}</span>
        )
      )}
    </button>
  );
}
