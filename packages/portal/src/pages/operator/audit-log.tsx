import type { OperatorEntry, TeamsEntry } from '@openhouse/contract';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Outcome } from '../../ui/outcome.tsx';
import { Cell, Table } from '../../ui/table.tsx';
import { wholeTime } from '../../ui/time.ts';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { TeamLink } from './rows.tsx';
import { useWords } from './words.ts';

interface AuditLogProps {
  readonly log: UseInfiniteQueryResult<
    InfiniteData<{ readonly entries: readonly (OperatorEntry | TeamsEntry)[] }>,
    Error
  >;
  /** What is said of a log without entries. */
  readonly none: string;
}

/** Entries of one log or of several, newest first, and more at a press. */
export function AuditLog({ log, none }: AuditLogProps) {
  const { t, i18n } = useWords();
  const { t: words } = useAuditWords();
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      {log.error !== null && <OperatorFailure error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Waiting />}
      {entries?.length === 0 && <p className={styles.muted}>{none}</p>}
      {entries !== undefined && entries.length > 0 && (
        <div className={card.card}>
          <Table
            blocksUpTo={640}
            columns={[
              words('audit:when'),
              words('audit:who'),
              words('audit:what'),
              t('operator:team'),
              words('audit:outcome'),
            ]}
          >
            {entries.map(({ team, number, at, actor, action, subject, reason, outcome }) => (
              <tr key={`${team} ${number}`}>
                <Cell tone="muted">
                  <time dateTime={at}>{wholeTime(at, i18n.language)}</time>
                </Cell>
                <Cell>{actor.name}</Cell>
                <Cell first>
                  {words(`audit:action.${action}`)} <span className={styles.muted}>{subject}</span>
                  {reason !== undefined && reason !== '' && (
                    <span className={styles.reason}>{words('audit:reason', { reason })}</span>
                  )}
                </Cell>
                <Cell>{team !== '' && <TeamLink id={team} name={team} />}</Cell>
                <Cell>
                  <Outcome succeeded={outcome === 'succeeded'}>
                    {outcome === 'succeeded' ? words('audit:succeeded') : outcome}
                  </Outcome>
                </Cell>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {log.hasNextPage && (
        <div className={styles.more}>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {words('audit:more')}
          </Button>
        </div>
      )}
    </>
  );
}
