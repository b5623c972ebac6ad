import Type, { type Static } from 'typebox';
import { AuditEntry, auditFilters } from '../audit.ts';
import { definePortalEndpoint } from '../portal-endpoint.ts';

/** One action of an operator, or an attempt. Holds no secret. */
export const OperatorEntry = Type.Object({
  ...AuditEntry.properties,
  number: Type.Integer({ minimum: 1, description: "Number in the installation's chain; without gaps." }),
  actor: Type.Object({
    userCode: Type.String({ description: '`operator` for a command at the store.' }),
    name: Type.String({ description: 'Name at the time of the action.' }),
  }),
  team: Type.String({ description: 'Code of the Team it was done to; empty where it was not one.' }),
  ipAddress: Type.String({ description: '`operator` for a command at the store.' }),
  reason: Type.String({ description: 'As the operator gave it; may be empty.' }),
});
export type OperatorEntry = Static<typeof OperatorEntry>;

/** Entries of the installation's own audit chain: what operators did, in which Team. */
export const listOperatorAudit = definePortalEndpoint({
  name: 'list-operator-audit',
  method: 'GET',
  path: '/api/operator/audit',
  summary: 'What operators did',
  description: "The installation's own audit log, newest first, 50 entries at a time. Operators only.",
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: Type.Object(
    {
      ...auditFilters,
      team: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Code of a Team.' })),
      before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'Only lower numbers.' })),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({ entries: Type.Array(OperatorEntry), hasMore: Type.Boolean() }),
  failures: [],
  example: {
    data: {
      entries: [
        {
          number: 3,
          at: '2026-11-20T10:41:12.000Z',
          action: 'app.disable',
          actor: { userCode: 'operator', name: 'Operator' },
          team: 'demo',
          subject: 'Viewing room',
          ipAddress: 'operator',
          reason: 'The key is in a public repository.',
          outcome: 'succeeded',
        },
      ],
      hasMore: false,
    },
  },
});

/** One entry of the audit log of any Team. */
export const TeamsEntry = Type.Object({
  ...AuditEntry.properties,
  team: Type.String({ description: 'Code of the Team whose log it is in.' }),
});
export type TeamsEntry = Static<typeof TeamsEntry>;

/** Entries of the audit logs of all Teams. */
export const listTeamsAudit = definePortalEndpoint({
  name: 'list-teams-audit',
  method: 'GET',
  path: '/api/operator/audit/teams',
  summary: 'The audit logs of all Teams',
  description:
    'Newest first by time, 50 entries at a time, without those that say what a log has forgotten. What operators did stands in the ' +
    "installation's own log with their names. Operators only.",
  access: 'operator',
  anyTeam: true,
  params: Type.Object({}),
  query: Type.Object(
    {
      ...auditFilters,
      team: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Code of a Team.' })),
      after: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,17}~[^~]{1,64}~[1-9][0-9]{0,15}$',
          description: '`next` of the page before.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({
    entries: Type.Array(TeamsEntry),
    next: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page.' }),
  }),
  failures: [],
  example: {
    data: {
      entries: [
        {
          number: 12,
          at: '2026-11-20T10:41:12.000Z',
          action: 'secret.reveal',
          actor: { userCode: 'ohu_4nq0cXyJ8mB2vT7r', name: 'Mara Lindqvist' },
          team: 'demo',
          subject: 'Viewing room',
          ipAddress: '192.0.2.7',
          outcome: 'succeeded',
        },
      ],
      next: null,
    },
  },
});

/** Calls about the installation's audit log, and those of all Teams. */
export const operatorAuditEndpoints = [listOperatorAudit, listTeamsAudit] as const;
