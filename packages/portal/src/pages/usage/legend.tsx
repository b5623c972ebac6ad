import { useUsageWords } from '../../languages/use-usage-words.ts';
import styles from './calls-card.module.css';
import type { Layer, LayerKind } from './chart-layers.ts';
import { Swatch } from './swatch.tsx';
import { useNames } from './use-names.ts';

interface LegendProps {
  /** Which time the numbers are of. */
  readonly caption: string;
  readonly kind: LayerKind;
  readonly layers: readonly Layer[];
  readonly colours: readonly string[];
  /** The step pointed at; undefined for all of them. */
  readonly step: number | undefined;
}

/** What each colour of the chart means, with its number. */
export function Legend({ caption, kind, layers, colours, step }: LegendProps) {
  const { t, i18n } = useUsageWords();
  const nameOf = useNames();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <table className={styles.legend}>
      <caption>{caption}</caption>
      <thead className="oh-visually-hidden">
        <tr>
          <th scope="col">{t(kind === 'result' ? 'usage:result' : 'usage:operation')}</th>
          <th scope="col">{t('usage:calls')}</th>
        </tr>
      </thead>
      <tbody>
        {layers.map(({ name, counts, total }, place) => (
          <tr key={name}>
            <th scope="row">
              <Swatch colour={colours[place] ?? ''} />
              <span>{nameOf(kind, name)}</span>
            </th>
            <td>{number.format(step === undefined ? total : (counts[step] ?? 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
