import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../../ui/icons.tsx';
import { Status } from '../../../ui/status.tsx';
import { SlotHead } from './slot-head.tsx';
import styles from './slots.module.css';

interface FreeSlotProps {
  readonly number: number;
  readonly onCreate?: (() => void) | undefined;
}

/** A free slot: for an owner the slot itself is the button. */
export function FreeSlot({ number, onCreate }: FreeSlotProps) {
  const { t } = useTranslation();
  const head = <SlotHead number={number} door="free" status={<Status tone="idle">{t('apps.free')}</Status>} />;
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
