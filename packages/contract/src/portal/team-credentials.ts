import Type, { type Static } from 'typebox';
import { secret } from '../secret.ts';
import { credentialScopes } from './credential-scopes.ts';
import { CREDENTIAL_DAYS, CREDENTIAL_MAX_DAYS, CREDENTIALS_PER_TEAM, NAME_MAX_LENGTH } from './limits.ts';
import { definePortalEndpoint } from './portal-endpoint.ts';

const CredentialId = Type.String({
  pattern: '^[A-Za-z0-9_-]{22}$',
  description: 'Public id of the credential: 22 characters. Not a secret.',
});

const Scope = Type.Enum(credentialScopes, {
  description:
    'tours:read: list tours; tours:write: import and activate tours; apps:read: apps, their usage and calls. Nothing else is covered.',
});

/** A credential of a Team, for a program such as a CI job or an agent. */
export const TeamCredential = Type.Object({
  id: CredentialId,
  name: Type.String({ description: 'What owners call it.' }),
  scopes: Type.Array(Scope, { description: 'What it is good for.' }),
  isAgent: Type.Boolean({
    description: 'Whether a program asked for it and an owner let that in; otherwise somebody created it.',
  }),
  createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
  endsAt: Type.String({ description: 'When it ends, whatever happens: ISO 8601, UTC.' }),
  usedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was last used, to the minute: ISO 8601, UTC; null for one that never was.',
  }),
});
export type TeamCredential = Static<typeof TeamCredential>;

const example: TeamCredential = {
  id: 'q4bI0fY3mT9sVxk2ZJ7w5A',
  name: 'ci',
  scopes: ['tours:read', 'tours:write'],
  isAgent: false,
  createdAt: '2026-11-20T09:30:00.000Z',
  endsAt: '2027-02-18T09:30:00.000Z',
  usedAt: null,
};

/** The live credentials of the active Team. */
export const listCredentials = definePortalEndpoint({
  name: 'list-credentials',
  method: 'GET',
  path: '/api/credentials',
  summary: 'Credentials of the Team',
  description: 'The live credentials of the active Team, newest first. Owners only.',
  access: 'signed-in',
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({ credentials: Type.Array(TeamCredential, { maxItems: CREDENTIALS_PER_TEAM }) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT'],
  example: { data: { credentials: [example] } },
});

/** Makes a credential; only this answer ever holds its token. */
export const createCredential = definePortalEndpoint({
  name: 'create-credential',
  method: 'POST',
  path: '/api/credentials',
  summary: 'Create a credential of the Team',
  description:
    'Creates a credential with which a program acts for the active Team, without a person. Its token is shown once, and is sent as ' +
    '`Authorization: Bearer <token>`. It does what its scopes cover, with the rights of a member, and never more. Owners only; at most ' +
    `${CREDENTIALS_PER_TEAM} for each Team.`,
  access: 'signed-in',
  params: Type.Object({}),
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
      scopes: Type.Array(Scope, { minItems: 1, maxItems: credentialScopes.length, uniqueItems: true }),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: CREDENTIAL_MAX_DAYS,
          description: `Days until it ends; ${CREDENTIAL_DAYS} where none are given.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    credential: TeamCredential,
    token: secret(Type.String({ description: 'Acts for the Team within its scopes: whoever has it may.' })),
  }),
  failures: ['NAME_INVALID', 'TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'CREDENTIAL_LIMIT'],
  example: {
    body: { name: 'ci', scopes: ['tours:read', 'tours:write'], days: 90 },
    data: { credential: example, token: 'ohm_<the token>' },
  },
});

export const revokeCredential = definePortalEndpoint({
  name: 'revoke-credential',
  method: 'POST',
  path: '/api/credentials/{id}/revoke',
  summary: 'Revoke a credential of the Team',
  description: 'The credential is refused from the next call on, on every node. Owners only.',
  access: 'signed-in',
  params: Type.Object({ id: CredentialId }),
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({ revoked: Type.Literal(1) }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT', 'CREDENTIAL_NOT_FOUND'],
  example: { params: { id: 'q4bI0fY3mT9sVxk2ZJ7w5A' }, body: {}, data: { revoked: 1 } },
});

/** What a program finds out about the credential that it was given. */
export const getCredential = definePortalEndpoint({
  name: 'get-credential',
  method: 'GET',
  path: '/api/credential',
  summary: 'The credential of this call',
  description: 'Which credential of which Team makes this call. Answers CREDENTIAL_NOT_FOUND to a person.',
  access: 'signed-in',
  anyTeam: true,
  scopes: credentialScopes,
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({
    credential: TeamCredential,
    team: Type.Object({ id: Type.String({ description: 'Public code of the Team.' }), name: Type.String() }),
  }),
  failures: ['CREDENTIAL_NOT_FOUND'],
  example: { data: { credential: example, team: { id: 'demo', name: 'Demo Team' } } },
});

/** Calls about credentials of Teams. */
export const credentialEndpoints = [listCredentials, createCredential, revokeCredential, getCredential] as const;
