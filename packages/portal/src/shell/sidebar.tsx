import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../api/portal-context.tsx';
import {
  AppsIcon,
  AuditIcon,
  BookIcon,
  ChartIcon,
  ConsoleIcon,
  OperatorIcon,
  PeopleIcon,
  TourIcon,
} from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account/account-menu.tsx';
import { paths } from './paths.ts';
import styles from './sidebar.module.css';
import { TeamSwitcher } from './team/team-switcher.tsx';

/** Brand, Team, the places one can go, and at the foot who is signed in. */
export function Sidebar() {
  const { t } = useTranslation();
  const { account } = useAccount();
  const signedIn = account !== undefined && 'person' in account;
  return (
    <nav className={styles.sidebar} aria-label={t('shell.main')}>
      <Link to={paths.landing} className={styles.brand}>
        <Logo />
        {t('brand')}
      </Link>
      {account?.case === 'with-team' && <TeamSwitcher team={account.team} teams={account.teams} />}
      {signedIn && (
        <Link to={paths.apps} className={styles.item}>
          <AppsIcon />
          {t('shell.apps')}
        </Link>
      )}
      {account?.case === 'with-team' && (
        <>
          <Link to={paths.tours} className={styles.item}>
            <TourIcon />
            {t('shell.tours')}
          </Link>
          <Link to={paths.usage} className={styles.item}>
            <ChartIcon />
            {t('shell.usage')}
          </Link>
          {account.team.role === 'owner' && (
            <Link to={paths.audit} className={styles.item}>
              <AuditIcon />
              {t('shell.audit')}
            </Link>
          )}
          <Link to={paths.team} className={styles.item}>
            <PeopleIcon />
            {t('shell.team')}
          </Link>
        </>
      )}
      {signedIn && account.person.isOperator === true && (
        <Link to={paths.operator} className={styles.item}>
          <OperatorIcon />
          {t('shell.operator')}
        </Link>
      )}
      {signedIn && <p className={styles.section}>{t('shell.build')}</p>}
      {account?.case === 'with-team' && (
        <Link to={paths.console} className={styles.item}>
          <ConsoleIcon />
          {t('shell.console')}
        </Link>
      )}
      <Link to={paths.docs} className={styles.item}>
        <BookIcon />
        {t('shell.docs')}
      </Link>
      <div className={styles.foot}>
        <AccountMenu account={account} />
      </div>
    </nav>
  );
}
