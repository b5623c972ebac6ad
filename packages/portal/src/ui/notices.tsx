import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../api/portal-context.tsx';
import { useOnline } from '../api/use-online.ts';
import { lazyPart } from './lazy-part.ts';
import { Notice } from './notice.tsx';
import styles from './notices.module.css';
import { SignInAgain } from './sign-in-again.tsx';

// Hardly anybody switches under a page: not part of its first load.
const TeamSwitched = lazyPart(() => import('./seldom-noticed.tsx'), 'TeamSwitched');

/**
 * What has happened under the page, and the way on: no network, another Team, no session. It stands above the page and
 * in every dialog, because a dialog lets nobody reach what lies behind it.
 */
export function Notices() {
  const { t } = useTranslation();
  const { account, switchedTo, ended, failure } = useAccount();
  const online = useOnline();
  return (
    <div className={styles.notices}>
      {!online && <Notice>{t('notices.offline')}</Notice>}
      {online && failure !== null && account !== undefined && <Notice>{t('shell.outage')}</Notice>}
      {ended && <Notice ways={<SignInAgain />}>{t('notices.ended')}</Notice>}
      {switchedTo !== undefined && account?.case === 'with-team' && (
        <Suspense>
          <TeamSwitched shown={account.team} active={switchedTo} />
        </Suspense>
      )}
    </div>
  );
}
