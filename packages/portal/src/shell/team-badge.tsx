import type { Team } from '@openhouse/contract';
import { Portrait } from '../ui/portrait.tsx';
import styles from './team-badge.module.css';

/** The active Team: everything on the dashboard belongs to it. */
export function TeamBadge({ team }: { readonly team: Team }) {
  return (
    <div className={styles.team}>
      <Portrait name={team.name} kind="team" />
      <span className={styles.name} title={team.name}>
        {team.name}
      </span>
    </div>
  );
}
