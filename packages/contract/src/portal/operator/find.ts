import Type, { type Static } from 'typebox';
import { AppKey, DeveloperApp } from '../apps.ts';
import { definePortalEndpoint } from '../portal-endpoint.ts';
import { Suspension } from '../suspension.ts';

const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
const suspended = Type.Union([Suspension, Type.Null()]);

/** Things of one kind that a search shows at most. */
export const FOUND_MAX = 20;
/** Rows of one page of an operator's list. */
export const OPERATOR_PAGE_ROWS = 50;

const TeamName = Type.Object({ id: Type.String({ description: 'Public code of the Team.' }), name: Type.String() });

/** A Team in a list of operators. */
export const TeamRow = Type.Object({ ...TeamName.properties, createdAt: Instant('When it was created'), suspended });
export type TeamRow = Static<typeof TeamRow>;

/** A Team that is to be deleted, in a list of operators. */
export const GoingTeamRow = Type.Object({
  ...TeamName.properties,
  askedAt: Instant('When its deletion was asked for'),
  dueAt: Instant('From when on it is deleted'),
  by: Type.Union([Type.Object({ userCode: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'The owner who asked; null for operators.',
  }),
  reason: Type.String({ description: "An operator's; empty where an owner asked." }),
});
export type GoingTeamRow = Static<typeof GoingTeamRow>;

/** A person in a list of operators. */
export const PersonRow = Type.Object({
  userCode: Type.String(),
  name: Type.String(),
  email: Type.String({ description: 'May be empty.' }),
  createdAt: Instant('When the person signed in for the first time'),
  suspended,
});
export type PersonRow = Static<typeof PersonRow>;

/** An app in a list of operators. */
export const AppRow = Type.Object({
  appKey: AppKey,
  xid: Type.String(),
  name: Type.String(),
  state: DeveloperApp.properties.state,
  trialEndsAt: DeveloperApp.properties.trialEndsAt,
  team: TeamName,
});
export type AppRow = Static<typeof AppRow>;

/** A tour in a list of operators. */
export const TourRow = Type.Object({
  resourceCode: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean(),
  team: TeamName,
});
export type TourRow = Static<typeof TourRow>;

/** Whose session it is. Its id is not repeated. */
export const SessionOwner = Type.Object({
  kind: Type.Enum(['browser', 'command-line']),
  createdAt: Instant('When it was started'),
  endsAt: Instant('When it ends at the latest'),
  person: Type.Object({ userCode: Type.String(), name: Type.String() }),
});
export type SessionOwner = Static<typeof SessionOwner>;

/** A kept call, by its request id. */
export const FoundCall = Type.Object({
  at: Instant('When it was answered'),
  operation: Type.String({ description: 'Empty where no path matched.' }),
  status: Type.String({ description: 'Envelope status.' }),
  network: Type.String({ description: "The caller's network, never a whole address; may be empty." }),
  app: Type.Union([AppRow, Type.Null()], { description: 'null where no app is known.' }),
});
export type FoundCall = Static<typeof FoundCall>;

const example = {
  appKey: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA',
  xid: 'xid_5cT8rWq1ZbN4xK2m',
  name: 'Viewing room',
  state: 'live',
  trialEndsAt: '2026-12-04T09:30:00.000Z',
  team: { id: 'demo', name: 'Demo Team' },
} as const;
const teamExample: TeamRow = {
  id: 'demo',
  name: 'Demo Team',
  createdAt: '2026-11-20T09:30:00.000Z',
  suspended: null,
};
const personExample: PersonRow = {
  userCode: 'ohu_4nq0cXyJ8mB2vT7r',
  name: 'Mara Lindqvist',
  email: 'mara@loft.example',
  createdAt: '2026-11-20T09:30:00.000Z',
  suspended: null,
};

export const operatorFind = definePortalEndpoint({
  name: 'operator-find',
  method: 'GET',
  path: '/api/operator/find',
  summary: 'Find anything of the installation',
  description:
    'Teams, people, apps and tours whose name, e-mail address or code begins with the text, whatever its capitals; apps ' +
    `also by app key and XID, a session by its id, a call by its request id. At most ${FOUND_MAX} of a kind. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: Type.Object(
    { q: Type.String({ minLength: 1, maxLength: 128, description: 'A beginning of a name, or a whole code.' }) },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({
    teams: Type.Array(TeamRow, { maxItems: FOUND_MAX }),
    people: Type.Array(PersonRow, { maxItems: FOUND_MAX }),
    apps: Type.Array(AppRow, { maxItems: FOUND_MAX }),
    tours: Type.Array(TourRow, { maxItems: FOUND_MAX }),
    sessions: Type.Array(SessionOwner, { maxItems: 1 }),
    calls: Type.Array(FoundCall, { maxItems: 1 }),
  }),
  failures: [],
  example: {
    query: { q: 'viewing' },
    data: { teams: [], people: [], apps: [example], tours: [], sessions: [], calls: [] },
  },
});

const listQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only names that begin with it.' })),
    after: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_-]{1,2048}$', description: '`next` of the page before.' }),
    ),
  },
  { additionalProperties: false },
);
const next = Type.Union([Type.String(), Type.Null()], {
  description: 'What goes on behind this page; null at the end.',
});

export const listAllTeams = definePortalEndpoint({
  name: 'list-all-teams',
  method: 'GET',
  path: '/api/operator/teams',
  summary: 'All Teams',
  description: `By name, ${OPERATOR_PAGE_ROWS} at a time. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: listQuery,
  body: undefined,
  data: Type.Object({ teams: Type.Array(TeamRow), next }),
  failures: [],
  example: { data: { teams: [teamExample], next: null } },
});

export const listAllPeople = definePortalEndpoint({
  name: 'list-all-people',
  method: 'GET',
  path: '/api/operator/people',
  summary: 'All people',
  description: `By name, ${OPERATOR_PAGE_ROWS} at a time. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: listQuery,
  body: undefined,
  data: Type.Object({ people: Type.Array(PersonRow), next }),
  failures: [],
  example: { data: { people: [personExample], next: null } },
});

export const listAllApps = definePortalEndpoint({
  name: 'list-all-apps',
  method: 'GET',
  path: '/api/operator/apps',
  summary: 'All apps',
  description: `By name, ${OPERATOR_PAGE_ROWS} at a time. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: listQuery,
  body: undefined,
  data: Type.Object({ apps: Type.Array(AppRow), next }),
  failures: [],
  example: { data: { apps: [example], next: null } },
});

/** What operators should look at. */
export const operatorOverview = definePortalEndpoint({
  name: 'operator-overview',
  method: 'GET',
  path: '/api/operator/overview',
  summary: 'What needs a look',
  description:
    'Trials that end within a fortnight, App requests that are not finished, apps that were refused often in the last ' +
    `day, and what is suspended. At most ${FOUND_MAX} of each. Operators only.`,
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  body: undefined,
  data: Type.Object({
    expiring: Type.Array(AppRow, { description: 'Soonest first.' }),
    unfinished: Type.Array(
      Type.Object({
        name: Type.String(),
        team: TeamName,
        requestedAt: Instant('When it was saved'),
        attempts: Type.Integer({ minimum: 0, description: 'How often the upstream was asked.' }),
      }),
      { description: 'App requests without an app, oldest first.' },
    ),
    refused: Type.Array(Type.Object({ app: AppRow, refusals: Type.Integer({ minimum: 1 }) }), {
      description: 'Most refusals of the last day first.',
    }),
    suspendedTeams: Type.Array(TeamRow),
    suspendedPeople: Type.Array(PersonRow),
    suspendedApps: Type.Array(AppRow),
    goingTeams: Type.Array(GoingTeamRow, { description: 'Teams that are to be deleted, the next to go first.' }),
  }),
  failures: [],
  example: {
    data: {
      expiring: [example],
      unfinished: [],
      refused: [],
      suspendedTeams: [],
      suspendedPeople: [],
      suspendedApps: [],
      goingTeams: [
        {
          id: 'north',
          name: 'North',
          askedAt: '2026-11-20T09:30:00.000Z',
          dueAt: '2026-12-20T09:30:00.000Z',
          by: { userCode: 'ohu_4nq0cXyJ8mB2vT7r', name: 'Mara Lindqvist' },
          reason: '',
        },
      ],
    },
  },
});

/** Calls that find things of all Teams. */
export const findEndpoints = [operatorFind, listAllTeams, listAllPeople, listAllApps, operatorOverview] as const;
