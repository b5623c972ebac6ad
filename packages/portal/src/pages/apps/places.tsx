import { useTranslation } from 'react-i18next';
import { Door } from '../../ui/door.tsx';
import styles from './places.module.css';

/** Developer apps a Team may have (SPEC 8). */
const PLACES = [1, 2, 3] as const;

/** The Team's places, so that the limit is seen before it is hit. */
export function Places() {
  const { t } = useTranslation();
  return (
    <ol className={styles.places}>
      {PLACES.map((number) => (
        <li key={number} className={styles.free}>
          <div className={styles.lot}>
            <Door state="free" />
            {t('apps.place', { number })}
            <span className={styles.idle}>{t('apps.free')}</span>
          </div>
          <div className={styles.room}>
            <h2>{t('apps.freeTitle')}</h2>
            <p>{t('apps.freeText')}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
