import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demoTours } from '../demo/facts.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { callDemo, type DemoCallDeps } from './call-demo.ts';
import { type ConsoleDeps, callOperation } from './call-operation.ts';

export interface ConsoleRouteDeps extends ConsoleDeps, Pick<DemoCallDeps, 'demo'> {
  readonly askingOf: AskingOf;
  readonly addressOf: (request: FastifyRequest) => string;
}

/** Operations of the gateway, run from pages (decisions 0062 and 0063). */
export function consoleRoutes(app: FastifyInstance, deps: ConsoleRouteDeps): void {
  const operations = contract.gatewayEndpoints.map(contract.operationForm);
  const failures = contract.failureAdvice();
  const demo = deps.demo === null ? null : { resourceCodes: [...demoTours] };

  servePortalEndpoint(app, contract.listOperations, async () => ({ operations, failures, demo }));

  servePortalEndpoint(app, contract.callOperation, async ({ request, reply, body }) =>
    callOperation(deps, inActiveTeam(await deps.askingOf(request)), body, untilGone(reply)),
  );

  servePortalEndpoint(app, contract.callDemo, async ({ request, reply, query }) => {
    const { operation, ...parameters } = query;
    const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
    const from = { pool: deps.database.pool, gateway: deps.gateway, demo: deps.demo };
    return callDemo(from, deps.addressOf(request), operation, given, untilGone(reply));
  });
}

/** Aborts when the caller disconnects before the answer is sent. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
