import { useTranslation } from 'react-i18next';
import styles from './waiting.module.css';

/** Grey shapes where a page is about to be; they appear after a moment only, so that a fast answer shows none. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} role="status">
      <span className="oh-visually-hidden">{t('common.loading')}</span>
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.block} />
    </div>
  );
}
