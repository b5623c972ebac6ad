import type { Team } from '@openhouse/contract';
import { type ComponentType, Suspense } from 'react';
import type { Person } from '../../api/account.ts';
import { useSignedIn } from '../../api/account-context.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Waiting } from '../../ui/waiting.tsx';

/** Loaded where they are needed: hardly any Team is suspended, or to be deleted. */
const SuspendedMessage = lazyPart(() => import('../../ui/suspended-message.tsx'), 'SuspendedMessage', false);
const ClosedTeam = lazyPart(() => import('./closed-team.tsx'), 'ClosedTeam', false);
const NoTeam = lazyPart(() => import('./no-team.tsx'), 'NoTeam', false);

/** What a page of a Team is given. */
export interface TeamPageProps {
  readonly team: Team;
  readonly person: Person;
}

/** A page that belongs to the active Team: made anew when the Team changes, and in its place what to do without one. */
export function withTeam(View: ComponentType<TeamPageProps>): ComponentType {
  return function TeamPage() {
    const account = useSignedIn();
    switch (account.case) {
      case 'without-team':
        return (
          <Suspense fallback={<Waiting />}>
            <NoTeam person={account.person} />
          </Suspense>
        );
      case 'with-team':
        return (
          <>
            {account.team.suspended !== undefined && (
              <Suspense>
                <SuspendedMessage of="team" {...account.team.suspended} />
              </Suspense>
            )}
            {account.team.deletion !== undefined && (
              <Suspense>
                <ClosedTeam team={account.team} deletion={account.team.deletion} />
              </Suspense>
            )}
            <View key={account.team.id} team={account.team} person={account.person} />
          </>
        );
    }
  };
}
