import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { getUser, portalFailures, TEAM_HEADER, TEAM_QUERY } from '@openhouse/contract';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Database } from '../kernel/database/database.ts';
import { brokenBytes } from '../kernel/http/broken-bytes.ts';
import { forwardingMismatch, type Proxies, rawClientAddress } from '../kernel/http/client-address.ts';
import { answerHalfClosed } from '../kernel/http/half-closed.ts';
import { isAbsolute, originForm } from '../kernel/http/request-target.ts';
import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { collectSteps, endSteps, type Step } from '../kernel/steps.ts';
import type { PortalCallFacts } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { doActionsOnce } from './actions/do-once.ts';
import { answerAnyOrigin } from './agents/any-origin.ts';
import { mcpRoutes } from './agents/mcp-routes.ts';
import { oauthRoutes } from './agents/oauth-routes.ts';
import { agentRoutes } from './agents/routes.ts';
import { commandLineRoutes } from './command-line/routes.ts';
import { csrfGuard } from './csrf/guard.ts';
import { type DashboardParts, dashboard } from './dashboard.ts';
import { sampleTourRoutes } from './demo/sample-tour-routes.ts';
import { publicEmbedRoutes } from './embeds/public-routes.ts';
import { type AddressLimit, countAddress } from './http/address-limit.ts';
import { limitBodyTime } from './http/body-time.ts';
import { answerRefusal, failureAnswer, refusalOf } from './http/failures.ts';
import { portalHeaders } from './http/headers.ts';
import type { PortalLog } from './http/log.ts';
import { watchMethods } from './http/methods.ts';
import { servePages } from './http/pages.ts';
import { PortalError } from './http/portal-error.ts';
import { sentValues } from './http/raw-headers.ts';
import { DEFAULT_PROTECTION, type Protection } from './http/route.ts';
import { PORTAL_LIMITS, refuseBrokenRequest } from './http/server.ts';
import { lineOf, traceIdOf } from './http/trace-id.ts';
import type { BackChannelLogout, IdentityProvider } from './identity/identity-provider.ts';
import { type LeakRouteDeps, leakRoutes } from './leaks/routes.ts';
import { credentialGate } from './session/admit-credential.ts';
import { type PortalCookies, portalCookies } from './session/cookies.ts';
import { findCommandLineSession, findSession, type ShownCredential, shownCredential } from './session/find-session.ts';
import { sessionRoutes } from './session/routes.ts';
import { type ShownCaller, shownCaller, shownPerson } from './session/shown-caller.ts';
import { type LiveSession, type Membership, membershipsOf } from './session/store.ts';
import { inNamedTeam, requireShownTeam, teamOfSession, type Visitor, visitorOf } from './session/visitor.ts';
import { backChannelRoutes } from './sign-in/back-channel-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { statusRoutes } from './status/routes.ts';

/** What a trace shows of an answered call, beside what is counted. */
export interface PortalCallTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The caller's header. */
  readonly traceparent: string | string[] | undefined;
  readonly requestId: string;
  /** What was waited for; undefined for a call whose trace is not kept. */
  readonly steps: readonly Step[] | undefined;
}

export interface PortalDeps {
  readonly database: Database;
  /** Wrapped in its breakers (`withBreakers`). */
  readonly identity: IdentityProvider;
  /** Verifies logouts that an OpenID provider sends; null for providers without. */
  readonly backChannelLogout: BackChannelLogout | null;
  /** Who may report leaked secrets, and how they are found; null takes no reports. */
  readonly leakReports: Pick<LeakRouteDeps, 'keys' | 'peppers'> | null;
  /** Public address of the portal, without a trailing slash. */
  readonly portalUrl: string;
  /** Public address of the gateway, for examples on the pages. */
  readonly baseUrl: string;
  /** `APP_ENV`. */
  readonly environment: string;
  /** Domain attribute of the session cookies, as `cookieDomain` decided; null for host-only. */
  readonly cookieDomain: string | null;
  /** Seconds without use after which a session ends; 0 for never (`SESSION_IDLE_S`). */
  readonly sessionIdleS: number;
  readonly cookieSecrets: KeyRing;
  readonly sessionSealingKeys: KeyRing;
  readonly dashboard: DashboardParts;
  /** Build output of the pages; null serves none. */
  readonly pagesDirectory: string | null;
  /** Proxies in front whose forwarding headers are trusted. */
  readonly proxies: Proxies;
  readonly log: PortalLog;
  /** Absent for no limit. */
  readonly addressLimit?: AddressLimit;
  /** Whether the trace of a call is kept: only then its steps are collected. */
  readonly keepsTrace?: Tracing['keeps'] | undefined;
  /** Called for every answered call, for metrics and traces. */
  readonly onAnswered?: (call: PortalCallFacts & PortalCallTrace) => void;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  /** Called for every route as it is added, so that no second list of them is needed. */
  readonly onRoute?: (method: string, url: string, protection: Protection) => void;
}

