import { hostname } from 'node:os';
import type { Readable } from 'node:stream';
import {
  acceptInvitation,
  activateTeam,
  createCredential,
  createTeam,
  createWebhook,
  dismissWarning,
  endAllSessions,
  endSession,
  listSessions,
  OPERATOR_CODE,
  type PortalEndpoint,
  revealSecret,
  rotateWebhookSecret,
  setWarningMail,
  TEAM_HEADER,
} from '@openhouse/contract';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../kernel/database/database.ts';
import { databaseClock } from '../kernel/database/server-state.ts';
import { NO_PROXIES } from '../kernel/http/client-address.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { createLog } from '../observe/log.ts';
import { doActionsOnce } from '../portal/actions/do-once.ts';
import { AT_THE_STORE, OPERATOR_NAME } from '../portal/audit-chain/entry.ts';
import { dashboard } from '../portal/dashboard.ts';
import { answerRefusal, failureAnswer } from '../portal/http/failures.ts';
import { watchMethods } from '../portal/http/methods.ts';
import { PortalError } from '../portal/http/portal-error.ts';
import { readBodies } from '../portal/portal.ts';
import { portalCookies } from '../portal/session/cookies.ts';
import { sessionRoutes } from '../portal/session/routes.ts';
import { type LiveSession, type Membership, membershipsOf } from '../portal/session/store.ts';
import { NO_DELETION } from '../portal/session/team-deletion.ts';
import { activeMembership } from '../portal/session/teams.ts';
import { inNamedTeam, type OperatorAtStore, type Visitor } from '../portal/session/visitor.ts';
import { claimedOnUse } from '../tours/files/asset-place.ts';
import { dashboardParts, requestWorkerOf } from './dashboard-parts.ts';
import { gatewayAddressOf } from './gateway-address.ts';
import { type KnownPerson, operatorPerson, teamsNamed } from './named/store.ts';
import { openAssetStore } from './open-asset-store.ts';

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
  /** The time by which it acts: the database's, in milliseconds since 1970. */
  nowMs(): number;
  close(): Promise<void>;
}

/** Who a command at the store acts as. */
export interface ActsAtStore {
  /** A person whose place the operator takes; undefined for the operator alone. */
  readonly person?: KnownPerson | undefined;
  /** Why, in the operator's own words; the audit shows it. Empty where none is asked for. */
  readonly reason: string;
  /** Code or name of the Team that the operator works in; undefined for the only one. */
  readonly team?: string | undefined;
}

/** What shows a secret: nobody is shown one without a sign-in (SPEC 5.2, decision 0132). */
const SHOWS_SECRETS: readonly PortalEndpoint[] = [revealSecret, createCredential, createWebhook, rotateWebhookSecret];
/** What is about the person who asks: the operator is none. */
const OF_A_PERSON: readonly PortalEndpoint[] = [
  createTeam,
  activateTeam,
  acceptInvitation,
  listSessions,
  endSession,
  endAllSessions,
  dismissWarning,
  setWarningMail,
];

/** What the portal's calls work on where no service runs. */
export interface StoreParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
}

/**
 * Serves the portal's calls to whoever may open the store: same operations, same audit log (decision 0048). It acts as the
 * operator, with an owner's rights in every Team, or in the place of a person with theirs; either way the audit says that
 * it was the operator (decision 0132). App requests are completed here too, in case no service runs.
 */
