import { Link } from '@tanstack/react-router';
import { useProgramWords } from '../../languages/use-program-words.ts';
import { paths } from '../../shell/paths.ts';
import styles from './team-parts.module.css';

/** The ways between the pages of a Team. */
export function TeamParts() {
  const { t } = useProgramWords();
  return (
    <nav className={styles.parts} aria-label={t('programs:parts')}>
      <Link to={paths.team} activeOptions={{ exact: true }}>
        {t('programs:people')}
      </Link>
      <Link to={paths.webhooks}>{t('programs:webhooks')}</Link>
      <Link to={paths.credentials}>{t('programs:credentials')}</Link>
    </nav>
  );
}
