import Type, { type Static } from 'typebox';
import { definePortalEndpoint } from './portal-endpoint.ts';

/** What people of a Team do, grouped by object. */
export const auditActions = [
  'team.create',
  'team.rename',
  'team.activate',
  'team.delete',
  'team.keep',
  'member.invite',
  'member.invitation-revoke',
  'member.join',
  'member.role',
  'member.remove',
  'app.create',
  'app.complete',
  'app.rename',
  'app.settings',
  'app.disable',
  'app.enable',
  'app.delete',
  'secret.reveal',
  'secret.rotate',
  'secret.retire',
  'secret.leak',
  'credential.create',
  'credential.revoke',
  'tour.import',
  'tour.activate',
  'tour.remove',
  'tour.embed-on',
  'tour.embed-off',
  'tour.embed-hosts',
  'webhook.create',
  'webhook.change',
  'webhook.rotate',
  'webhook.send',
  'webhook.delete',
  'session.start',
  'session.end',
  'session.command-line',
] as const;

/** What operators do beyond that, with a reason (decision 0134). */
export const operatorActions = [
  'app.suspend',
  'app.resume',
  'app.trial',
  'app.exception',
  'team.suspend',
  'team.resume',
  'team.plan',
  'person.suspend',
  'person.resume',
  'person.export',
  'person.delete',
  'plan.set',
  'plan.remove',
  'note.set',
] as const;

/** What the service does to the logs: it removes old entries (decision 0137), and Teams with theirs (decision 0150). */
export const auditLogActions = ['audit.forget', 'team.gone'] as const;

export type AuditAction =
  | (typeof auditActions)[number]
  | (typeof operatorActions)[number]
  | (typeof auditLogActions)[number];

/** Every action of the logs. */
export const everyAuditAction = [...auditActions, ...operatorActions, ...auditLogActions];

/** `userCode` of an operator in the audit of a Team, and of commands at the store (decision 0132). */
export const OPERATOR_CODE = 'operator';

/** One action in a Team, or an attempt. Holds no secret. */
export const AuditEntry = Type.Object({
  number: Type.Integer({ minimum: 1, description: "Number in the Team's chain; without gaps." }),
  at: Type.String({ description: 'ISO 8601, UTC.' }),
  action: Type.Enum(everyAuditAction),
  actor: Type.Object({
    userCode: Type.String({
      description:
        'Empty for the service itself; `operator` for an operator of the installation; `credential:<id>` for a credential of the Team.',
    }),
    name: Type.String({ description: 'Name at the time of the action.' }),
  }),
  subject: Type.String({
    description:
      'Object of the action: the name of an app or a Team; a person by name and code, `Mara Lindqvist (ohu_4nq0cXyJ8mB2vT7r)`, and in old entries by name alone.',
  }),
  ipAddress: Type.String({ description: 'Empty for the service itself.' }),
  outcome: Type.String({ description: '"succeeded", or the code the call was refused with.' }),
  reason: Type.Optional(Type.String({ description: 'Why an operator did it; only on entries of operators.' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

const instant = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]{5,12}Z$', description }));

/** Filters of the list and of the downloads; all that are given apply. */
export const auditFilters = {
  action: Type.Optional(Type.Enum(everyAuditAction, { description: 'One action of the log.' })),
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
