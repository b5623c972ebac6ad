import type { UsageOfOperation } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import table from './numbers-table.module.css';
import { useNames } from './use-names.ts';
import { costWords } from './words.ts';

/** What each operation did and cost. */
export function OperationsCard({ operations }: { readonly operations: readonly UsageOfOperation[] }) {
  const { t, i18n } = useTranslation();
  const nameOf = useNames();
  const number = new Intl.NumberFormat(i18n.language);
  const cost = (ms: number | null) => (ms === null ? '–' : costWords(ms, i18n.language));
  return (
    <Card title={t('usage.operations')} note={t('usage.operationsNote')}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('usage.operation')}</th>
            <th scope="col">{t('usage.calls')}</th>
            <th scope="col">{t('usage.refused')}</th>
            <th scope="col">{t('usage.p50')}</th>
            <th scope="col">{t('usage.p95')}</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation, calls, refused, p50Ms, p95Ms }) => (
            <tr key={operation}>
              <th scope="row">
                <code>{nameOf('operation', operation)}</code>
              </th>
              <td data-label={t('usage.calls')}>{number.format(calls)}</td>
              <td data-label={t('usage.refused')} className={refused > 0 ? table.refused : table.nothing}>
                {number.format(refused)}
              </td>
              <td data-label={t('usage.p50')}>{cost(p50Ms)}</td>
              <td data-label={t('usage.p95')}>{cost(p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
