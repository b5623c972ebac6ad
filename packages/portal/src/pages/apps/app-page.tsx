import type { Team } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { PortalError } from '../../api/portal-error.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Problem } from '../../shell/problem/problem.tsx';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { appQuery } from './app-queries.ts';
import { AppView } from './details/app-view.tsx';

/** One Developer app of the active Team. */
export const AppPage = withTeam(({ team }: TeamPageProps) => {
  const { appKey } = useParams({ from: '/frame/dashboard/apps/$appKey' });
  return <TeamApp key={appKey} appKey={appKey} team={team} />;
});

interface TeamAppProps {
  readonly appKey: string;
  readonly team: Team;
}

function TeamApp({ appKey, team }: TeamAppProps) {
  const { t } = useTranslation();
  const { data: app, error, refetch } = useQuery(appQuery(usePortal(), team.id, appKey));
  if (error instanceof PortalError && (error.code === 'APP_NOT_FOUND' || error.code === 'NOT_FOUND')) {
    return <Problem kind="appMissing" />;
  }
  return (
    <>
      <Crumb>
        <Link to={paths.apps}>{t('shell.apps')}</Link>
        <ChevronIcon size={13} />
        <span>{app?.name ?? appKey}</span>
      </Crumb>
      {app === undefined && error === null && <Waiting />}
      {app === undefined && error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>
        </>
      )}
      {app !== undefined && <AppView app={app} teamId={team.id} isOwner={team.role === 'owner'} />}
    </>
  );
}
