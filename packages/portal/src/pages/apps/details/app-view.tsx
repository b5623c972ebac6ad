import type { DeveloperApp } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shell/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ChartIcon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Status } from '../../../ui/status.tsx';
import { SuspendedMessage } from '../../../ui/suspended-message.tsx';
import { QuickStart } from '../../samples/quick-start.tsx';
import { SecretsCard } from '../secrets/secrets-card.tsx';
import { useTrialWords } from '../use-trial-words.ts';
import { AppMenu } from './app-menu.tsx';
import styles from './app-view.module.css';
import { AppWarnings } from './app-warnings.tsx';

// Below what most people come for.
const SettingsCard = lazyPart(() => import('./settings-card.tsx'), 'SettingsCard');
const DeletedApp = lazyPart(() => import('./deleted-app.tsx'), 'DeletedApp', false);
// Most apps have been called long ago.
const Arrival = lazyPart(() => import('../first-steps/arrival.tsx'), 'Arrival');

interface AppViewProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly isOwner: boolean;
}

/** Credentials, secret versions and the quick start of an app, then its settings. */
export function AppView({ app, teamId, isOwner }: AppViewProps) {
  const { t } = useTranslation();
  const trialWords = useTrialWords();
  return (
    <>
      <PageHeading
        title={app.name}
        lede={
          <span className={styles.facts}>
            <Status tone={app.state === 'live' ? 'ok' : 'idle'}>{t(`apps.state.${app.state}`)}</Status>
            <span>{t('apps.slot', { number: app.slot })}</span>
            {app.state !== 'deleted' && <span>{trialWords(app)}</span>}
          </span>
        }
        action={
          <div className={styles.actions}>
            <Link to={paths.usage} search={{ app: app.appKey }} className={buttonClass('plain')}>
              <ChartIcon size={15} />
              {t('shell.usage')}
            </Link>
            {isOwner && app.state !== 'deleted' && <AppMenu app={app} teamId={teamId} />}
          </div>
        }
      />
      {app.suspended !== undefined && (
        <SuspendedMessage of={app.suspended.of} since={app.suspended.since} reason={app.suspended.reason} />
      )}
      <AppWarnings warnings={app.warnings} />
      {app.state === 'deleted' && (
        <Suspense>
          <DeletedApp />
        </Suspense>
      )}
      <div className={styles.cards}>
        <Card title={t('app.credentials')} note={t('app.credentialsNote')}>
          <dl className={styles.rows}>
            <div className={styles.row}>
              <dt>{t('app.key')}</dt>
              <dd>
                <code>{app.appKey}</code>
                <CopyButton value={app.appKey} what={t('app.key')} />
              </dd>
            </div>
            <div className={styles.row}>
              <dt>{t('app.xid')}</dt>
              <dd>
                <code>{app.xid}</code>
                <CopyButton value={app.xid} what={t('app.xid')} />
              </dd>
            </div>
          </dl>
        </Card>
        {app.state !== 'deleted' && (
          <>
            <SecretsCard app={app} teamId={teamId} isOwner={isOwner} />
            <Card title={t('app.quickStart')} note={t('app.quickStartNote')}>
              <div className={styles.code}>
                <Suspense>
                  <Arrival appKey={app.appKey} teamId={teamId} />
                </Suspense>
                <QuickStart appKey={app.appKey} teamId={teamId} />
              </div>
            </Card>
            <Suspense>
              <SettingsCard app={app} teamId={teamId} isOwner={isOwner} />
            </Suspense>
          </>
        )}
      </div>
    </>
  );
}
