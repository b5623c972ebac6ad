import { Link } from '@tanstack/react-router';
import { useMakingWords } from '../../languages/use-making-words.ts';
import { paths } from '../../shell/paths.ts';
import styles from './tours-page.module.css';

/** The way for who has panoramas and no bundle. */
export function MakeTourLink() {
  const { t } = useMakingWords();
  return (
    <p className={styles.rest}>
      <Link to={paths.makeTour}>{t('making:link')}</Link>
    </p>
  );
}