/** The developer portal, without a port. */
export function createPortal(deps: PortalDeps): FastifyInstance {
  const { database, identity, portalUrl, log, nowMs } = deps;
  const secure = portalUrl.startsWith('https:');
  const headers = portalHeaders(secure);
  const cookies = portalCookies({
    environment: deps.environment,
    host: new URL(portalUrl).hostname,
    domain: deps.cookieDomain,
    secure,
  });
  const { pool } = database;

  const { maxHeaderSize, headersTimeout, ...limits } = PORTAL_LIMITS;
  const broken = brokenBytes({ refuse: refuseBrokenRequest });
  const app = Fastify({
    ...limits,
    // A missing Host is refused below, with the envelope.
    http: { maxHeaderSize, headersTimeout, requireHostHeader: false },
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/', headers }) => originForm(url, headers.host),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: broken.clientError,
    frameworkErrors: (error: FastifyError, request, reply) => {
      answerRefusal(request, reply.headers(headers), refusalOf(error), undefined);
    },
  });
  answerHalfClosed(app.server).prependListener('request', broken.request);

  const credentialOf = credentialReader(cookies);
  const sessions = new WeakMap<FastifyRequest, Promise<LiveSession | undefined>>();
  const sessionOf = (request: FastifyRequest): Promise<LiveSession | undefined> => {
    const known = sessions.get(request);
    if (known !== undefined) return known;
    const shown = credentialOf(request);
    // get-user changes nothing (SPEC 4.4).
    const use = { idleS: deps.sessionIdleS, counts: request.routeOptions.url !== getUser.path };
    const found =
      shown.kind === 'bearer'
        ? findCommandLineSession(pool, shown.token, use)
        : findSession({ pool, cookies, cookieSecrets: deps.cookieSecrets }, shown.header, use);
    sessions.set(request, found);
    return found;
  };
  const addressOf = (request: FastifyRequest) => rawClientAddress(request.raw, deps.proxies);

  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) deps.onRoute?.(each, url, config?.protection ?? DEFAULT_PROTECTION);
  });
  const steps = new WeakMap<FastifyRequest, Step[]>();
  const { keepsTrace } = deps;
  if (keepsTrace !== undefined)
    app.addHook('onRequest', (request, reply, done) => {
      if (!keepsTrace(traceIdOf(request), request.headers.traceparent)) return done();
      const own: Step[] = [];
      steps.set(request, own);
      // However it ends: a caller may hang up before there is an answer.
      reply.raw.once('close', () => endSteps(own));
      collectSteps(own, done);
    });
  const refusalOfUnknown = watchMethods(app);
  readBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  answerAnyOrigin(app);
  app.addHook('onRequest', async (request) => {
    refuseAmbiguous(request);
    credentialOf(request);
  });
  app.addHook('onRequest', limitBodyTime());
  if (deps.addressLimit !== undefined) app.addHook('onRequest', countAddress(deps.addressLimit));
  const credentials = credentialGate(database, credentialOf);
  app.addHook('onRequest', credentials.admit);
  /** Whoever a mutation is made for, by what the request presents. */
  const guardedOf = async (request: FastifyRequest) => {
    const credential = credentials.of(request);
    return credential === undefined ? sessionOf(request) : ({ id: credential.id, kind: 'credential' } as const);
  };
  app.addHook(
    'onRequest',
    csrfGuard({
      cookieSecrets: deps.cookieSecrets,
      portalOrigin: new URL(portalUrl).origin,
      csrfCookie: cookies.names.csrf,
      sessionOf: guardedOf,
    }),
  );
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions;
    const { method } = request;
    const { statusCode: httpStatus, elapsedTime: costMs } = reply;
    const forwarding = forwardingMismatch(request.headers, deps.proxies);
    const cost = Math.round(costMs);
    const { traceparent } = request.headers;
    deps.onAnswered?.({
      method,
      route,
      httpStatus,
      costMs,
      forwarding,
      traceId: traceIdOf(request),
      traceparent,
      requestId: request.id,
      steps: steps.get(request),
    });
    const who = await callerOf(request, httpStatus).catch(() => ({}));
    log.info({ ...lineOf(request), method, route, http_status: httpStatus, cost, ...who }, 'portal call');
  });

  const sendPage = deps.pagesDirectory === null ? undefined : servePages(app, deps.pagesDirectory, deps);
  app.setErrorHandler(failureAnswer(log, sendPage));
  app.setNotFoundHandler((request, reply) => answerRefusal(request, reply, refusalOfUnknown(request), sendPage));

  const visitors = { pool, identity, sealingKeys: deps.sessionSealingKeys };
  const credentialVisitor = (request: FastifyRequest): Visitor | undefined => {
    const credential = credentials.of(request);
    return credential && { kind: 'credential', credential, memberships: [credential.team] };
  };
  const findVisitor = async (request: FastifyRequest): Promise<Visitor> => {
    const program = credentialVisitor(request);
    if (program !== undefined) return program;
    const session = await sessionOf(request);
    const onUnavailable = (reason: string) =>
      log.warn({ ...lineOf(request), provider: identity.name, reason }, 'identity provider unavailable');
    const asking = await visitorOf({ ...visitors, onUnavailable }, session);
    return session?.kind === 'command-line' ? inNamedTeam(asking, sentValues(request.raw, TEAM_HEADER)) : asking;
  };
  const known = new WeakMap<FastifyRequest, Promise<Visitor>>();
  const visitor = (request: FastifyRequest): Promise<Visitor> => {
    const found = known.get(request) ?? findVisitor(request);
    known.set(request, found);
    return found;
  };
  const teams = new WeakMap<FastifyRequest, Promise<Membership | undefined>>();
  const teamOf = async (request: FastifyRequest): Promise<Membership | undefined> => {
    const session = await sessionOf(request);
    const found = teams.get(request) ?? teamOfSession(visitors, session, namedTeams(request));
    teams.set(request, found);
    return found;
  };
  /** Whoever made a call, for the log. @throws What the store throws. */
  const callerOf = async (request: FastifyRequest, httpStatus: number): Promise<ShownCaller> => {
    const named = teamsOfCall(request);
    const visitor = (await known.get(request)?.catch(() => undefined)) ?? credentialVisitor(request);
    if (visitor !== undefined) return shownCaller(visitor, named);
    // What is wrong by itself is refused before anybody asks whose it is. A flood is not answered with statements.
    const { protection = DEFAULT_PROTECTION } = request.routeOptions.config;
    const isLookedUp = isRefused(httpStatus) && !request.is404 && protection === DEFAULT_PROTECTION;
    const session = await (isLookedUp ? sessionOf(request) : sessions.get(request));
    if (session === undefined || session.provider !== identity.name) return {};
    if (isLookedUp) return shownPerson(session, await membershipsOf(pool, session.personId), named);
    const team = await teams.get(request);
    return shownPerson(session, team === undefined ? [] : [team], []);
  };
  // Before the body is read, and once for all routes: the operation then works in exactly the Team that was checked
  // here.
  app.addHook('onRequest', async (request) => {
    const named = sentValues(request.raw, TEAM_HEADER);
    const { anyTeam = false, protection = DEFAULT_PROTECTION } = request.routeOptions.config;
    if (named.length === 0 || request.is404 || anyTeam || protection !== DEFAULT_PROTECTION) return;
    if ((await sessionOf(request))?.kind === 'browser') requireShownTeam(await visitor(request), named);
  });
  const actions = doActionsOnce(app, {
    pool,
    sealingKeys: deps.sessionSealingKeys,
    sessionOf: async (request) => {
      const credential = credentials.of(request);
      return credential === undefined ? sessionOf(request) : { personId: `credential:${credential.id}` };
    },
  });
  sessionRoutes(app, {
    database,
    cookies,
    cookieSecrets: deps.cookieSecrets,
    sessionIdleS: deps.sessionIdleS,
    addressOf,
    visitorOf: visitor,
    operators: deps.dashboard.operators,
  });
  const { askingOf } = dashboard(app, {
    ...deps.dashboard,
    database,
    visitorOf: visitor,
    teamOf,
    credentialOf: credentials.of,
    actions,
    proxies: deps.proxies,
    log,
    nowMs,
  });
  signInRoutes(app, {
    database,
    pool,
    identity,
    cookies,
    cookieSecrets: deps.cookieSecrets,
    sealingKeys: deps.sessionSealingKeys,
    log,
    sessionOf,
    nowMs,
    addressOf,
  });
  commandLineRoutes(app, {
    database,
    askingOf,
    sessionOf,
    addressOf,
    sealingKeys: deps.sessionSealingKeys,
    portalUrl,
    baseUrl: deps.baseUrl,
  });
  agentRoutes(app, { database, cookieSecrets: deps.cookieSecrets, askingOf, portalUrl });
  oauthRoutes(app, { database, cookieSecrets: deps.cookieSecrets, addressOf, portalUrl });
  mcpRoutes(app, {
    credentialOf: credentials.of,
    gateway: deps.dashboard.gateway,
    portalUrl,
    pages: deps.pagesDirectory,
  });
  statusRoutes(app, deps.dashboard.status.now);
  if (deps.pagesDirectory !== null) {
    const { gateway, assets, bundles } = deps.dashboard;
    const { pagesDirectory, addressLimit } = deps;
    sampleTourRoutes(app, bundles.directory);
    publicEmbedRoutes(app, { pool, gateway, assets, portalUrl, pagesDirectory, ...(addressLimit && { addressLimit }) });
  }
  if (deps.leakReports !== null) {
    const { sendsMail, onAppsChanged } = deps.dashboard;
    leakRoutes(app, { ...deps.leakReports, database, sendsMail, onAppsChanged, log });
  }
  if (deps.backChannelLogout !== null) backChannelRoutes(app, { database, identity, verify: deps.backChannelLogout });
  return app;
}

