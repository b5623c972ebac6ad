import type { Readable } from 'node:stream';
import { TEAM_HEADER } from '@openhouse/contract';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../kernel/database/database.ts';
import { NO_PROXIES } from '../kernel/http/client-address.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { createLog } from '../observe/log.ts';
import { dashboard } from '../portal/dashboard.ts';
import { answerRefusal, failureAnswer } from '../portal/http/failures.ts';
import { watchMethods } from '../portal/http/methods.ts';
import { readBodies } from '../portal/portal.ts';
import { portalCookies } from '../portal/session/cookies.ts';
import { sessionRoutes } from '../portal/session/routes.ts';
import { type LiveSession, membershipsOf } from '../portal/session/store.ts';
import { activeMembership } from '../portal/session/teams.ts';
import { inNamedTeam, type Visitor } from '../portal/session/visitor.ts';
import { dashboardParts } from './dashboard-parts.ts';
import { ownGatewayAddress } from './gateway-address.ts';
import type { KnownPerson } from './named/store.ts';
import { openAssetStore } from './open-asset-store.ts';

/** The audit log's address for what was done on the store itself. */
const AT_THE_STORE = 'operator';

/** One call of the portal's JSON interface, as it would stand on the wire. */
export interface LocalCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; or the bytes of a file, which may be many and are read once. */
  readonly body?: string | Readable;
  /** Of the bytes of a file. */
  readonly mediaType?: string;
}

/** The portal's JSON interface over the store, without a port and without a sign-in. */
export interface LocalPortal {
  ask(call: LocalCall): Promise<{ readonly httpStatus: number; readonly retryAfterS: string; readonly text: string }>;
  close(): Promise<void>;
}

/**
 * Serves the portal's calls to whoever may open the store, as one of its people: same operations, same roles, same
 * audit log (decision 0048). App requests are completed here too, in case no service runs.
 */
export async function openLocalPortal(
  { config, secrets, database }: { config: Config; secrets: Secrets; database: Database },
  person: KnownPerson,
): Promise<LocalPortal> {
  const log = createLog('silent');
  const unheard = async () => undefined;
  const parts = dashboardParts({
    config,
    secrets,
    database,
    log,
    limiter: memoryLimiter(),
    assets: openAssetStore(config),
    gatewayAddress: ownGatewayAddress(config),
    // Running nodes learn of changes by polling.
    onAppsChanged: unheard,
    onToursChanged: unheard,
  });
  const app = Fastify();
  const refusalOfUnknown = watchMethods(app);
  readBodies(app);
  app.setErrorHandler(failureAnswer(log, undefined));
  app.setNotFoundHandler((request, reply) => answerRefusal(request, reply, refusalOfUnknown(request), undefined));
  const visitorOf = async (request: { headers: Readonly<Record<string, unknown>> }): Promise<Visitor> => {
    const named = request.headers[TEAM_HEADER];
    return inNamedTeam(await visitorFor(database.pool, person), typeof named === 'string' ? [named] : []);
  };
  const cookies = portalCookies({ environment: config.APP_ENV, host: 'localhost', domain: null, secure: true });
  sessionRoutes(app, {
    database,
    cookies,
    cookieSecrets: secrets.cookieSecrets,
    sessionIdleS: config.SESSION_IDLE_S,
    addressOf: () => AT_THE_STORE,
    visitorOf,
  });
  const teamOf = async (request: FastifyRequest) => {
    const visitor = await visitorOf(request);
    return visitor.kind === 'in a Team' ? activeMembership(visitor.memberships) : undefined;
  };
  dashboard(app, { ...parts, database, visitorOf, teamOf, proxies: NO_PROXIES, log, nowMs: Date.now });
  await app.ready();
  parts.worker.start();
  return {
    async ask({ method, path, headers, body, mediaType = 'application/json' }) {
      const answer = await app.inject({
        method,
        url: path,
        remoteAddress: AT_THE_STORE,
        headers: { ...headers, ...(body !== undefined && { 'content-type': mediaType }) },
        ...(body !== undefined && { payload: body }),
      });
      const retryAfterS = String(answer.headers['retry-after'] ?? '');
      return { httpStatus: answer.statusCode, retryAfterS, text: answer.body };
    },
    close: () => app.close(),
  };
}

async function visitorFor(pool: Pool, { id, userCode, name, email }: KnownPerson): Promise<Visitor> {
  const memberships = await membershipsOf(pool, id);
  const active = activeMembership(memberships);
  const signedIn = {
    session: sessionOf(id, userCode),
    profile: { subject: '', name: name === '' ? userCode : name, email, isEmailVerified: true, avatarUrl: '' },
    memberships,
  };
  if (active === undefined) return { kind: 'without active Team', ...signedIn };
  return { kind: 'in a Team', ...signedIn, team: { id: active.teamId, role: active.role } };
}

/** Not a row of the store: nobody has signed in. */
function sessionOf(personId: string, userCode: string): LiveSession {
  const nothing = Buffer.alloc(0);
  return {
    id: '',
    kind: 'command-line',
    personId,
    userCode,
    account: '',
    provider: '',
    subjectHash: nothing,
    source: '',
    sealedToken: nothing,
    // Whoever may read the store needs no sign-in.
    ageS: 0,
  };
}
