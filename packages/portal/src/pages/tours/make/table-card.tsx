import type { NamedPicture, TableProblem } from '@openhouse/contract/panoramas';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type DraftTable, draftRows } from './draft.ts';
import styles from './make-tour.module.css';
import type { DraftHistory } from './use-draft.ts';

interface TableCardProps {
  readonly table: DraftTable;
  readonly history: DraftHistory;
  /** Whether pictures are still read: the table may name them. */
  readonly isReading: boolean;
}

/** Problems that are said, before the number of the others. */
const SAID_MAX = 10;

/** The table of places, and where it does not fit the pictures. */
export function TableCard({ table, history: { draft, change }, isReading }: TableCardProps) {
  const { t } = useMakingWords();
  const { rows, problems } = draftRows(draft);
  const total = draft.scenes.length;
  const wordsOf = (problem: TableProblem<NamedPicture>): string => {
    switch (problem.kind) {
      case 'either':
        return t('making:tableProblem.either', {
          ...{ name: problem.name, pictures: problem.pictures.map(({ label }) => label).join(t('making:or')) },
        });
      case 'twice':
      case 'no row':
        return t(`making:tableProblem.${problem.kind}`, { picture: problem.picture.label });
      default:
        return t(`making:tableProblem.${problem.kind}`, { ...problem });
    }
  };
  // A name that a table has more than once is said once.
  const said = isReading || total === 0 ? [] : [...new Set(problems.map(wordsOf))];
  return (
    <div className={styles.section}>
      <Card
        title={t('making:table')}
        note={total === 0 ? table.name : `${table.name} · ${t('making:tableFits', { count: rows.size, total })}`}
        action={
          <Button size="small" onClick={() => change((now) => ({ ...now, table: undefined }))}>
            {t('making:tableForget')}
          </Button>
        }
      >
        {total === 0 && <p className={styles.told}>{t('making:tableWaits')}</p>}
        {said.length > 0 && (
          <div role="alert">
            <ul className={styles.list}>
              {said.slice(0, SAID_MAX).map((words) => (
                <li key={words} className={styles.told}>
                  {words}
                </li>
              ))}
              {said.length > SAID_MAX && (
                <li className={styles.told}>{t('making:tableMore', { count: said.length - SAID_MAX })}</li>
              )}
            </ul>
          </div>
        )}
      </Card>
    </div>
  );
}
