import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SuspendedMessage } from '../../ui/suspended-message.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { operatorPersonQuery } from './operator-queries.ts';
import { PersonalDataActions } from './personal-data-actions.tsx';
import { Row, Rows, TeamLink } from './rows.tsx';
import { SuspendAction } from './suspend-action.tsx';
import { useWords } from './words.ts';

/** One person with their Teams. */
export function OperatorPersonPage() {
  const { t } = useWords();
  const { userCode } = useParams({ from: '/frame/operator/people/$userCode' });
  const navigate = useNavigate();
  const { data: person, error, refetch } = useQuery(operatorPersonQuery(usePortal(), userCode));
  const name = person === undefined || person.name === '' ? userCode : person.name;
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      {person === undefined && error === null && <Waiting />}
      {person === undefined && error !== null && (
        <OperatorFailure heading error={error} onRetry={() => void refetch()} />
      )}
      {person !== undefined && (
        <>
          <PageHeading
            title={name}
            lede={
              <span className={styles.facts}>
                {person.email !== '' && <span>{person.email}</span>}
                <code>{person.userCode}</code>
                <span>{t('operator:sessionCount', { count: person.sessions })}</span>
              </span>
            }
            action={
              <span className={styles.actions}>
                <PersonalDataActions person={person} onDeleted={() => void navigate({ to: paths.operator })} />
                <SuspendAction of="person" code={person.userCode} name={name} suspended={person.suspended} />
              </span>
            }
          />
          {person.suspended !== null && <SuspendedMessage of="person" {...person.suspended} />}
          <Rows title={t('operator:teams')}>
            {person.teams.map(({ id, name: called, role }) => (
              <Row
                key={id}
                name={<TeamLink id={id} name={called} />}
                about={<code>{id}</code>}
                state={t(`team.role.${role}`)}
              />
            ))}
          </Rows>
        </>
      )}
    </>
  );
}
