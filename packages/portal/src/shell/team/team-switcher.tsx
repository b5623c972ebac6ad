import type { Team } from '@openhouse/contract';
import { Suspense, useState } from 'react';
import { SelectorIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import styles from './team-switcher.module.css';

const TeamItems = lazyPart(() => import('./team-items.tsx'), 'TeamItems');
const Failed = lazyPart(() => import('./team-choice-failed.tsx'), 'TeamChoiceFailed');
const CreateTeamDialog = lazyPart(() => import('./create-team-dialog.tsx'), 'CreateTeamDialog');

interface TeamSwitcherProps {
  readonly team: Team;
  readonly teams: readonly Team[];
}

/** The active Team, which everything on the dashboard belongs to; opens the choice of another. */
export function TeamSwitcher({ team, teams }: TeamSwitcherProps) {
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const face = (
    <>
      <Portrait name={team.name} kind="team" />
      <span className={styles.name} title={team.name}>
        {team.name}
      </span>
      <SelectorIcon size={15} />
    </>
  );
  return (
    <>
      <MenuButton
        className={styles.team}
        face={face}
        items={<TeamItems teams={teams} shown={team} onFailure={setFailure} onCreate={() => setCreating(true)} />}
        position="bottom-start"
        width={208}
      />
      <Suspense>
        {failure !== undefined && <Failed error={failure} />}
        {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
      </Suspense>
    </>
  );
}
