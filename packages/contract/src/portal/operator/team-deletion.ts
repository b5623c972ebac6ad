import Type from 'typebox';
import { definePortalEndpoint } from '../portal-endpoint.ts';
import { exampleTeam, OperatorTeam, reasoned, TeamId } from './shown.ts';

const params = Type.Object({ id: TeamId });
const Team = Type.Object({ team: OperatorTeam });

export const deleteAnyTeam = definePortalEndpoint({
  name: 'delete-any-team',
  method: 'POST',
  path: '/api/operator/teams/{id}/delete',
  summary: 'Delete any Team',
  description:
    'The same as delete-team, which its owners call. They are shown the reason and cannot call it off; keep-any-team ' +
    'does. Repeated, it changes nothing. Operators only.',
  access: 'operator',
  anyTeam: true,
  params,
  body: reasoned,
  data: Team,
  failures: ['TEAM_NOT_FOUND'],
  example: {
    params: { id: 'demo' },
    body: { reason: 'The contract has ended.' },
    data: {
      team: {
        ...exampleTeam,
        deletion: {
          askedAt: '2026-11-20T09:30:00.000Z',
          dueAt: '2026-12-20T09:30:00.000Z',
          askedBy: null,
          reason: 'The contract has ended.',
        },
      },
    },
  },
});

export const keepAnyTeam = definePortalEndpoint({
  name: 'keep-any-team',
  method: 'POST',
  path: '/api/operator/teams/{id}/keep',
  summary: 'Call the deletion of any Team off',
  description: 'Whoever asked for it, until it has begun. Its apps work again within a second. Operators only.',
  access: 'operator',
  anyTeam: true,
  params,
  body: reasoned,
  data: Team,
  failures: ['TEAM_NOT_FOUND', 'TEAM_CLOSED'],
  example: { params: { id: 'demo' }, body: { reason: 'It was a mistake.' }, data: { team: exampleTeam } },
});

/** Calls about the deletion of any Team (decision 0150). */
export const anyTeamDeletionEndpoints = [deleteAnyTeam, keepAnyTeam] as const;
