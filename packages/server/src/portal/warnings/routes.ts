import { dismissWarning, listWarnings, setWarningMail, WARNINGS_LISTED_MAX } from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { setMails, wantsMails } from '../mail/outbox-store.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { shownWarning } from './rules.ts';
import { dismiss, warningsOf } from './store.ts';

export interface WarningRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
}

/** What the active Team is warned of, for everybody in it. */
export function warningRoutes(app: FastifyInstance, { database, askingOf }: WarningRouteDeps): void {
  servePortalEndpoint(app, listWarnings, async ({ request }) => {
    const { team, personId } = inActiveTeam(await askingOf(request));
    const rows = await warningsOf(database.pool, team.teamId, personId, WARNINGS_LISTED_MAX);
    return { warnings: rows.map(shownWarning), byMail: await wantsMails(database.pool, personId) };
  });
  servePortalEndpoint(app, dismissWarning, async ({ request, params }) => {
    const { team, personId } = inActiveTeam(await askingOf(request));
    const found = await inTransaction(database, (one) => dismiss(one, team.teamId, params.id, personId), {
      team: team.teamId,
    });
    if (!found) throw new PortalError('WARNING_NOT_FOUND');
    return { dismissed: 1 as const };
  });
  servePortalEndpoint(app, setWarningMail, async ({ request, body }) => {
    const { personId } = await askingOf(request);
    await inTransaction(database, (transaction) => setMails(transaction, personId, body.wanted));
    return { byMail: body.wanted };
  });
}
