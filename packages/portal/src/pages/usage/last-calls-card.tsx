import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallFilter, callsQuery } from '../../api/calls-query.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { CallsTable } from './calls-table.tsx';
import { SideChoice } from './range-choice.tsx';
import styles from './usage-page.module.css';

interface LastCallsCardProps {
  readonly appKey: string;
  readonly teamId: string;
  readonly onExplain: (requestId: string) => void;
}

/** Calls shown before somebody asks for more. */
const FIRST = 12;

/** The last calls, looked at again every few seconds; what is there stays until the next answer. */
export function LastCallsCard({ appKey, teamId, onExplain }: LastCallsCardProps) {
  const { t } = useUsageWords();
  const [filter, setFilter] = useState<CallFilter>('all');
  const [whole, setWhole] = useState(false);
  const { data: calls, error, isPlaceholderData } = useQuery(callsQuery(usePortal(), teamId, appKey, filter));
  return (
    <div className={styles.figures} aria-busy={isPlaceholderData}>
      <Card
        title={t('usage:lastCalls')}
        note={t('usage:lastCallsNote')}
        action={
          <SideChoice
            label={t('usage:show')}
            value={filter}
            choices={[
              ['all', t('usage:showAll')],
              ['refused', t('usage:showRefused')],
            ]}
            onChange={setFilter}
          />
        }
      >
        {error !== null && <FailureMessage error={error} tried={t('usage:notFresh')} />}
        {calls?.length === 0 && !isPlaceholderData && (
          <p className={styles.nothing}>{t(filter === 'all' ? 'usage:noCalls' : 'usage:noRefused')}</p>
        )}
        {calls !== undefined && calls.length > 0 && (
          <CallsTable calls={whole ? calls : calls.slice(0, FIRST)} onExplain={onExplain} />
        )}
        {calls !== undefined && calls.length > FIRST && !whole && (
          <div className={styles.more}>
            <Button size="small" onClick={() => setWhole(true)}>
              {t('usage:showMore', { count: calls.length })}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