/** The Teams that a call names, in its header or its address. */
function namedTeams({ raw, query }: FastifyRequest): readonly string[] {
  const { [TEAM_QUERY]: inAddress = [] } = query as Readonly<Record<string, string | readonly string[]>>;
  return [...sentValues(raw, TEAM_HEADER), ...[inAddress].flat()];
}

/** Calls about a Team name it in their path, whichever Team is active. */
const ABOUT_TEAM = '/api/teams/:id/';

function teamsOfCall(request: FastifyRequest): readonly string[] {
  const { id } = request.params as { readonly id?: string };
  const isAbout = request.routeOptions.url?.startsWith(ABOUT_TEAM) === true && id !== undefined;
  return isAbout ? [id] : namedTeams(request);
}

/** Whether a call was refused for what it sent, other than too much. */
const isRefused = (httpStatus: number): boolean =>
  httpStatus >= 400 && httpStatus < 500 && httpStatus !== portalFailures.RATE_LIMITED.httpStatus;

/**
 * Session cookies or a bearer token.
 * @throws {PortalError} REQUEST_INVALID for both at once: it is ambiguous which one counts.
 */
function credentialReader({ names }: PortalCookies) {
  return (request: FastifyRequest): Exclude<ShownCredential, { readonly kind: 'both' }> => {
    const shown = shownCredential(sentValues(request.raw, 'authorization'), request.headers.cookie, names);
    if (shown.kind !== 'both') return shown;
    throw new PortalError(
      'REQUEST_INVALID',
      'The request carries a bearer token and cookies of a session, or two tokens. Send one.',
    );
  };
}

