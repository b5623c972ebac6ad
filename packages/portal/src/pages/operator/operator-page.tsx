import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { NoteAction } from './note-action.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { findQuery, overviewQuery } from './operator-queries.ts';
import { AppLink, AppState, appRow, PersonLink, personRow, Row, Rows, TeamLink, teamRow, tourRow } from './rows.tsx';
import { useWords } from './words.ts';

/** Where an operator begins: finds anything of the installation, and sees what needs a look. */
export function OperatorPage() {
  const { t } = useWords();
  const { q = '' } = useSearch({ from: '/frame/operator/' });
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  // The field says what the address does, also on the way back.
  useEffect(() => setText(q), [q]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: paths.operator, search: text.trim() === '' ? {} : { q: text.trim() } });
  };
  return (
    <>
      <Crumb>
        <span>{t('operator:title')}</span>
      </Crumb>
      <PageHeading
        title={t('operator:title')}
        lede={t('operator:lede')}
        action={
          <span className={styles.actions}>
            <NoteAction />
            <Link to={paths.operatorPlans} className={buttonClass('plain')}>
              {t('operator:plans')}
            </Link>
            <Link to={paths.operatorAudit} className={buttonClass('plain')}>
              {t('operator:audit')}
            </Link>
          </span>
        }
      />
      <search>
        <form className={styles.search} onSubmit={find}>
          <TextField label={t('operator:find')} value={text} maxLength={128} spellCheck={false} onChange={setText} />
          <Button type="submit" look="primary">
            {t('operator:findIt')}
          </Button>
        </form>
      </search>
      {q === '' ? <Overview /> : <Found q={q} />}
    </>
  );
}

function Found({ q }: { readonly q: string }) {
  const { t } = useWords();
  const { data: found, error, refetch } = useQuery(findQuery(usePortal(), q));
  if (found === undefined)
    return error === null ? <Waiting /> : <OperatorFailure error={error} onRetry={() => void refetch()} />;
  const count = Object.values(found).reduce((sum, rows) => sum + rows.length, 0);
  if (count === 0) return <p role="status">{t('operator:nothing', { q })}</p>;
  return (
    <div className={styles.cards}>
      <Rows title={t('operator:calls')}>
        {found.calls.map(({ at, operation, status, app }) => (
          <Row
            key={at}
            name={
              <>
                <code>{operation}</code> <Moment iso={at} />
              </>
            }
            about={app === null ? <code>{status}</code> : <AppLink {...app} />}
            state={app === null ? null : <AppState state={app.state} />}
          />
        ))}
      </Rows>
      <Rows title={t('operator:apps')}>{found.apps.map(appRow)}</Rows>
      <Rows title={t('operator:teams')}>{found.teams.map(teamRow)}</Rows>
      <Rows title={t('operator:people')}>{found.people.map(personRow)}</Rows>
      <Rows title={t('operator:tours')}>{found.tours.map(tourRow)}</Rows>
      <Rows title={t('operator:sessions')}>
        {found.sessions.map(({ kind, createdAt, person }) => (
          <Row
            key={createdAt}
            name={<PersonLink {...person} />}
            about={<code>{kind}</code>}
            state={<Moment iso={createdAt} />}
          />
        ))}
      </Rows>
    </div>
  );
}

function Overview() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(overviewQuery(usePortal()));
  if (data === undefined)
    return error === null ? <Waiting /> : <OperatorFailure error={error} onRetry={() => void refetch()} />;
  const { expiring, unfinished, refused, suspendedApps, suspendedTeams, suspendedPeople, goingTeams } = data;
  const count = Object.values(data).reduce((sum, rows) => sum + rows.length, 0);
  if (count === 0) return <p className={styles.muted}>{t('operator:allWell')}</p>;
  return (
    <div className={styles.cards}>
      <Rows title={t('operator:suspended')}>
        {[...suspendedApps.map(appRow), ...suspendedTeams.map(teamRow), ...suspendedPeople.map(personRow)]}
      </Rows>
      <Rows title={t('operator:going')}>
        {goingTeams.map(({ id, name, dueAt, by, reason }) => (
          <Row
            key={id}
            name={<TeamLink id={id} name={name} />}
            about={by === null ? t('operator:goingByOperator', { reason }) : <PersonLink {...by} />}
            state={<Moment iso={dueAt} />}
          />
        ))}
      </Rows>
      <Rows title={t('operator:unfinished')}>
        {unfinished.map(({ name, team, requestedAt, attempts }) => (
          <Row
            key={`${team.id} ${name}`}
            name={name}
            about={<TeamLink {...team} />}
            state={
              <>
                <Moment iso={requestedAt} /> · {t('operator:attempts', { count: attempts })}
              </>
            }
          />
        ))}
      </Rows>
      <Rows title={t('operator:refused')}>
        {refused.map(({ app, refusals }) => (
          <Row
            key={app.appKey}
            name={<AppLink {...app} />}
            about={<TeamLink {...app.team} />}
            state={t('operator:refusals', { count: refusals })}
          />
        ))}
      </Rows>
      <Rows title={t('operator:expiring')}>
        {expiring.map((app) => (
          <Row
            key={app.appKey}
            name={<AppLink {...app} />}
            about={<TeamLink {...app.team} />}
            state={app.trialEndsAt !== null && <Moment iso={app.trialEndsAt} />}
          />
        ))}
      </Rows>
    </div>
  );
}
