import type { DeveloperApp } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shell/paths.ts';
import { AppMark } from '../../../ui/app-mark.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { useTrialWords } from '../use-trial-words.ts';
import { SlotHead } from './slot-head.tsx';
import styles from './slots.module.css';

/** A slot with an app in it; the whole of it leads to the app. */
export function AppSlot({ app }: { readonly app: DeveloperApp }) {
  const { t } = useTranslation();
  const trialWords = useTrialWords();
  const live = app.state === 'live';
  return (
    <article className={styles.app}>
      <SlotHead
        number={app.slot}
        door={live ? 'open' : 'shut'}
        status={<Status tone={live ? 'ok' : 'idle'}>{t(`apps.state.${app.state}`)}</Status>}
      />
      <h2>
        <Link to={paths.app} params={{ appKey: app.appKey }} className={styles.link}>
          <AppMark colour={app.settings.colour} />
          {app.name}
        </Link>
      </h2>
      <p className={styles.key}>
        <code>{app.appKey}</code>
        <CopyButton value={app.appKey} what={t('app.key')} />
      </p>
      <p className={styles.foot}>
        <span>
          {t('apps.created')} <Moment iso={app.createdAt} />
        </span>
        {app.state !== 'deleted' && <span>{trialWords(app)}</span>}
      </p>
    </article>
  );
}
