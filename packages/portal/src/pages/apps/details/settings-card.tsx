import type { DeveloperApp } from '@openhouse/contract';
import { useState } from 'react';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { AppMark } from '../../../ui/app-mark.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from './app-view.module.css';
import { DeleteAppDialog } from './delete-app-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

interface SettingsCardProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly isOwner: boolean;
}

/** What is set of an app; owners change it. */
export function SettingsCard({ app, teamId, isOwner }: SettingsCardProps) {
  const { t } = useSettingsWords();
  const [asking, setAsking] = useState<'change' | 'delete'>();
  const close = () => setAsking(undefined);
  const { description, contact, colour, networks, mayActivate, retireLeaked } = app.settings;
  return (
    <Card
      title={t('settings:title')}
      action={
        isOwner && (
          <span className={styles.actions}>
            <Button size="small" look="danger" onClick={() => setAsking('delete')}>
              {t('settings:delete')}
            </Button>
            <Button size="small" onClick={() => setAsking('change')}>
              {t('settings:change')}
            </Button>
          </span>
        )
      }
    >
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>{t('settings:description')}</dt>
          <dd>{description || t('settings:none')}</dd>
        </div>
        <div className={styles.row}>
          <dt>{t('settings:contact')}</dt>
          <dd>{contact === '' ? t('settings:none') : <a href={`mailto:${contact}`}>{contact}</a>}</dd>
        </div>
        <div className={styles.row}>
          <dt>{t('settings:colour')}</dt>
          <dd>
            <span>
              <AppMark colour={colour} />
              {t(`settings:colours.${colour ?? 'none'}`)}
            </span>
          </dd>
        </div>
        <div className={styles.row}>
          <dt>{t('settings:networks')}</dt>
          <dd>{networks.length === 0 ? t('settings:anywhere') : <code>{networks.join(' ')}</code>}</dd>
        </div>
        <div className={styles.row}>
          <dt>{t('settings:access')}</dt>
          <dd>{t(mayActivate ? 'settings:mayActivate' : 'settings:readOnly')}</dd>
        </div>
        <div className={styles.row}>
          <dt>{t('settings:leaked')}</dt>
          <dd>{t(retireLeaked ? 'settings:retireLeaked' : 'settings:keepLeaked')}</dd>
        </div>
      </dl>
      {asking === 'change' && <SettingsDialog app={app} teamId={teamId} onClose={close} />}
      {asking === 'delete' && <DeleteAppDialog app={app} teamId={teamId} onClose={close} />}
    </Card>
  );
}
