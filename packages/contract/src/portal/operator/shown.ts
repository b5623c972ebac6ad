import Type, { type Static } from 'typebox';
import { TeamRole } from '../account.ts';
import { AppSettings } from '../app-settings.ts';
import { AppKey, DeveloperApp } from '../apps.ts';
import { DEFAULT_PLAN, LimitException, PlanName } from '../plans.ts';
import { REASON_MAX_LENGTH, Suspension, TeamDeletion } from '../suspension.ts';

const Instant = (description: string) => Type.String({ description: `${description}: ISO 8601, UTC.` });
export const TeamId = Type.String({ minLength: 1, maxLength: 64, description: 'Public code of the Team.' });
export const UserCode = Type.String({ minLength: 1, maxLength: 64, description: "Openhouse's own code of a person." });
const suspended = Type.Union([Suspension, Type.Null()], { description: 'null while operators have not suspended it.' });

/** Why an operator does it. */
export const Reason = Type.String({
  minLength: 1,
  maxLength: REASON_MAX_LENGTH,
  pattern: '\\S',
  description: 'Why: the people it concerns are shown it, and both audits.',
});
/** A decision of an operator, and nothing else. */
export const reasoned = Type.Object({ reason: Reason }, { additionalProperties: false });

/** An app as an operator sees it: no secret, of whatever version. */
export const OperatorApp = Type.Object({
  appKey: AppKey,
  xid: DeveloperApp.properties.xid,
  name: DeveloperApp.properties.name,
  slot: DeveloperApp.properties.slot,
  contact: AppSettings.properties.contact,
  state: DeveloperApp.properties.state,
  disabled: Type.Boolean({ description: 'By an owner.' }),
  suspended,
  trialEndsAt: DeveloperApp.properties.trialEndsAt,
  trialSetBy: Type.Enum(['upstream', 'operator'], {
    description: 'operator: the upstream app service is asked about it no more by itself.',
  }),
  exception: Type.Union([LimitException, Type.Null()], { description: 'null while its plan holds.' }),
  createdAt: Instant('When the app was created'),
  team: Type.Object({ id: TeamId, name: Type.String(), suspended }),
});
export type OperatorApp = Static<typeof OperatorApp>;

/** A Team as an operator sees it. */
export const OperatorTeam = Type.Object({
  id: TeamId,
  name: Type.String(),
  createdAt: Instant('When the Team was created'),
  suspended,
  deletion: Type.Optional(TeamDeletion),
  plan: PlanName,
  tours: Type.Integer({ minimum: 0 }),
  members: Type.Array(
    Type.Object({ userCode: UserCode, name: Type.String(), email: Type.String(), role: TeamRole, suspended }),
    { description: 'At most 1000, owners first.' },
  ),
  apps: Type.Array(OperatorApp, { maxItems: 3 }),
});
export type OperatorTeam = Static<typeof OperatorTeam>;

/** A person as an operator sees one. */
export const OperatorPerson = Type.Object({
  userCode: UserCode,
  name: Type.String(),
  email: Type.String({ description: 'May be empty.' }),
  createdAt: Instant('When the person signed in for the first time'),
  suspended,
  sessions: Type.Integer({ minimum: 0, description: 'Live sessions.' }),
  teams: Type.Array(Type.Object({ id: TeamId, name: Type.String(), role: TeamRole }), { description: 'At most 200.' }),
});
export type OperatorPerson = Static<typeof OperatorPerson>;

export const exampleApp: OperatorApp = {
  appKey: 'ohk_3mWvZ1bq8TnKx5RcJ7dYfA',
  xid: 'xid_5cT8rWq1ZbN4xK2m',
  name: 'Viewing room',
  slot: 1,
  contact: 'dev@loft.example',
  state: 'live',
  disabled: false,
  suspended: null,
  trialEndsAt: '2026-12-04T09:30:00.000Z',
  trialSetBy: 'upstream',
  exception: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  team: { id: 'demo', name: 'Demo Team', suspended: null },
};
export const since = { since: '2026-11-21T08:00:00.000Z', reason: 'The key is in a public repository.' };
export const examplePerson: OperatorPerson = {
  userCode: 'ohu_4nq0cXyJ8mB2vT7r',
  name: 'Mara Lindqvist',
  email: 'mara@loft.example',
  createdAt: '2026-11-20T09:30:00.000Z',
  suspended: null,
  sessions: 2,
  teams: [{ id: 'demo', name: 'Demo Team', role: 'owner' }],
};
export const exampleTeam: OperatorTeam = {
  id: 'demo',
  name: 'Demo Team',
  createdAt: '2026-11-20T09:30:00.000Z',
  suspended: null,
  plan: DEFAULT_PLAN,
  tours: 3,
  members: [
    {
      userCode: 'ohu_4nq0cXyJ8mB2vT7r',
      name: 'Mara Lindqvist',
      email: 'mara@loft.example',
      role: 'owner',
      suspended: null,
    },
  ],
  apps: [exampleApp],
};
