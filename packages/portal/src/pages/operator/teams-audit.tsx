import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuditLog } from './audit-log.tsx';
import styles from './operator.module.css';
import { type TeamsAuditFilter, teamsAuditQuery } from './operator-queries.ts';
import { useWords } from './words.ts';

/** The audit logs of all Teams, by Team, person and outcome. */
export function TeamsAudit() {
  const { t } = useWords();
  const { t: words } = useAuditWords();
  const [typed, setTyped] = useState({ team: '', actor: '' });
  const [filter, setFilter] = useState<TeamsAuditFilter>({});
  const log = useInfiniteQuery(teamsAuditQuery(usePortal(), filter));
  const search = (event: FormEvent) => {
    event.preventDefault();
    const { outcome } = filter;
    setFilter({
      ...(outcome !== undefined && { outcome }),
      ...(typed.team.trim() !== '' && { team: typed.team.trim() }),
      ...(typed.actor.trim() !== '' && { actor: typed.actor.trim() }),
    });
  };
  const choose = (outcome: string) => {
    const { outcome: _, ...rest } = filter;
    setFilter(outcome === 'succeeded' || outcome === 'refused' ? { ...rest, outcome } : rest);
  };
  return (
    <>
      <search>
        <form className={styles.search} onSubmit={search}>
          <TextField
            label={t('operator:teamCode')}
            value={typed.team}
            maxLength={64}
            spellCheck={false}
            onChange={(team) => setTyped({ ...typed, team })}
          />
          <TextField
            label={t('operator:personCode')}
            value={typed.actor}
            maxLength={64}
            spellCheck={false}
            onChange={(actor) => setTyped({ ...typed, actor })}
          />
          <ChoiceField
            label={words('audit:outcome')}
            value={filter.outcome ?? ''}
            choices={[
              ['', t('operator:anyOutcome')],
              ['succeeded', words('audit:succeeded')],
              ['refused', t('operator:refusedOnly')],
            ]}
            onChange={choose}
          />
          <Button type="submit">{t('operator:findIt')}</Button>
        </form>
      </search>
      <AuditLog log={log} none={words('audit:none')} />
    </>
  );
}
