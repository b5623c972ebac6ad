import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuditLog } from './audit-log.tsx';
import styles from './operator.module.css';
import { OF_TEAMS, teamsAuditFilter, teamsAuditQuery } from './operator-queries.ts';
import { useWords } from './words.ts';

/** The audit logs of all Teams, by Team, person and outcome. */
export function TeamsAudit() {
  const { t } = useWords();
  const { t: words } = useAuditWords();
  const navigate = useNavigate();
  const filter = teamsAuditFilter(useSearch({ from: '/frame/operator/audit' }));
  const { team = '', actor = '', outcome = '' } = filter;
  const [typed, setTyped] = useState({ team, actor });
  // The fields say what the address does, also on the way back.
  useEffect(() => setTyped({ team, actor }), [team, actor]);
  const log = useInfiniteQuery(teamsAuditQuery(usePortal(), filter));
  const show = (chosen: { readonly team: string; readonly actor: string; readonly outcome: string }) => {
    const search = { log: OF_TEAMS, ...teamsAuditFilter(chosen) };
    void navigate({ to: paths.operatorAudit, search, replace: true, resetScroll: false });
  };
  const find = (event: FormEvent) => {
    event.preventDefault();
    show({ team: typed.team.trim(), actor: typed.actor.trim(), outcome });
  };
  return (
    <>
      <search>
        <form className={styles.search} onSubmit={find}>
          <TextField
            label={t('operator:teamCode')}
            value={typed.team}
            maxLength={64}
            spellCheck={false}
            onChange={(text) => setTyped({ ...typed, team: text })}
          />
          <TextField
            label={t('operator:personCode')}
            value={typed.actor}
            maxLength={64}
            spellCheck={false}
            onChange={(text) => setTyped({ ...typed, actor: text })}
          />
          <ChoiceField
            label={words('audit:outcome')}
            value={outcome}
            choices={[
              ['', t('operator:anyOutcome')],
              ['succeeded', words('audit:succeeded')],
              ['refused', t('operator:refusedOnly')],
            ]}
            onChange={(chosen) => show({ team, actor, outcome: chosen })}
          />
          <Button type="submit">{t('operator:findIt')}</Button>
        </form>
      </search>
      <AuditLog log={log} none={words('audit:none')} />
    </>
  );
}
