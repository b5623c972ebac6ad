import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { SessionRow } from './session-row.tsx';
import styles from './sessions-page.module.css';
import { sessionsQuery } from './sessions-query.ts';
import { type SessionsToEnd, useEndSessions } from './use-end-sessions.ts';

/** The browsers a person is signed in with; ends one, or all but this. */
export function SessionsPage() {
  const { t } = useTranslation();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(usePortal()));
  const ending = useEndSessions();
  const [asking, setAsking] = useState<SessionsToEnd>();
  const others = sessions?.filter((session) => !session.isCurrent).length ?? 0;

  return (
    <>
      <Crumb>
        <span>{t('sessions.title')}</span>
      </Crumb>
      <PageHeading
        title={t('sessions.title')}
        lede={t('sessions.lede')}
        action={others > 0 && <Button onClick={() => setAsking('others')}>{t('sessions.endOthers')}</Button>}
      />
      {ending.isSuccess && (
        <Message tone="polite">
          {ending.data === 0 ? t('sessions.alreadyEnded') : t('sessions.ended', { count: ending.data })}
        </Message>
      )}
      {sessions === undefined && error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>
        </>
      )}
      {sessions === undefined && error === null && <Waiting />}
      {sessions !== undefined && (
        <ul className={`${card.card} ${styles.list}`}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsking(session)} />
          ))}
        </ul>
      )}
      {sessions !== undefined && others === 0 && <p className={styles.only}>{t('sessions.onlyThis')}</p>}
      {asking !== undefined && (
        <EndSessionsDialog
          which={asking}
          others={others}
          busy={ending.isPending}
          error={ending.error}
          onConfirm={() => ending.mutate(asking, { onSuccess: () => setAsking(undefined) })}
          onClose={() => {
            ending.cancel();
            setAsking(undefined);
          }}
        />
      )}
    </>
  );
}
