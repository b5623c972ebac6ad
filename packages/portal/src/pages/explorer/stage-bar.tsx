import { type Layers, type Tour, type ViewName, views } from '@openhouse/viewer/inside';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './stage.module.css';

interface StageBarProps {
  readonly tour: Tour;
  readonly view: ViewName;
  readonly panelId: string;
  readonly onShow: (view: ViewName) => void;
  readonly layers: Layers;
  readonly onLayers: (layers: Layers) => void;
  readonly floor: number;
  readonly onFloor: (floor: number) => void;
  /** True where nothing can be drawn in three dimensions. */
  readonly isFlat: boolean;
  /** Stands beside the choice of views, however narrow the bar is. */
  readonly children: ReactNode;
}

/** Which view shows, and what is drawn over it. */
export function StageBar(props: StageBarProps) {
  const { t } = useTranslation();
  const { tour, view, layers, onLayers } = props;
  const kinds = (Object.keys(layers) as (keyof Layers)[]).filter((kind) => tour.things[kind].length > 0);
  return (
    <div className={styles.bar}>
      <ViewTabs {...props} />
      {view === 'plan' && tour.floors.length > 1 && <FloorChoice {...props} />}
      {props.children}
      {kinds.length > 0 && (
        <fieldset className={styles.layers} aria-label={t('explorer.layers')}>
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className={styles.layer}
              aria-pressed={layers[kind]}
              onClick={() => onLayers({ ...layers, [kind]: !layers[kind] })}
            >
              {t(`explorer.kinds.${kind}`)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function ViewTabs({ tour, view, panelId, onShow, isFlat }: StageBarProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const open = views.filter((one) => one === 'plan' || (!isFlat && (one !== 'panorama' || tour.viewpoints.length > 0)));
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = open[(open.indexOf(view) + step + open.length) % open.length] ?? view;
    onShow(next);
    list.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('explorer.views')} ref={list} onKeyDown={move}>
      {open.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          data-view={one}
          className={styles.tab}
          aria-selected={one === view}
          aria-controls={panelId}
          tabIndex={one === view ? 0 : -1}
          onClick={() => onShow(one)}
        >
          {t(`explorer.view.${one}`)}
        </button>
      ))}
    </div>
  );
}

function FloorChoice({ tour, floor, onFloor }: StageBarProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.tabs} aria-label={t('explorer.floors')}>
      {tour.floors.map(({ index }) => (
        <button
          key={index}
          type="button"
          className={styles.tab}
          aria-pressed={index === floor}
          data-current={index === floor || undefined}
          onClick={() => onFloor(index)}
        >
          {t('explorer.floor', { number: index + 1 })}
        </button>
      ))}
    </fieldset>
  );
}
