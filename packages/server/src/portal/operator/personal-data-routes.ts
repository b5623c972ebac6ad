import * as contract from '@openhouse/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { OperatorOf } from './acting.ts';
import { deciding } from './decision.ts';
import { deletePerson } from './delete-person.ts';
import { exportPerson } from './export-person.ts';

/** What is kept of a person: given out, and deleted (decision 0138). */
export function personalDataRoutes(
  app: FastifyInstance,
  { database, operator }: { readonly database: Database; readonly operator: OperatorOf },
): void {
  const decide = deciding(operator);

  servePortalEndpoint(app, contract.exportPerson, async ({ request, params, body }) => {
    return { person: await exportPerson(database, await decide(request, body), params.user_code) };
  });

  servePortalEndpoint(app, contract.deletePerson, async ({ request, params, body }) => {
    const { at, teams } = await deletePerson(database, await decide(request, body), params.user_code);
    return { deleted: { userCode: params.user_code, at: at.toISOString(), teams } };
  });
}
