import type { GatewayCall } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { clockTime, wholeTime } from '../../ui/time.ts';
import styles from './calls-table.module.css';
import { useNames } from './use-names.ts';
import { costWords } from './words.ts';

interface CallsTableProps {
  readonly calls: readonly GatewayCall[];
  readonly onExplain: (requestId: string) => void;
}

/** One call a row, newest first. On a phone each row is a block. */
export function CallsTable({ calls, onExplain }: CallsTableProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useNames();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('usage.when')}</th>
          <th scope="col">{t('usage.operation')}</th>
          <th scope="col">{t('usage.result')}</th>
          <th scope="col" className={styles.right}>
            {t('usage.cost')}
          </th>
          <th scope="col">{t('usage.from')}</th>
          <th scope="col">{t('usage.request')}</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(
          ({ requestId, at, operation, status, httpStatus, costMs, version, byPortal, network, parameter }) => (
            <tr key={requestId}>
              <td className={styles.when}>
                <time dateTime={at} title={wholeTime(at, i18n.language)}>
                  {clockTime(at, i18n.language)}
                </time>
              </td>
              <td>
                <code>{nameOf('operation', operation)}</code>
              </td>
              <td>
                <span className={status === 'success' ? styles.succeeded : styles.refused}>
                  {httpStatus} {nameOf('result', status)}
                </span>
                {parameter !== null && <code className={styles.parameter}>{parameter}</code>}
              </td>
              <td className={styles.right}>{costWords(costMs, i18n.language)}</td>
              <td className={styles.where}>
                {byPortal ? t('usage.portal') : network}
                {version !== null && <span>{t('usage.secretShort', { version })}</span>}
              </td>
              <td className={styles.request}>
                <button type="button" onClick={() => onExplain(requestId)} title={requestId}>
                  <span className="oh-visually-hidden">{t('usage.explainOne')} </span>
                  {requestId.slice(0, 8)}
                </button>
                <CopyButton value={requestId} what="request_id" />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
