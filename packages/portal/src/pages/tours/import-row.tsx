import type { ImportReport } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
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

/** One file: how far it is, then what came of it. */
export function ImportRow({ tourImport: { file, state }, onRetry, onRemove }: ImportRowProps) {
  const { t } = useTranslation();
  const goesOn = ['waiting', 'sending', 'importing'].includes(state.phase);
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
        <Button size="small" onClick={onRemove} label={`${t(goesOn ? 'tours.cancel' : 'tours.clear')} ${file.name}`}>
          {t(goesOn ? 'tours.cancel' : 'tours.clear')}
        </Button>
      </div>
      <Bar state={state} name={file.name} />
      {state.phase === 'done' && <Report report={state.report} fullReport={state.fullReport} name={file.name} />}
      {state.phase === 'refused' && <RefusedTours refused={state.refused} />}
      {state.phase === 'failed' && (
        <div className={styles.failure}>
          <FailureMessage error={state.error} tried={t('tours.failed')} />
        </div>
      )}
    </li>
  );
}

function Said({ state, file }: { readonly state: ImportState; readonly file: File }) {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const said = () => {
    switch (state.phase) {
      case 'waiting':
        return t('tours.waiting');
      case 'sending':
        return t('tours.sending', { sent: size(state.sentBytes), total: size(state.totalBytes) });
      case 'importing':
        return state.total > 1 ? t('tours.importingMany', state) : t('tours.importing');
      case 'unsuitable':
        return state.reason === 'type' ? t('tours.wrongType') : t('tours.tooLarge', { size: size(file.size) });
      case 'refused':
        return t('tours.refused');
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
  const { t } = useTranslation();
  const label = t('tours.progressOf', { name });
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
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.fact} role="status">
        {t('tours.totals', { imported: imported.length, refused: refused.length })}
      </p>
      <ImportSummary problems={problems} fullReport={fullReport} name={name} />
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <ul className={styles.tours} tabIndex={0} aria-label={t('tours.uploads')}>
          {imported.map(({ resourceCode, outcome, warnings }) => (
            <li key={resourceCode}>
              <span className={styles.outcome}>{t(`tours.outcome.${outcome}`)}</span>{' '}
              <Link to={`${paths.tours}/${resourceCode}` as string}>{t('tours.open', { code: resourceCode })}</Link>
              {warnings.length > 0 && (
                <details className={styles.notices}>
                  <summary>{t('tours.notices', { count: warnings.length })}</summary>
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
