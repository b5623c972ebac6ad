import Type, { type Static } from 'typebox';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** The actions of the audit log, grouped by object. */
export const auditActions = [
  'team.create',
  'team.rename',
  'team.activate',
  'member.invite',
  'member.invitation-revoke',
  'member.join',
  'member.role',
  'member.remove',
  'app.create',
  'app.complete',
  'app.rename',
  'app.disable',
  'app.enable',
  'secret.reveal',
  'secret.rotate',
  'secret.retire',
  'tour.import',
  'tour.activate',
  'tour.remove',
  'session.start',
  'session.end',
  'session.command-line',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One action in a Team, or an attempt. Holds no secret. */
export const AuditEntry = Type.Object({
  number: Type.Integer({ minimum: 1, description: "Number in the Team's chain; without gaps." }),
  at: Type.String({ description: 'ISO 8601, UTC.' }),
  action: Type.Enum([...auditActions]),
  actor: Type.Object({
    userCode: Type.String({ description: 'Empty for the service itself.' }),
    name: Type.String({ description: 'Name at the time of the action.' }),
  }),
  subject: Type.String({ description: 'Object of the action: the name of an app, a Team or a person.' }),
  ipAddress: Type.String({ description: 'Empty for the service itself.' }),
  outcome: Type.String({ description: '"succeeded", or the code the call was refused with.' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

const instant = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$', description }));

/** Filters of the list and of the downloads; all that are given apply. */
export const auditFilters = {
  action: Type.Optional(Type.Enum([...auditActions], { description: 'One action of the log.' })),
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'userCode of the person.' })),
  outcome: Type.Optional(Type.Enum(['succeeded', 'refused'])),
  since: instant('Only entries at or after this time: ISO 8601, UTC.'),
  until: instant('Only entries before this time: ISO 8601, UTC.'),
};

/** Entries of the active Team's audit log. */
export const listAudit = definePortalEndpoint({
  name: 'list-audit',
  method: 'GET',
  path: '/api/audit',
  summary: 'The audit log',
  description: "The active Team's audit log, newest first, 50 entries at a time. Owners only.",
  access: 'signed-in',
  params: Type.Object({}),
  query: Type.Object(
    {
      ...auditFilters,
      before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'Only lower numbers.' })),
    },
    { additionalProperties: false },
  ),
  body: undefined,
  data: Type.Object({ entries: Type.Array(AuditEntry), hasMore: Type.Boolean() }),
  failures: ['TEAM_REQUIRED', 'ROLE_INSUFFICIENT'],
  example: {
    data: {
      entries: [
        {
          number: 12,
          at: '2026-11-20T10:41:12.000Z',
          action: 'secret.reveal',
          actor: { userCode: 'ohu_4nq0cXyJ8mB2vT7r', name: 'Mara Lindqvist' },
          subject: 'Viewing room',
          ipAddress: '192.0.2.7',
          outcome: 'succeeded',
        },
      ],
      hasMore: false,
    },
  },
});

/** Where the log is downloaded, by its format, oldest first, with the same filters. Plain navigation, not JSON calls. */
export const auditExports = { csv: '/api/audit.csv', jsonl: '/api/audit.jsonl' } as const;

/** Calls about the audit log. */
export const auditEndpoints = [listAudit] as const;
