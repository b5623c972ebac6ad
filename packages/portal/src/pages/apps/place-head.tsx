import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Door, type DoorState } from '../../ui/door.tsx';
import styles from './places.module.css';

interface PlaceHeadProps {
  readonly number: number;
  readonly door: DoorState;
  readonly status: ReactNode;
}

/** Door, number and state of a place. */
export function PlaceHead({ number, door, status }: PlaceHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <Door state={door} />
      {t('apps.place', { number })}
      {status}
    </div>
  );
}
