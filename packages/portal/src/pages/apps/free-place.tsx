import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../ui/icons.tsx';
import { Status } from '../../ui/status.tsx';
import { PlaceHead } from './place-head.tsx';
import styles from './places.module.css';

interface FreePlaceProps {
  readonly number: number;
  readonly onCreate?: (() => void) | undefined;
}

/** A free place: for an owner the place itself is the button. */
export function FreePlace({ number, onCreate }: FreePlaceProps) {
  const { t } = useTranslation();
  const head = <PlaceHead number={number} door="free" status={<Status tone="idle">{t('apps.free')}</Status>} />;
  if (onCreate === undefined) {
    return (
      <div className={styles.free}>
        {head}
        <div className={styles.room}>
          <h2>{t('apps.freeTitle')}</h2>
          <p>{t('apps.freeText')}</p>
        </div>
      </div>
    );
  }
  return (
    <button type="button" className={`${styles.free} ${styles.offer}`} onClick={onCreate}>
      {head}
      <span className={styles.room}>
        <span className={styles.plus}>
          <PlusIcon size={19} />
        </span>
        <strong>{t('apps.addTitle')}</strong>
        <span className={styles.text}>{t('apps.freeText')}</span>
      </span>
    </button>
  );
}
