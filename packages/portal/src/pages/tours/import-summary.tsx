import type { ImportProblemGroup } from '@openhouse/contract';
import { inWords } from '@openhouse/contract/notices';
import { useImportWords } from '../../languages/use-import-words.ts';
import { Button } from '../../ui/button.tsx';
import { Cell, Table } from '../../ui/table.tsx';
import styles from './import-summary.module.css';
import { useNoticeWords } from './use-notice-words.ts';

interface ImportSummaryProps {
  readonly problems: readonly ImportProblemGroup[];
  /** Every tour with all that was found in it, one JSON object a line. */
  readonly fullReport: string;
  /** Name of the upload. */
  readonly name: string;
}

/** What differs in an upload, each kind once: how many tours have it, one example, and what it means for readers. */
export function ImportSummary({ problems, fullReport, name }: ImportSummaryProps) {
  const { t } = useImportWords();
  const words = useNoticeWords();
  const meaningOf = ({ kind, place, meaning }: ImportProblemGroup): string =>
    words === undefined ? meaning : (words.meaningsAt[place] ?? words.meanings[kind]);
  const foundOf = ({ example: { found } }: ImportProblemGroup): string =>
    words === undefined ? found : inWords(words.found, found);
  const oddnessOf = ({ kind, place, problem }: ImportProblemGroup): string => {
    if (kind === 'refused') return t('imports:kindRefused');
    return words === undefined ? problem.slice(place.length).trim() : words.kinds[kind];
  };
  if (problems.length === 0) return null;
  return (
    <div className={styles.summary}>
      <header className={styles.head}>
        <h3>{t('imports:summary')}</h3>
        {fullReport !== '' && (
          <Button
            size="small"
            label={`${t('imports:fullReport')}: ${name}`}
            onClick={() => save(fullReport, `${name}.report.jsonl`)}
          >
            {t('imports:fullReport')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={`${t('imports:summary')}: ${name}`}>
        <Table
          size="dense"
          stickyHead
          blocksUpTo={760}
          columns={[
            { name: t('imports:summaryTours'), figures: true },
            t('imports:summaryProblem'),
            t('imports:summaryExample'),
            t('imports:summaryMeaning'),
          ]}
        >
          {problems.map((group) => (
            <tr key={`${group.kind} ${group.problem}`}>
              <Cell figures label={t('imports:summaryTours')}>
                {group.tours}
              </Cell>
              <Cell rowHeader>
                {group.place !== '' && <code className={styles.place}>{group.place}</code>}{' '}
                <span className={group.kind === 'refused' ? styles.refused : undefined}>{oddnessOf(group)}</span>
              </Cell>
              <Cell label={t('imports:summaryExample')}>
                <code className={styles.place}>{exampleOf(group, name)}</code>{' '}
                <span className={styles.found}>{t('imports:foundThere', { found: foundOf(group) })}</span>
              </Cell>
              <Cell label={t('imports:summaryMeaning')}>{meaningOf(group)}</Cell>
            </tr>
          ))}
        </Table>
      </section>
    </div>
  );
}

/** The tour within the upload; the upload itself where it is the tour. */
const exampleOf = ({ example: { label } }: ImportProblemGroup, name: string): string =>
  label.startsWith(`${name}/`) ? label.slice(name.length + 1) : label;

/** Hands a text to the browser as a file. */
function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
