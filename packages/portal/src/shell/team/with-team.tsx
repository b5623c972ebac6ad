import type { Team } from '@openhouse/contract';
import { type ComponentType, Suspense } from 'react';
import type { Person } from '../../api/account.ts';
import { useSignedIn } from '../../api/account-context.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Waiting } from '../../ui/waiting.tsx';

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
        return <View key={account.team.id} team={account.team} person={account.person} />;
    }
  };
}
