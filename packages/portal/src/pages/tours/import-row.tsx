import type { ImportReport } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { sizeText } from './bytes.ts';
import styles from './import-list.module.css';
import { RefusedTours } from './refused-tours.tsx';
import type { ImportState, TourImport } from './use-imports.ts';

interface ImportRowProps {
  readonly tourImport: TourImport;
  readonly onRemove: () => void;
}

/** One file: how far it is, then what came of it. */
export function ImportRow({ tourImport: { file, state }, onRemove }: ImportRowProps) {
  const { t } = useTranslation();
  const goesOn = ['waiting', 'sending', 'importing'].includes(state.phase);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.name}>{file.name}</p>
          <Said state={state} file={file} />
        </div>
        <Button size="small" onClick={onRemove} label={`${t(goesOn ? 'tours.cancel' : 'tours.clear')} ${file.name}`}>
          {t(goesOn ? 'tours.cancel' : 'tours.clear')}
        </Button>
      </div>
      <Bar state={state} name={file.name} />
      {state.phase === 'done' && <Report report={state.report} />}
      {state.phase === 'refused' && <RefusedTours refused={state.refused} />}
      {state.phase === 'failed' && <FailureMessage error={state.error} tried={t('tours.failed')} />}
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

function Report({ report: { imported, refused } }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  return (
    <>
      <div role="status">
        <ul className={styles.tours}>
          {imported.map(({ resourceCode, outcome, warnings }) => (
            <li key={resourceCode}>
              <span className={styles.outcome}>{t(`tours.outcome.${outcome}`)}</span>{' '}
              <Link to={`${paths.tours}/${resourceCode}` as string}>{t('tours.open', { code: resourceCode })}</Link>
              {warnings.map((warning) => (
                <p key={warning} className={styles.warning}>
                  {t('tours.warnings')}: {warning}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </div>
      {refused.length > 0 && <RefusedTours refused={refused} />}
    </>
  );
}
