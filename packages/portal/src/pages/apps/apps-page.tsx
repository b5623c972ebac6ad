import { Crumb } from '../../shell/crumb.tsx';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { TeamApps } from './team-apps.tsx';

/** The Developer apps of the active Team. */
export const AppsPage = withTeam(({ team }: TeamPageProps) => (
  <>
    <Crumb>
      <span>{team.name}</span>
    </Crumb>
    <TeamApps team={team} />
  </>
));
