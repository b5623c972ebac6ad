import type { Tour, Viewpoint } from '@openhouse/viewer/inside';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './stage.module.css';

interface StageFootProps {
  readonly tour: Tour;
  readonly at: Viewpoint | undefined;
  /** Filled in by the view as it turns, many times a second. */
  readonly facing: RefObject<HTMLSpanElement | null>;
  readonly onPick: (key: string) => void;
}

/** Where one stands, where one looks, and where one can go from here. */
export function StageFoot({ tour, at, facing, onPick }: StageFootProps) {
  const { t } = useTranslation();
  if (at === undefined) return null;
  const next = at.links.flatMap((index) => tour.byIndex.get(index) ?? []);
  return (
    <div className={styles.foot}>
      <span className={styles.here} aria-live="polite">
        {t('explorer.viewpoint', { index: at.index })}
        {at.name !== '' && ` · ${at.name}`}
      </span>
      <span className={styles.facing} ref={facing} />
      <fieldset className={styles.next} aria-label={t('explorer.next')}>
        {next.length === 0 ? t('explorer.nowhere') : t('explorer.next')}
        {next.map((to) => (
          <button
            key={to.key}
            type="button"
            className={styles.step}
            aria-label={`${t('explorer.walkTo', { index: to.index })}${to.name === '' ? '' : `, ${to.name}`}`}
            onClick={() => onPick(to.key)}
          >
            {to.index}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
