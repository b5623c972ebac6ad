import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ClosedMessage } from '../../ui/closed-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SuspendedMessage } from '../../ui/suspended-message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { DeleteTeamAction } from './delete-team-action.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { operatorTeamQuery } from './operator-queries.ts';
import { AppLink, AppState, PersonLink, Row, Rows } from './rows.tsx';
import { SuspendAction } from './suspend-action.tsx';
import { TeamPlanAction } from './team-plan-action.tsx';
import { useWords } from './words.ts';

/** One Team with its people and apps. */
export function OperatorTeamPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/frame/operator/teams/$id' });
  const { data: team, error, refetch } = useQuery(operatorTeamQuery(usePortal(), id));
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      {team === undefined && error === null && <Waiting />}
      {team === undefined && error !== null && <OperatorFailure heading error={error} onRetry={() => void refetch()} />}
      {team !== undefined && (
        <>
          <PageHeading
            title={team.name}
            lede={
              <span className={styles.facts}>
                <code>{team.id}</code>
                <span>{t('operator:tourCount', { count: team.tours })}</span>
                <span>{t('operator:onPlan', { plan: team.plan })}</span>
              </span>
            }
            action={
              <span className={styles.actions}>
                <Link to={paths.operatorAudit} search={{ team: team.id }} className={buttonClass('plain')}>
                  {t('operator:audit')}
                </Link>
                <TeamPlanAction id={team.id} name={team.name} plan={team.plan} />
                <DeleteTeamAction id={team.id} name={team.name} isClosed={team.deletion !== undefined} />
                <SuspendAction of="team" code={team.id} name={team.name} suspended={team.suspended} />
              </span>
            }
          />
          {team.suspended !== null && <SuspendedMessage of="team" {...team.suspended} />}
          {team.deletion !== undefined && <ClosedMessage deletion={team.deletion} />}
          <div className={styles.cards}>
            <Rows title={t('operator:apps')}>
              {team.apps.map(({ appKey, name, state }) => (
                <Row
                  key={appKey}
                  name={<AppLink appKey={appKey} name={name} />}
                  about={<code>{appKey}</code>}
                  state={<AppState state={state} />}
                />
              ))}
            </Rows>
            <Rows title={t('operator:people')}>
              {team.members.map(({ userCode, name, email, role }) => (
                <Row
                  key={userCode}
                  name={<PersonLink userCode={userCode} name={name} />}
                  about={email}
                  state={t(`team.role.${role}`)}
                />
              ))}
            </Rows>
          </div>
        </>
      )}
    </>
  );
}
