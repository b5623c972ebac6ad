import { auditActions, auditExports, listAudit, type PortalQueryOf } from '@openhouse/contract';
import { type Command, type Invocation, type Option, optionNumber, optionValue, UsageError } from '../command.ts';
import { portalCommand, teamOption } from '../portal/portal-command.ts';

const filters: readonly Option[] = [
  { flags: '--action <action>', description: `one of ${auditActions.join(', ')}` },
  { flags: '--actor <code>', description: 'code of the person' },
  { flags: '--outcome <outcome>', description: 'succeeded or refused' },
  { flags: '--since <time>', description: 'only entries at or after this time, as in 2026-11-20T09:30:00Z' },
  { flags: '--until <time>', description: 'only entries before this time' },
];

export const auditList: Command = portalCommand({
  name: 'audit list',
  summary: "Show a Team's audit log, newest first.",
  description: 'One line per entry: number, time, action, person, subject, address and outcome. Owners only.',
  arguments: [],
  options: [
    teamOption,
    ...filters,
    { flags: '--limit <number>', description: 'maximum number of entries, 1 to 10000; default 50' },
  ],
  examples: [{ call: 'openhouse audit --action secret.reveal', does: 'shows who revealed a secret' }],
  calls: [listAudit],
  async act({ portal, invocation, out }) {
    const query = filterOf(invocation) as PortalQueryOf<typeof listAudit>;
    let left = optionNumber(invocation, 'limit', { usual: 50, least: 1, most: 10_000 });
    let before: string | undefined;
    while (left > 0) {
      const page = await portal.call(listAudit, { query: { ...query, ...(before !== undefined && { before }) } });
      const entries = page.entries.slice(0, left);
      out.many(entries, ({ number, at, action, actor, subject, ipAddress, outcome }) => [
        number,
        at,
        action,
        actor.name || actor.userCode || 'Openhouse',
        subject,
        ipAddress || '-',
        outcome,
      ]);
      left -= entries.length;
      before = String(entries.at(-1)?.number ?? '');
      if (!page.hasMore || before === '') break;
    }
  },
});

export const auditExport: Command = portalCommand({
  name: 'audit export',
  summary: "Write a Team's whole audit log to standard output, oldest first.",
  description: 'Includes the hash of each entry, so that the chain can be verified elsewhere. Owners only.',
  arguments: [],
  options: [teamOption, ...filters, { flags: '--format <format>', description: 'jsonl (default) or csv' }],
  examples: [{ call: 'openhouse audit export > audit.jsonl', does: 'keeps a copy outside the portal' }],
  calls: [],
  async act({ portal, invocation, world }) {
    // --json means jsonl here.
    const format = optionValue(invocation, 'format') ?? 'jsonl';
    if (format !== 'jsonl' && format !== 'csv') throw new UsageError('--format takes jsonl or csv.');
    if (format === 'csv' && invocation.options.json === true)
      throw new UsageError('--json and --format csv exclude each other.');
    const query = new URLSearchParams(filterOf(invocation));
    world.stdout.write(await portal.text(`${auditExports[format]}${query.size === 0 ? '' : `?${query}`}`));
  },
});

function filterOf(invocation: Invocation): Record<string, string> {
  const given = ['action', 'actor', 'outcome', 'since', 'until'].flatMap((name) => {
    const value = optionValue(invocation, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
