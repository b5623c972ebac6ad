import type { DeveloperApp } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { QuickStart } from '../samples/quick-start.tsx';
import { CallsCard } from './calls-card.tsx';
import { LastCallsCard } from './last-calls-card.tsx';
import { LimitCard } from './limit-card.tsx';
import { OperationsCard } from './operations-card.tsx';
import { RangeChoice } from './range-choice.tsx';
import styles from './usage-page.module.css';
import { usageQuery } from './usage-queries.ts';
import { type UsageRange, usageRanges } from './usage-search.ts';
import { VersionsCard } from './versions-card.tsx';

const HOURS_A_DAY = 24;

interface AppUsageProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly range: UsageRange;
  readonly onRange: (range: UsageRange) => void;
  readonly onExplain: (requestId: string) => void;
}

/** One app's use: calls over time, costs, versions of the secret, limit, and the last calls. */
export function AppUsage({ app, teamId, range, onRange, onExplain }: AppUsageProps) {
  const { t } = useUsageWords();
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQuery(usePortal(), teamId, app.appKey, range));
  const rangeChoice = <RangeChoice value={range} onChange={onRange} />;
  if (data === undefined) {
    return error === null ? (
      <Waiting />
    ) : (
      <Card title={t('usage:calls')} action={rangeChoice}>
        <div className={styles.empty}>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          <div>
            <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>
          </div>
        </div>
      </Card>
    );
  }
  const { usage, keptDays } = data;
  return (
    <>
      {error !== null && <FailureMessage error={error} tried={t('usage:notFresh')} />}
      {usageRanges[range].hours > keptDays * HOURS_A_DAY && <p>{t('usage:keptDays', { count: keptDays })}</p>}
      <div className={styles.figures} aria-busy={isPlaceholderData}>
        {usage.calls === 0 ? (
          <NoCalls app={app} teamId={teamId} action={rangeChoice} />
        ) : (
          <>
            <CallsCard usage={usage} action={rangeChoice} />
            <OperationsCard operations={usage.operations} />
            <div className={styles.pair}>
              <LimitCard limit={usage.limit} />
              <VersionsCard versions={usage.versions} />
            </div>
          </>
        )}
      </div>
      <LastCallsCard appKey={app.appKey} teamId={teamId} onExplain={onExplain} />
    </>
  );
}

interface NoCallsProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly action: ReactNode;
}

/** Nothing to draw yet: the call that changes it, with this app's own key. */
function NoCalls({ app, teamId, action }: NoCallsProps) {
  const { t } = useUsageWords();
  return (
    <Card title={t('usage:calls')} action={action}>
      <div className={styles.empty}>
        <h3>{t('usage:noneTitle')}</h3>
        <p>{t('usage:noneText', { name: app.name })}</p>
        <QuickStart appKey={app.appKey} teamId={teamId} />
      </div>
    </Card>
  );
}
