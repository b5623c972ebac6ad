import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Door, type DoorState } from '../../../ui/door.tsx';
import styles from './slots.module.css';

interface SlotHeadProps {
  readonly number: number;
  readonly door: DoorState;
  readonly status: ReactNode;
}

/** Door, number and state of a slot. */
export function SlotHead({ number, door, status }: SlotHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <Door state={door} />
      {t('apps.slot', { number })}
      {status}
    </div>
  );
}
