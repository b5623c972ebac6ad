import { Readable } from 'node:stream';
import { type AuditEntry, auditExports, auditFilters, listAudit } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import Type from 'typebox';
import { filterOf } from '../audit-chain/filter.ts';
import { type EntryFilter, entriesAfter, entriesBefore, type StoredEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import { checkedQuery, servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { csvHeader, csvRow, type ExportedEntry, jsonLine } from './rules.ts';

export interface AuditRouteDeps {
  readonly pool: Pool;
  readonly askingOf: AskingOf;
}

/** Page size of the list. */
const PAGE_ENTRIES = 50;
/** Entries that a download reads at a time: a long log is never in memory as a whole. */
const EXPORT_BATCH = 1000;

const ExportQuery = Type.Object(auditFilters, { additionalProperties: false });

/** Reading the audit log: owners only, because it holds addresses of people. */
export function auditRoutes(app: FastifyInstance, deps: AuditRouteDeps): void {
  const { pool } = deps;
  const teamOf = async (request: FastifyRequest): Promise<{ teamId: string; code: string }> => {
    const { team } = inActiveTeam(await deps.askingOf(request));
    if (team.role !== 'owner') throw new PortalError('ROLE_INSUFFICIENT');
    return { teamId: team.teamId, code: team.id };
  };

  servePortalEndpoint(app, listAudit, async ({ request, query }) => {
    const { teamId } = await teamOf(request);
    const rows = await entriesBefore(pool, teamId, filterOf(query), query.before ?? null, PAGE_ENTRIES + 1);
    return { entries: rows.slice(0, PAGE_ENTRIES).map(shownEntry), hasMore: rows.length > PAGE_ENTRIES };
  });

  const download = (path: string, mediaType: string, header: string, lineOf: (entry: ExportedEntry) => string) => {
    app.get(path, async (request, reply): Promise<FastifyReply> => {
      const filter = filterOf(checkedQuery(ExportQuery, request.query));
      const { teamId, code } = await teamOf(request);
      const name = `audit-${code}${path.slice(path.lastIndexOf('.'))}`;
      reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(Readable.from(lines(pool, teamId, filter, header, lineOf)));
    });
  };
  download(auditExports.csv, 'text/csv; charset=utf-8', csvHeader(), csvRow);
  download(auditExports.jsonl, 'application/x-ndjson; charset=utf-8', '', jsonLine);
}

async function* lines(
  pool: Pool,
  teamId: string,
  filter: EntryFilter,
  header: string,
  lineOf: (entry: ExportedEntry) => string,
): AsyncGenerator<string> {
  if (header !== '') yield header;
  let after = '0';
  while (true) {
    const rows = await entriesAfter(pool, teamId, filter, after, EXPORT_BATCH);
    if (rows.length > 0) yield rows.map((row) => lineOf({ ...shownEntry(row), hash: row.hash })).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_BATCH) return;
    after = last.number;
  }
}

function shownEntry(row: StoredEntry): AuditEntry {
  return {
    number: Number(row.number),
    at: row.at.toISOString(),
    action: row.action,
    actor: { userCode: row.actor_code, name: row.actor_name },
    subject: row.subject,
    ipAddress: row.ip_address,
    outcome: row.outcome,
    ...(row.reason !== null && { reason: row.reason }),
  };
}
