import { listOperatorAudit, listTeamsAudit, type OperatorEntry, type TeamsEntry } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { entriesOfTeams, type TeamsPlace, type TeamsStoredEntry } from '../audit-chain/chains-store.ts';
import { filterOf } from '../audit-chain/filter.ts';
import { operatorEntriesBefore, type StoredOperatorEntry } from '../audit-chain/store.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';

/** Page size of the list. */
const PAGE_ENTRIES = 50;

/** Reading the audit of operators, and those of all Teams. */
export function operatorAuditRoutes(
  app: FastifyInstance,
  { pool, operator }: { readonly pool: Pool; readonly operator: OperatorOf },
): void {
  servePortalEndpoint(app, listOperatorAudit, async ({ request, query }) => {
    await operator(request);
    const filter = { ...filterOf(query), team: query.team ?? null };
    const rows = await operatorEntriesBefore(pool, filter, query.before ?? null, PAGE_ENTRIES + 1);
    return { entries: rows.slice(0, PAGE_ENTRIES).map(shownEntry), hasMore: rows.length > PAGE_ENTRIES };
  });

  servePortalEndpoint(app, listTeamsAudit, async ({ request, query }) => {
    await operator(request);
    const filter = { ...filterOf(query), team: query.team ?? null };
    const rows = await entriesOfTeams(pool, filter, placeOf(query.after), PAGE_ENTRIES + 1);
    const page = rows.slice(0, PAGE_ENTRIES);
    const last = page.at(-1);
    const next = rows.length > PAGE_ENTRIES && last !== undefined ? `${last.micros}~${last.team}~${last.number}` : null;
    return { entries: page.map(shownOfTeam), next };
  });
}

function shownEntry(row: StoredOperatorEntry): OperatorEntry {
  return { ...shared(row), reason: row.reason };
}

/** The place that `after` names. */
function placeOf(after: string | undefined): TeamsPlace | null {
  const [micros, team, number] = after?.split('~') ?? [];
  return micros === undefined || team === undefined || number === undefined ? null : { micros, team, number };
}

function shownOfTeam(row: TeamsStoredEntry): TeamsEntry {
  return { ...shared(row), ...(row.reason !== null && { reason: row.reason }) };
}

function shared(row: StoredOperatorEntry | TeamsStoredEntry) {
  return {
    number: Number(row.number),
    at: row.at.toISOString(),
    action: row.action,
    actor: { userCode: row.actor_code, name: row.actor_name },
    team: row.team,
    subject: row.subject,
    ipAddress: row.ip_address,
    outcome: row.outcome,
  };
}
