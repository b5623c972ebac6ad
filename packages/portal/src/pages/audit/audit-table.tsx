import type { AuditEntry } from '@openhouse/contract';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import card from '../../ui/card.module.css';
import { Outcome } from '../../ui/outcome.tsx';
import { Cell, Table } from '../../ui/table.tsx';
import { wholeTime } from '../../ui/time.ts';
import { useBrowserName } from '../../ui/use-browser-name.ts';
import styles from './audit-table.module.css';

/** Entries of the audit log, one a row. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t, i18n } = useAuditWords();
  const browserName = useBrowserName();
  const nameOf = ({ userCode, name }: AuditEntry['actor']) => {
    if (name === '') return t('audit:service');
    // In place of a person the name says so; alone it is a word of the page's language.
    return userCode === 'operator' && name === 'Operator' ? t('audit:operator') : name;
  };
  return (
    <div className={card.card}>
      <Table
        blocksUpTo={640}
        columns={[t('audit:when'), t('audit:who'), t('audit:what'), t('audit:where'), t('audit:outcome')]}
      >
        {entries.map(({ number, at, actor, action, subject, ipAddress, outcome, reason = '' }) => (
          <tr key={number}>
            <Cell tone="muted">
              <time dateTime={at}>{wholeTime(at, i18n.language)}</time>
            </Cell>
            <Cell>{nameOf(actor)}</Cell>
            <Cell first>
              <span className={styles.action}>{t(`audit:action.${action}`)}</span>{' '}
              <span className={styles.subject}>
                {action.startsWith('session.') ? (browserName(subject) ?? subject) : subject}
              </span>
              {reason !== '' && <span className={styles.reason}>{t('audit:reason', { reason })}</span>}
            </Cell>
            <Cell tone="muted">
              <code className={styles.address}>{ipAddress}</code>
            </Cell>
            <Cell>
              <Outcome succeeded={outcome === 'succeeded'}>
                {outcome === 'succeeded' ? t('audit:succeeded') : outcome}
              </Outcome>
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}
