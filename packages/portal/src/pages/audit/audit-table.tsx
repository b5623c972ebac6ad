import type { AuditEntry } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import card from '../../ui/card.module.css';
import { wholeTime } from '../../ui/time.ts';
import styles from './audit-table.module.css';

/** Entries of the audit log, one a row. On a phone each row is a block. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  return (
    <div className={card.card}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('audit.when')}</th>
            <th scope="col">{t('audit.who')}</th>
            <th scope="col">{t('audit.what')}</th>
            <th scope="col">{t('audit.where')}</th>
            <th scope="col">{t('audit.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.number}>
              <td className={styles.when}>
                <time dateTime={entry.at}>{wholeTime(entry.at, i18n.language)}</time>
              </td>
              <td>{entry.actor.name === '' ? t('audit.service') : entry.actor.name}</td>
              <td>
                <span className={styles.action}>{t(`audit.action.${entry.action}`)}</span>{' '}
                <span className={styles.subject}>{entry.subject}</span>
              </td>
              <td className={styles.where}>{entry.ipAddress}</td>
              <td>
                <Outcome outcome={entry.outcome} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ outcome }: { readonly outcome: string }) {
  const { t } = useTranslation();
  const succeeded = outcome === 'succeeded';
  return (
    <span className={succeeded ? styles.succeeded : styles.refused}>{succeeded ? t('audit.succeeded') : outcome}</span>
  );
}
