import type { UsageOfOperation } from '@openhouse/contract';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Card } from '../../ui/card.tsx';
import { costWords } from '../../ui/cost.ts';
import { Cell, Table } from '../../ui/table.tsx';
import { useNames } from './use-names.ts';

/** What each operation did and cost. */
export function OperationsCard({ operations }: { readonly operations: readonly UsageOfOperation[] }) {
  const { t, i18n } = useUsageWords();
  const nameOf = useNames();
  const number = new Intl.NumberFormat(i18n.language);
  const cost = (ms: number | null) => (ms === null ? '–' : costWords(ms, i18n.language));
  return (
    <Card title={t('usage:operations')} note={t('usage:operationsNote')}>
      <Table
        blocksUpTo={640}
        columns={[
          t('usage:operation'),
          { name: t('usage:calls'), figures: true },
          { name: t('usage:refused'), figures: true },
          { name: t('usage:p50'), figures: true },
          { name: t('usage:p95'), figures: true },
        ]}
      >
        {operations.map(({ operation, calls, refused, p50Ms, p95Ms }) => (
          <tr key={operation}>
            <Cell rowHeader>
              <code>{nameOf('operation', operation)}</code>
            </Cell>
            <Cell figures label={t('usage:calls')}>
              {number.format(calls)}
            </Cell>
            <Cell figures label={t('usage:refused')} tone={refused > 0 ? 'bad' : 'faint'}>
              {number.format(refused)}
            </Cell>
            <Cell figures label={t('usage:p50')}>
              {cost(p50Ms)}
            </Cell>
            <Cell figures label={t('usage:p95')}>
              {cost(p95Ms)}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