export async function openLocalPortal(
  { config, secrets, database, demoBundles }: StoreParts,
  acts: ActsAtStore,
): Promise<LocalPortal> {
  const log = createLog('silent');
  const nowMs = await databaseClock(database);
  const unheard = async () => undefined;
  const worker = requestWorkerOf({ config, secrets, database, log, onAppsChanged: unheard, nowMs });
  const parts = dashboardParts({
    worker,
    config,
    secrets,
    database,
    log,
    limiter: memoryLimiter(),
    assets: claimedOnUse(database, await openAssetStore(config), hostname()),
    gatewayAddress: gatewayAddressOf(config),
    demoBundles,
    // Running nodes learn of changes by polling.
    onAppsChanged: unheard,
    onToursChanged: unheard,
    // A command measures and counts nothing; running portals read a note that it writes.
    uploads: { upload: () => undefined, tour: () => undefined },
    status: { now: NOTHING_MEASURED, lookAtNote: unheard },
    nowMs,
  });
  const app = Fastify();
  const refusalOfUnknown = watchMethods(app);
  readBodies(app);
  app.setErrorHandler(failureAnswer(log, undefined));
  app.setNotFoundHandler((request, reply) => answerRefusal(request, reply, refusalOfUnknown(request), undefined));
  const visitorOf = async (request: { headers: Readonly<Record<string, unknown>> }): Promise<Visitor> => {
    const named = request.headers[TEAM_HEADER];
    return inNamedTeam(await visitorFor(database, acts), typeof named === 'string' ? [named] : []);
  };
  const refused = acts.person === undefined ? [...SHOWS_SECRETS, ...OF_A_PERSON] : SHOWS_SECRETS;
  const routesOf = (calls: readonly PortalEndpoint[]) =>
    new Set(calls.map(({ method, path }) => routeOf(method, path.replaceAll(/\{(\w+)\}/g, ':$1'))));
  const [refusedRoutes, showsSecret] = [routesOf(refused), routesOf(SHOWS_SECRETS)];
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (!refusedRoutes.has(routeOf(method, routeOptions.url ?? ''))) return;
    if (showsSecret.has(routeOf(method, routeOptions.url ?? ''))) throw new PortalError('PERSON_REQUIRED');
    throw new PortalError('PERSON_REQUIRED', NAME_A_PERSON);
  });
  const actor = acts.person ?? (await operatorPerson(database));
  const actions = doActionsOnce(app, {
    pool: database.pool,
    sealingKeys: secrets.sessionSealingKeys,
    sessionOf: async () => ({ personId: actor.id }),
  });
  const cookies = portalCookies({ environment: config.APP_ENV, host: 'localhost', domain: null, secure: true });
  sessionRoutes(app, {
    database,
    cookies,
    cookieSecrets: secrets.cookieSecrets,
    sessionIdleS: config.SESSION_IDLE_S,
    addressOf: () => AT_THE_STORE,
    visitorOf,
    operators: parts.operators,
  });
  const teamOf = async (request: FastifyRequest) => {
    const visitor = await visitorOf(request);
    return visitor.kind === 'in a Team' ? activeMembership(visitor.memberships) : undefined;
  };
  dashboard(app, {
    ...parts,
    database,
    visitorOf,
    teamOf,
    credentialOf: () => undefined,
    actions,
    proxies: NO_PROXIES,
    log,
    nowMs,
  });
  await app.ready();
  worker.start();
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
    nowMs,
    close: () => app.close(),
  };
}

function NOTHING_MEASURED(): never {
  throw new Error('no status is served to a command at the store');
}

const routeOf = (method: string, url: string): string => `${method} ${url}`;

const NAME_A_PERSON =
  'This is done by a person, and a command at the store is none. Name one with --as and --reason, or sign in: openhouse login.';

async function visitorFor(database: Database, { person, reason, team }: ActsAtStore): Promise<Visitor> {
  const { id, userCode, name, email } = person ?? (await operatorPerson(database));
  const memberships =
    person === undefined ? await teamsOfOperator(database, team) : await membershipsOf(database.pool, person.id);
  const active = activeMembership(memberships);
  const shownName = name === '' ? userCode : name;
  const operator: OperatorAtStore = {
    acts: person === undefined ? 'alone' : 'as a person',
    userCode: OPERATOR_CODE,
    name: person === undefined ? OPERATOR_NAME : `${OPERATOR_NAME} as ${shownName}`,
    shownAs: person === undefined ? OPERATOR_NAME : `${OPERATOR_NAME} as ${shownName}`,
    reason,
  };
  const shown = { isEmailVerified: true, isEmailVouched: false, hasOperatorClaim: false, avatarUrl: '' };
  const signedIn = {
    session: sessionOf(id, userCode),
    profile: { subject: '', name: shownName, email, ...shown },
    memberships,
    operator,
  };
  if (active === undefined) return { kind: 'without active Team', ...signedIn };
  return { kind: 'in a Team', ...signedIn, team: { id: active.teamId, role: active.role } };
}

/** Teams that an operator is shown at most where none is named. */
const TEAMS_MAX = 200;

/** The Teams that an operator works in, each with an owner's rights; the only one is the active one. */
async function teamsOfOperator(database: Database, named: string | undefined): Promise<Membership[]> {
  const teams = await teamsNamed(database, named, TEAMS_MAX);
  const standing = { suspendedAt: null, suspendedReason: null, ...NO_DELETION };
  return teams.map(({ id, code, name }) => ({ teamId: id, id: code, name, role: 'owner', chosen: false, ...standing }));
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
    cookieKey: null,
    sealedToken: nothing,
    // Whoever may read the store needs no sign-in.
    ageS: 0,
  };
}
