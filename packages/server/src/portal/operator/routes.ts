import type { FastifyInstance } from 'fastify';
import type { AskingOf } from '../session/asking.ts';
import type { Operators } from '../session/operators.ts';
import { operatorOf } from './acting.ts';
import { operatorAuditRoutes } from './audit-routes.ts';
import { findRoutes } from './find-routes.ts';
import { noteRoutes } from './note-routes.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { type StandingRouteDeps, standingRoutes } from './standing-routes.ts';

export interface OperatorRouteDeps extends Omit<StandingRouteDeps, 'operator'> {
  readonly askingOf: AskingOf;
  readonly operators: Operators;
  /** Lets this process know of a note before the answer is sent. */
  readonly onNoteChanged: () => Promise<void>;
}

/** Prefix of the addresses of all operator calls. */
const OPERATOR_PATH = '/api/operator/';

/** Calls of those who operate the installation (decision 0132). */
export function operatorRoutes(app: FastifyInstance, { askingOf, operators, ...deps }: OperatorRouteDeps): void {
  const operator = operatorOf(askingOf, operators);
  // Before the request is validated, and for every route below the prefix: none can forget it.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url?.startsWith(OPERATOR_PATH)) await operator(request);
  });
  findRoutes(app, { pool: deps.database.pool, operator, nowMs: deps.nowMs });
  standingRoutes(app, { ...deps, operator });
  personalDataRoutes(app, { database: deps.database, operator });
  planRoutes(app, { ...deps, operator });
  noteRoutes(app, { ...deps, operator });
  operatorAuditRoutes(app, { pool: deps.database.pool, operator });
}