/** Refuses what two readers could understand differently: which host, or which path. */
function refuseAmbiguous(request: FastifyRequest): void {
  if (sentValues(request.raw, 'host').length !== 1) {
    throw new PortalError('REQUEST_INVALID', 'The request has no Host header, or more than one. Send one.');
  }
  const { url = '' } = request.raw;
  if (url.startsWith('/')) return;
  throw new PortalError(
    'REQUEST_INVALID',
    isAbsolute(url)
      ? 'The request target names another host than the Host header. Send the path alone, or the same host in both.'
      : 'The request target is not a path. Send one that starts with a slash.',
  );
}

/** Parses JSON where the guard lets it through; other bodies stay text, for the few routes that take or ignore them. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    // Bytes of another encoding would be stored as replacement characters.
    if (!isUtf8(bytes as Buffer)) {
      done(new PortalError('REQUEST_INVALID', 'The body is not in UTF-8. Send JSON in UTF-8.'));
      return;
    }
    const text = bytes.toString();
    // Parsers differ about it, and RFC 8259, 8.1 forbids sending it.
    if (text.startsWith('\ufeff')) {
      done(new PortalError('REQUEST_INVALID', 'The body begins with a byte order mark. Send JSON without one.'));
      return;
    }
    try {
      done(null, text === '' ? {} : JSON.parse(text));
    } catch {
      done(new PortalError('REQUEST_INVALID', 'The body is not valid JSON. Send a JSON object.'));
    }
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}
