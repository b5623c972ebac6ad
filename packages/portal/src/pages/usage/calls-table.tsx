import type { GatewayCall } from '@openhouse/contract';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { costWords } from '../../ui/cost.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Cell, Table } from '../../ui/table.tsx';
import { clockTime, wholeTime } from '../../ui/time.ts';
import styles from './calls-table.module.css';
import { useNames } from './use-names.ts';

interface CallsTableProps {
  readonly calls: readonly GatewayCall[];
  readonly onExplain: (requestId: string) => void;
}

/** One call a row, newest first. */
export function CallsTable({ calls, onExplain }: CallsTableProps) {
  const { t, i18n } = useUsageWords();
  const nameOf = useNames();
  return (
    <Table
      size="dense"
      blocksUpTo={860}
      columns={[
        t('usage:when'),
        t('usage:operation'),
        t('usage:result'),
        { name: t('usage:cost'), figures: true },
        t('usage:from'),
        t('usage:request'),
      ]}
    >
      {calls.map(({ requestId, at, operation, status, httpStatus, costMs, version, byPortal, network, parameter }) => (
        <tr key={requestId}>
          <Cell tone="muted">
            <time className={styles.whole} dateTime={at} title={wholeTime(at, i18n.language)}>
              {clockTime(at, i18n.language)}
            </time>
          </Cell>
          <Cell>
            <code>{nameOf('operation', operation)}</code>
          </Cell>
          <Cell first>
            <Outcome succeeded={status === 'success'}>
              {httpStatus} {nameOf('result', status)}
            </Outcome>
            {parameter !== null && <code className={styles.parameter}>{parameter}</code>}
          </Cell>
          <Cell figures>{costWords(costMs, i18n.language)}</Cell>
          <Cell tone="muted">
            <span className={styles.where}>
              {byPortal ? t('usage:portal') : network}
              {version !== null && <span>{t('usage:secretShort', { version })}</span>}
            </span>
          </Cell>
          <Cell>
            <div className={styles.request}>
              <button type="button" onClick={() => onExplain(requestId)} title={requestId}>
                <span className="oh-visually-hidden">{t('usage:explainOne')} </span>
                {requestId.slice(0, 8)}
              </button>
              <CopyButton value={requestId} what="request_id" />
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
