import { auditExports, listAudit, type PortalQueryOf } from '@openhouse/contract';
import { type Command, optionNumber, optionValue, UsageError } from '../command.ts';
import { portalCommand, teamOption } from '../portal/portal-command.ts';
import { told } from '../told.ts';
import { auditFilterOf, auditFilterOptions } from './audit-filter.ts';
import { exportAll } from './audit-follow.ts';

export const auditList: Command = portalCommand({
  name: 'audit list',
  summary: "Show a Team's audit log, newest first.",
  description: 'One line per entry: number, time, action, person, subject, address and outcome. Owners only.',
  arguments: [],
  options: [
    teamOption,
    ...auditFilterOptions,
    { flags: '--limit <number>', description: 'maximum number of entries, 1 to 10000; default 50' },
  ],
  examples: [{ call: 'openhouse audit --action secret.reveal', does: 'shows who revealed a secret' }],
  calls: [listAudit],
  async act({ portal, invocation, out }) {
    const query = auditFilterOf(invocation) as PortalQueryOf<typeof listAudit>;
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

const exportOfTeam: Command = portalCommand({
  name: 'audit export',
  summary: "Write a Team's whole audit log to standard output, oldest first.",
  description:
    'Includes the hash of each entry, so that the chain can be verified elsewhere. Owners only. With --all, on the store, every entry of all Teams and of the installation as JSONL, chain by chain.',
  arguments: [],
  options: [
    teamOption,
    ...auditFilterOptions,
    { flags: '--format <format>', description: 'jsonl (default) or csv' },
    { flags: '--all', description: 'all Teams and the installation, on the store' },
  ],
  examples: [{ call: 'openhouse audit export > audit.jsonl', does: 'keeps a copy outside the portal' }],
  calls: [],
  async act({ portal, invocation, world }) {
    // --json means jsonl here.
    const format = optionValue(invocation, 'format') ?? 'jsonl';
    if (format !== 'jsonl' && format !== 'csv') throw new UsageError(told`--format takes jsonl or csv.`);
    if (format === 'csv' && invocation.options.json === true)
      throw new UsageError(told`--json and --format csv exclude each other.`);
    const query = new URLSearchParams(auditFilterOf(invocation));
    world.stdout.write(await portal.text(`${auditExports[format]}${query.size === 0 ? '' : `?${query}`}`));
  },
});

/** `openhouse audit export`: of a Team, as its owner; of everything, at the store (decision 0157). */
export const auditExport: Command = {
  ...exportOfTeam,
  run(invocation, world) {
    if (invocation.options.all !== true) return exportOfTeam.run(invocation, world);
    const given = ['team', 'format', 'portal'].find((name) => optionValue(invocation, name) !== undefined);
    if (given !== undefined) throw new UsageError(told`--all and --${given} exclude each other.`);
    return exportAll(invocation, world);
  },
};
