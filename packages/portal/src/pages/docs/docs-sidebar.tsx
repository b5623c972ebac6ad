import { contents } from 'virtual:docs';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../api/account.ts';
import { useAccount } from '../../api/portal-context.tsx';
import { useLanguage } from '../../languages/use-language.ts';
import { AccountMenu } from '../../shell/account/account-menu.tsx';
import { paths } from '../../shell/paths.ts';
import { AppsIcon, ConsoleIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import type { PageEntry } from './doc-page.ts';
import styles from './docs-sidebar.module.css';
import { FIRST_GUIDE } from './reading-order.ts';
import { SearchButton } from './search/search-button.tsx';

/** Navigation of the docs, instead of the dashboard's. */
export function DocsSidebar() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { account } = useAccount();
  const { guides, reference, operations } = contents[language];
  return (
    <nav className={styles.sidebar} aria-label={t('docs.contents')}>
      <Link to={paths.landing} className={styles.brand}>
        <Logo />
        {t('brand')}
        <span className={styles.room}>{t('docs.contents')}</span>
      </Link>
      <SearchButton />
      <div className={styles.pages}>
        {isSignedIn(account) && (
          <Link to={paths.apps} className={styles.back}>
            <AppsIcon size={15} />
            {t('shell.apps')}
          </Link>
        )}
        <Link to={paths.publicConsole} className={styles.page}>
          <ConsoleIcon size={15} />
          {t('docs.tryGateway')}
        </Link>
        <Group title={t('docs.guides')} pages={guides} />
        <Group title={t('docs.reference')} pages={reference} />
        {operations.map(({ name, pages }) => (
          <Group key={name} title={t(`docs.group.${name as 'Tours'}`)} pages={pages} />
        ))}
      </div>
      <div className={styles.foot}>
        <AccountMenu account={account} />
      </div>
    </nav>
  );
}

function Group({ title, pages }: { readonly title: string; readonly pages: readonly PageEntry[] }) {
  const { _splat } = useParams({ strict: false });
  const isAtStart = useRouterState({ select: ({ location }) => /^\/docs\/?$/.test(location.pathname) });
  const here = isAtStart ? FIRST_GUIDE : _splat;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {pages.map(({ slug, title: page }) => (
          <li key={slug}>
            <Link
              to={paths.docPage}
              params={{ _splat: slug }}
              className={styles.page}
              {...(slug === here ? { 'aria-current': 'page' as const } : {})}
            >
              {page}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
