import type { RefusedUpload } from '@openhouse/contract';
import { inWords } from '@openhouse/contract/notices';
import { useImportWords } from '../../languages/use-import-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './refused-tours.module.css';
import { useNoticeWords } from './use-notice-words.ts';

interface RefusedToursProps {
  readonly refused: readonly RefusedUpload[];
}

/** What is wrong with tours: where, what was expected, what was found; can be copied for the author of the bundle. */
export function RefusedTours({ refused }: RefusedToursProps) {
  const { t } = useImportWords();
  const words = useNoticeWords();
  return refused.map(({ label, problems, problemCount }) => (
    <section key={label} className={styles.tour} aria-label={label}>
      <header className={styles.head}>
        <h3>{label}</h3>
        <span>
          {t('imports:problems', { count: problemCount })}
          {problems.length < problemCount && ` · ${t('imports:problemsShown', { count: problems.length })}`}
        </span>
        <CopyButton value={textOf({ label, problems, problemCount })} what={t('imports:copyProblems')} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={styles.problems} tabIndex={0} aria-label={t('imports:problems', { count: problemCount })}>
        {problems.map(({ file, pointer, expected, found }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may lie at one place; the list never changes.
          <li key={index}>
            <p className={styles.place}>
              <code>{file}</code>{' '}
              <code className={styles.pointer}>{pointer === '' ? t('imports:wholeFile') : pointer}</code>
            </p>
            <p>
              <span className={styles.label}>{t('imports:expected')}</span>{' '}
              {words === undefined ? expected : inWords(words.expected, expected)}
            </p>
            <p>
              <span className={styles.label}>{t('imports:found')}</span>{' '}
              <span className={styles.found}>{words === undefined ? found : inWords(words.found, found)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The same lines that the command line prints. */
function textOf({ label, problems, problemCount }: RefusedUpload): string {
  const lines = problems.map(
    ({ file, pointer, expected, found }) =>
      `${file}${pointer === '' ? '' : `#${pointer}`}: expected ${expected}, found ${found}`,
  );
  const others = problemCount - problems.length;
  return [label, ...lines, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}
