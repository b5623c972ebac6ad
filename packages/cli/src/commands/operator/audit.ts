import { listOperatorAudit, listTeamsAudit, type PortalQueryOf } from '@openhouse/contract';
import { type Command, optionNumber, optionValue } from '../../command.ts';
import { portalCommand } from '../../portal/portal-command.ts';
import { auditFilterOf, auditFilterOptions } from '../audit-filter.ts';

/** `openhouse operator audit` (decision 0133). */
export const operatorAudit: Command = portalCommand({
  name: 'operator audit',
  summary: 'Show what operators of the installation did, newest first.',
  description:
    "The installation's own audit chain. One line per entry: number, time, action, operator, Team, subject, outcome and reason. Operators only.",
  arguments: [],
  options: [
    { flags: '--of-team <code>', description: 'only what was done to the Team with this code' },
    ...auditFilterOptions,
    { flags: '--limit <number>', description: 'maximum number of entries, 1 to 10000; default 50' },
  ],
  examples: [{ call: 'openhouse operator audit --of-team demo', does: 'shows what operators did to the demo Team' }],
  calls: [listOperatorAudit],
  async act({ portal, invocation, out }) {
    const team = optionValue(invocation, 'ofTeam');
    const query = { ...auditFilterOf(invocation), ...(team !== undefined && { team }) } as PortalQueryOf<
      typeof listOperatorAudit
    >;
    let left = optionNumber(invocation, 'limit', { usual: 50, least: 1, most: 10_000 });
    let before: string | undefined;
    while (left > 0) {
      const page = await portal.call(listOperatorAudit, {
        query: { ...query, ...(before !== undefined && { before }) },
      });
      const entries = page.entries.slice(0, left);
      out.many(entries, ({ number, at, action, actor, team, subject, outcome, reason }) => [
        number,
        at,
        action,
        actor.name,
        team || '-',
        subject,
        outcome,
        reason,
      ]);
      left -= entries.length;
      before = String(entries.at(-1)?.number ?? '');
      if (!page.hasMore || before === '') break;
    }
  },
});

/** `openhouse operator audit-teams` (decision 0157). */
export const operatorAuditTeams: Command = portalCommand({
  name: 'operator audit-teams',
  summary: 'Show the audit logs of all Teams, newest first.',
  description: 'One line per entry: Team, number, time, action, person, subject, address and outcome. Operators only.',
  arguments: [],
  options: [
    { flags: '--of-team <code>', description: 'only the log of the Team with this code' },
    ...auditFilterOptions,
    { flags: '--limit <number>', description: 'maximum number of entries, 1 to 10000; default 50' },
  ],
  examples: [
    { call: 'openhouse operator audit-teams --action secret.reveal', does: 'shows who revealed a secret, anywhere' },
  ],
  calls: [listTeamsAudit],
  async act({ portal, invocation, out }) {
    const team = optionValue(invocation, 'ofTeam');
    const query = { ...auditFilterOf(invocation), ...(team !== undefined && { team }) } as PortalQueryOf<
      typeof listTeamsAudit
    >;
    let left = optionNumber(invocation, 'limit', { usual: 50, least: 1, most: 10_000 });
    let after: string | null | undefined;
    while (left > 0 && after !== null) {
      const page = await portal.call(listTeamsAudit, { query: { ...query, ...(after && { after }) } });
      out.many(page.entries.slice(0, left), (entry) => [
        entry.team,
        entry.number,
        entry.at,
        entry.action,
        entry.actor.name || entry.actor.userCode || 'Openhouse',
        entry.subject,
        entry.ipAddress || '-',
        entry.outcome,
      ]);
      left -= page.entries.length;
      after = page.next;
    }
  },
});
