import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { AskingOf } from '../session/asking.ts';
import type { LiveSession } from '../session/store.ts';
import { collectSession } from './collect-session.ts';
import { decideSignIn, findSignIn } from './decide-sign-in.ts';
import { startSignIn } from './start-sign-in.ts';

export interface CommandLineRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
  readonly sessionOf: (request: FastifyRequest) => Promise<LiveSession | undefined>;
  readonly addressOf: (request: FastifyRequest) => string;
  /** Keys of the identity provider's tokens. */
  readonly sealingKeys: KeyRing;
  readonly portalUrl: string;
  /** Public address of the gateway. */
  readonly baseUrl: string;
}

/** Signing the command line in by consent in a browser (decision 0046). */
export function commandLineRoutes(app: FastifyInstance, deps: CommandLineRouteDeps): void {
  const { database, askingOf, sealingKeys } = deps;

  servePortalEndpoint(app, contract.startCommandLineSignIn, async ({ request, body }) => {
    const ipAddress = deps.addressOf(request);
    const asking = { machine: body.machine, userAgent: request.headers['user-agent'], ipAddress };
    const started = await startSignIn(database.pool, asking);
    return { ...started, verificationUri: `${deps.portalUrl}${contract.AUTHORIZE_PATH}` };
  });

  servePortalEndpoint(app, contract.collectCommandLineSession, async ({ body }) => {
    const { token, sessionId, endsAt } = await collectSession(database, body.deviceCode);
    return { token, sessionId, endsAt: endsAt.toISOString(), baseUrl: deps.baseUrl };
  });

  servePortalEndpoint(app, contract.findCommandLineSignIn, async ({ request, body }) => {
    const { createdAt, endsAt, machine, ipAddress } = await findSignIn(
      database,
      await askingOf(request),
      body.userCode,
    );
    const times = { requestedAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
    return { signIn: { machine, ipAddress, ...times } };
  });

  servePortalEndpoint(app, contract.decideCommandLineSignIn, async ({ request, body }) => {
    const session = await deps.sessionOf(request);
    if (session === undefined) throw new PortalError('AUTH_REQUIRED');
    const asking = await askingOf(request);
    await decideSignIn(database, sealingKeys, { asking, session }, body.userCode, body.decision);
    return { decision: body.decision };
  });
}
