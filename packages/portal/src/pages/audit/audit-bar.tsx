import { useAuditWords } from '../../languages/use-audit-words.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { auditActions } from './audit-actions.ts';
import { AuditDownloads } from './audit-downloads.tsx';
import styles from './audit-page.module.css';
import type { AuditFilter } from './audit-query.ts';

interface AuditBarProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Chooses what of the log shows; the downloads hold the same entries. */
export function AuditBar({ filter, onChange }: AuditBarProps) {
  const { t } = useAuditWords();
  const { action, outcome } = filter;
  return (
    <div className={styles.bar}>
      <div className={styles.filter}>
        <ChoiceField
          label={t('audit:filter')}
          labelHidden
          value={action ?? 'all'}
          choices={[['all', t('audit:all')], ...auditActions.map((one) => [one, t(`audit:action.${one}`)] as const)]}
          onChange={(chosen) => onChange({ ...(outcome && { outcome }), ...(chosen !== 'all' && { action: chosen }) })}
        />
      </div>
      <div className={styles.filter}>
        <ChoiceField
          label={t('audit:filterOutcome')}
          labelHidden
          value={outcome ?? 'all'}
          choices={[
            ['all', t('audit:allOutcomes')],
            ['succeeded', t('audit:onlySucceeded')],
            ['refused', t('audit:onlyRefused')],
          ]}
          onChange={(chosen) => onChange({ ...(action && { action }), ...(chosen !== 'all' && { outcome: chosen }) })}
        />
      </div>
      <AuditDownloads filter={filter} />
    </div>
  );
}
