import Type from 'typebox';
import { Team } from './account.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Public code of the Team.' }),
});
const example: Team = { id: 'demo', name: 'Demo Team', role: 'owner', isActive: true };

/** Closes a Team, which is deleted once the grace time is over. */
export const deleteTeam = definePortalEndpoint({
  name: 'delete-team',
  method: 'POST',
  path: '/api/teams/{id}/delete',
  summary: 'Delete a Team',
  description:
    'Every node refuses its apps within a second, and nothing in it can be changed; its people go on reading. Once the ' +
    'grace time is over (GET /api/limits says how long it is), everything of it is deleted. keep-team calls it off ' +
    'until then. Owners only.',
  access: 'signed-in',
  params,
  body: Type.Object(
    { confirm: Type.String({ description: 'The name of the Team once more, exactly.' }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ team: Team }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'TEAM_CLOSED'],
  example: {
    params: { id: 'demo' },
    body: { confirm: 'Demo Team' },
    data: {
      team: {
        ...example,
        deletion: { askedAt: '2026-11-20T09:30:00.000Z', dueAt: '2026-12-20T09:30:00.000Z', askedBy: 'Mara Lindqvist' },
      },
    },
  },
});

/** Calls the deletion of a Team off. */
export const keepTeam = definePortalEndpoint({
  name: 'keep-team',
  method: 'POST',
  path: '/api/teams/{id}/keep',
  summary: 'Call the deletion of a Team off',
  description:
    'Its apps work again within a second, and everything is as it was. What an operator asked for, operators call off. ' +
    'Owners only.',
  access: 'signed-in',
  params,
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ team: Team }),
  failures: ['TEAM_NOT_FOUND', 'ROLE_INSUFFICIENT', 'TEAM_CLOSED'],
  example: { params: { id: 'demo' }, body: {}, data: { team: example } },
});

/** Calls about the deletion of a Team (decision 0150). */
export const teamDeletionEndpoints = [deleteTeam, keepTeam] as const;
