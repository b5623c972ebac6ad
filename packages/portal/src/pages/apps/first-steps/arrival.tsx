import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useFirstWords } from '../../../languages/use-first-words.ts';
import { paths } from '../../../shell/paths.ts';
import { costWords } from '../../../ui/cost.ts';
import { Status } from '../../../ui/status.tsx';
import { secretsQuery } from '../app-queries.ts';
import styles from './arrival.module.css';
import { useFirstCall } from './use-first-call.ts';

interface ArrivalProps {
  readonly appKey: string;
  readonly teamId: string;
}

/** Waits with the person for the first call of an app, and says so when it arrives. Nothing for an app that was called before. */
export function Arrival({ appKey, teamId }: ArrivalProps) {
  const { t, i18n } = useFirstWords();
  const call = useFirstCall(teamId, appKey);
  const [waits, setWaits] = useState<boolean>();
  useEffect(() => {
    if (waits === undefined && call !== undefined) setWaits(call?.status !== 'success');
  }, [waits, call]);
  useReadSecretsAgain(teamId, appKey, call?.requestId);
  if (waits !== true) return null;
  if (!call) {
    return (
      <p className={styles.arrival} role="status">
        <Status tone="warn">{t('first:waiting')}</Status>
      </p>
    );
  }
  const { operation, costMs, status, requestId } = call;
  const succeeded = status === 'success';
  return (
    <p className={styles.arrival} role="status">
      <Status tone={succeeded ? 'ok' : 'warn'}>
        {succeeded
          ? t('first:arrived', { operation, cost: costWords(costMs, i18n.language) })
          : t('first:arrivedRefused', { operation, status })}
      </Status>
      <Link to={paths.usage} search={{ app: appKey, ...(!succeeded && { call: requestId }) }}>
        {t(succeeded ? 'first:seeUsage' : 'first:why')}
      </Link>
    </p>
  );
}

/** Beside a call that has arrived, its secret is not said to be unused. */
function useReadSecretsAgain(teamId: string, appKey: string, requestId: string | undefined): void {
  const portal = usePortal();
  const queries = useQueryClient();
  useEffect(() => {
    if (requestId === undefined) return;
    void queries.invalidateQueries({ queryKey: secretsQuery(portal, teamId, appKey).queryKey });
  }, [portal, queries, teamId, appKey, requestId]);
}
