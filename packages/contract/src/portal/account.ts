import Type, { type Static } from 'typebox';
import { definePortalEndpoint } from './portal-endpoint.ts';
import { SuspensionFields, TeamDeletion } from './suspension.ts';

/** The roles in a Team, the one with the most rights first. */
export const teamRoles = ['owner', 'member', 'viewer'] as const;

/** What a person may do in a Team. */
export const TeamRole = Type.Enum(teamRoles, {
  description: 'owner: everything; member: apps and tours, no secrets; viewer: read-only.',
});
export type TeamRole = Static<typeof TeamRole>;

/** A Team as the signed-in person sees it; SPEC 2.1 leaves its fields open (decision 0021). */
export const Team = Type.Object(
  {
    id: Type.String({ description: 'Public code of the Team; never changes.' }),
    name: Type.String(),
    role: TeamRole,
    isActive: Type.Boolean({ description: 'True for the Team whose apps and tours are shown; at most one.' }),
    suspended: Type.Optional(
      Type.Object(SuspensionFields, {
        description: 'Why operators of the installation have suspended the Team; absent otherwise.',
      }),
    ),
    deletion: Type.Optional(TeamDeletion),
  },
  { description: 'A Team the developer can access.' },
);
export type Team = Static<typeof Team>;

/** SPEC 2.1, signed out. */
export const AnonymousAccount = Type.Object({
  isAuthenticated: Type.Literal(false),
  teams: Type.Array(Team, { maxItems: 0, description: 'Always empty.' }),
});
export type AnonymousAccount = Static<typeof AnonymousAccount>;

/** SPEC 2.1, signed in. */
export const SignedInAccount = Type.Object({
  isAuthenticated: Type.Literal(true),
  userCode: Type.String({ description: "Openhouse's own code of the person; not the identity provider's user id." }),
  email: Type.String({ description: 'Empty if the identity provider has none.' }),
  name: Type.String({ description: 'Plain text; the e-mail address if the identity provider has no name.' }),
  avatarUrl: Type.String({ description: 'An https address, or empty.' }),
  currentSource: Type.String({ description: 'Source the person signed in through; SSO_DEVELOPER_APP by default.' }),
  teams: Type.Array(Team, { description: 'Teams the developer can access; empty for a person without a Team.' }),
  isOperator: Type.Optional(
    Type.Literal(true, { description: 'Operates the installation; absent for everybody else.' }),
  ),
});
export type SignedInAccount = Static<typeof SignedInAccount>;

/** The developer account of SPEC 2.1. */
export const DeveloperAccount = Type.Union([AnonymousAccount, SignedInAccount]);
export type DeveloperAccount = Static<typeof DeveloperAccount>;

const example: DeveloperAccount = {
  isAuthenticated: true,
  userCode: 'ohu_4nq0cXyJ8mB2vT7r',
  email: 'mara@loft.example',
  name: 'Mara Lindqvist',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
  teams: [{ id: 'demo', name: 'Demo Team', role: 'owner', isActive: true }],
};

/** Who is signed in (SPEC 4.4). */
export const getUser = definePortalEndpoint({
  name: 'get-user',
  method: 'GET',
  path: '/auth/get-user',
  summary: 'Who is signed in',
  description:
    'Answers 200 for anonymous and signed-in visitors and 503 while the identity provider is unavailable; never ' +
    'changes anything. The profile is fetched from the identity provider on each call.',
  access: 'anyone',
  params: Type.Object({}),
  body: undefined,
  data: DeveloperAccount,
  failures: ['IDENTITY_PROVIDER_UNAVAILABLE'],
  example: { data: example },
});

/** Who is signed in, and the CSRF token for the calls that follow (SPEC 4.4, 5.1). */
export const me = definePortalEndpoint({
  name: 'me',
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in, with a CSRF token',
  description: 'The same as /auth/get-user; also sets the csrf cookie, which mutating calls repeat in x-csrf-token.',
  access: 'anyone',
  params: Type.Object({}),
  body: undefined,
  data: DeveloperAccount,
  failures: ['IDENTITY_PROVIDER_UNAVAILABLE'],
  example: { data: example },
});
