import type { ImportReport } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { useImportWords } from '../../languages/use-import-words.ts';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { sizeText } from '../../ui/bytes.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import styles from './import-list.module.css';
import { ImportSummary } from './import-summary.tsx';
import { RefusedTours } from './refused-tours.tsx';
import type { ImportState, TourImport } from './use-imports.ts';

interface ImportRowProps {
  readonly tourImport: TourImport;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** Whether it ends with the page. */
export function goesOn({ state: { phase } }: TourImport): boolean {
  return phase === 'waiting' || phase === 'sending' || phase === 'importing';
}

/** One file: its progress, then its result. */
export function ImportRow({ tourImport, onRetry, onRemove }: ImportRowProps) {
  const { t } = useImportWords();
  const { file, state } = tourImport;
  const remove = t(goesOn(tourImport) ? 'imports:cancel' : 'imports:clear');
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.name}>{file.name}</p>
          <Said state={state} file={file} />
        </div>
        {state.phase === 'failed' && (
          <Button size="small" onClick={onRetry} label={`${t('problems.retry')}: ${file.name}`}>
            {t('problems.retry')}
          </Button>
        )}
        <Button size="small" onClick={onRemove} label={`${remove} ${file.name}`}>
          {remove}
        </Button>
      </div>
      <Bar state={state} name={file.name} />
      {state.phase === 'done' && <Report report={state.report} fullReport={state.fullReport} name={file.name} />}
      {state.phase === 'refused' && <RefusedTours refused={state.refused} />}
      {state.phase === 'failed' && (
        <div className={styles.failure}>
          <FailureMessage error={state.error} tried={t('imports:failed')} />
        </div>
      )}
    </li>
  );
}

const UNSUITABLE = { type: 'imports:wrongType', size: 'imports:tooLarge', gone: 'imports:gone' } as const;

function Said({ state, file }: { readonly state: ImportState; readonly file: File }) {
  const { t, i18n } = useImportWords();
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const said = () => {
    switch (state.phase) {
      case 'waiting':
        return t('imports:waiting');
      case 'sending':
        return t('imports:sending', { sent: size(state.sentBytes), total: size(state.totalBytes) });
      case 'importing':
        return state.total > 1 ? t('imports:importingMany', state) : t('imports:importing');
      case 'unsuitable':
        return t(UNSUITABLE[state.reason], { size: size(file.size) });
      case 'refused':
        return t('imports:refused');
      default:
        return undefined;
    }
  };
  const isBad = state.phase === 'refused' || state.phase === 'unsuitable';
  return (
    <p className={`${styles.fact} ${isBad ? styles.refused : ''}`.trim()} role={isBad ? 'alert' : undefined}>
      {said()}
    </p>
  );
}

function Bar({ state, name }: { readonly state: ImportState; readonly name: string }) {
  const { t } = useImportWords();
  const label = t('imports:progressOf', { name });
  if (state.phase === 'sending') {
    return (
      <progress className={styles.bar} aria-label={label} value={state.sentBytes} max={Math.max(1, state.totalBytes)} />
    );
  }
  if (state.phase !== 'importing') return null;
  return state.total > 1 ? (
    <progress className={styles.bar} aria-label={label} value={state.done} max={state.total} />
  ) : (
    <progress className={styles.bar} aria-label={label} />
  );
}

interface ReportProps {
  readonly report: ImportReport;
  readonly fullReport: string;
  readonly name: string;
}

function Report({ report: { imported, refused, problems }, fullReport, name }: ReportProps) {
  const { t } = useImportWords();
  return (
    <>
      <p className={styles.fact} role="status">
        {t('imports:totals', { imported: imported.length, refused: refused.length })}
      </p>
      <ImportSummary problems={problems} fullReport={fullReport} name={name} />
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <ul className={styles.tours} tabIndex={0} aria-label={t('imports:uploads')}>
          {imported.map(({ resourceCode, outcome, warnings }) => (
            <li key={resourceCode}>
              <span className={styles.outcome}>{t(`imports:outcome.${outcome}`)}</span>{' '}
              <Link to={`${paths.tours}/${resourceCode}` as string}>{t('imports:open', { code: resourceCode })}</Link>
              {warnings.length > 0 && (
                <details className={styles.notices}>
                  <summary>{t('imports:notices', { count: warnings.length })}</summary>
                  {warnings.map((warning) => (
                    <p key={warning} className={styles.warning}>
                      {warning}
                    </p>
                  ))}
                </details>
              )}
            </li>
          ))}
        </ul>
      </div>
      {refused.length > 0 && <RefusedTours refused={refused} />}
    </>
  );
}
