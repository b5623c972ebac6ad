import { useState } from 'react';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Cell, Table } from '../../ui/table.tsx';
import type { Layer, LayerKind } from './chart-layers.ts';
import styles from './steps-table.module.css';
import { useNames } from './use-names.ts';
import { spanWords } from './words.ts';

interface StepsTableProps {
  readonly kind: LayerKind;
  readonly layers: readonly Layer[];
  /** Start of each step, in seconds since the Unix epoch. */
  readonly starts: readonly number[];
  readonly stepS: number;
}

/** The chart in numbers, newest first; steps without a call are left out. Made when it is opened. */
export function StepsTable({ kind, layers, starts, stepS }: StepsTableProps) {
  const { t, i18n } = useUsageWords();
  const nameOf = useNames();
  const [open, setOpen] = useState(false);
  const number = new Intl.NumberFormat(i18n.language);
  const steps = starts
    .map((start, step) => ({ start, counts: layers.map(({ counts }) => counts[step] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .reverse();
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('usage:asTable')}</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className={styles.scroll} tabIndex={0} aria-label={t('usage:asTable')}>
          <Table
            size="small"
            stickyHead
            columns={[t('usage:when'), ...layers.map(({ name }) => ({ name: nameOf(kind, name), figures: true }))]}
          >
            {steps.map(({ start, counts }) => (
              <tr key={start}>
                <Cell rowHeader>{spanWords(start, stepS, i18n.language)}</Cell>
                {counts.map((count, layer) => (
                  <Cell key={layers[layer]?.name} figures>
                    {number.format(count)}
                  </Cell>
                ))}
              </tr>
            ))}
          </Table>
        </section>
      )}
    </details>
  );
}
