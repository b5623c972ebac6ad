import type { PageProblem } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import type { ShownProblem } from '../../api/page-facts.ts';
import { Logo } from '../../ui/logo.tsx';
import { paths } from '../paths.ts';
import { SchemeButton } from '../scheme-button.tsx';
import { Problem, type ProblemKind } from './problem.tsx';
import styles from './problem-page.module.css';

const kinds: { readonly [Key in PageProblem]: ProblemKind } = {
  IDENTITY_PROVIDER_UNAVAILABLE: 'signInOutage',
  SIGN_IN_REFUSED: 'refused',
  SIGN_IN_COOKIES_MISSING: 'cookies',
  NOT_FOUND: 'notFound',
  RATE_LIMITED: 'limited',
  UNAVAILABLE: 'unavailable',
  INTERNAL: 'broken',
};

/** A problem reported by the server, without the shell, which would call a server that cannot answer. */
export function ProblemPage({ problem, facts }: ShownProblem) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.brand} href={paths.landing}>
          <Logo />
          {t('brand')}
        </a>
        <SchemeButton />
      </header>
      <main>
        <Problem kind={kinds[problem]} facts={facts} />
      </main>
    </div>
  );
}
