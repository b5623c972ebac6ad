import {
  type DeveloperAccount,
  endAllSessions,
  endSession,
  getUser,
  listSessions,
  me,
  type Session,
} from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { isCsrfTokenOf, mintCsrfToken, NO_SESSION } from '../csrf/rules.ts';
import { cookieValue } from '../http/cookies.ts';
import { PortalError, providerUnavailable } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import type { PortalCookies } from './cookies.ts';
import { endSessions } from './end-sessions.ts';
import { isOperatorHere, type Operators } from './operators.ts';
import { isSignedAccount, SESSION_LIFETIME_S, signAccount } from './rules.ts';
import { deleteSession, deleteSessions, type LiveSession, noteCookieKey, sessionsOf } from './store.ts';
import { shownTeams } from './teams.ts';
import type { Visitor } from './visitor.ts';

export interface SessionRouteDeps {
  readonly database: Database;
  /** Seconds without use after which a session ends; 0 for never. */
  readonly sessionIdleS: number;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly cookies: PortalCookies;
  readonly cookieSecrets: KeyRing;
  readonly visitorOf: (request: FastifyRequest) => Promise<Visitor>;
  readonly operators: Operators;
}

export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { database, cookies, addressOf, visitorOf: visitor } = deps;

  servePortalEndpoint(app, getUser, async ({ request }) => accountOf(await visitor(request), deps.operators));

  servePortalEndpoint(app, me, async ({ request, reply }) => {
    const asking = await visitor(request);
    const account = accountOf(asking, deps.operators);
    const session = 'session' in asking ? asking.session : undefined;
    // The command line stores no cookies, and needs no CSRF pair.
    if (session?.kind !== 'command-line') {
      const csrf = cookies.setCsrf(csrfTokenFor(deps, request, session?.id ?? NO_SESSION));
      const renewed = await renewedAccount(deps, request, session);
      reply.header('set-cookie', renewed === undefined ? csrf : [csrf, renewed]);
    }
    return account;
  });

  servePortalEndpoint(app, listSessions, async ({ request }) => {
    const { personId, id } = ownSession(await visitor(request));
    const sessions = await sessionsOf(database.pool, personId, deps.sessionIdleS);
    return { sessions: sessions.map((session): Session => shownSession(session, id)) };
  });

  servePortalEndpoint(app, endSession, async ({ request, reply, params }) => {
    const { personId, id, kind } = ownSession(await visitor(request));
    const end = (transaction: Transaction) => deleteSession(transaction, personId, params.id);
    const ended = await endSessions(database, end, addressOf(request));
    if (ended === 0) throw new PortalError('SESSION_NOT_FOUND');
    if (params.id === id && kind === 'browser')
      reply.header('set-cookie', cookies.clearSession(request.headers.cookie));
    return { ended };
  });

  servePortalEndpoint(app, endAllSessions, async ({ request, reply, body }) => {
    const { personId, id, kind } = ownSession(await visitor(request));
    const keepCurrent = body.keepCurrent === true;
    const end = (transaction: Transaction) => deleteSessions(transaction, personId, keepCurrent ? id : null);
    const ended = await endSessions(database, end, addressOf(request));
    if (!keepCurrent && kind === 'browser') reply.header('set-cookie', cookies.clearSession(request.headers.cookie));
    return { ended };
  });
}

/** SPEC 2.1. The provider's user id is not part of it; `userCode` is ours. */
function accountOf(visitor: Visitor, operators: Operators): DeveloperAccount {
  switch (visitor.kind) {
    case 'provider unavailable':
      throw providerUnavailable(visitor.retryAfterS);
    case 'anonymous':
    case 'credential':
      return { isAuthenticated: false, teams: [] };
    case 'without active Team':
    case 'in a Team': {
      const { session, profile, memberships } = visitor;
      return {
        isAuthenticated: true,
        userCode: session.userCode,
        email: profile.email,
        name: profile.name,
        avatarUrl: profile.avatarUrl,
        currentSource: session.source,
        teams: shownTeams(memberships),
        ...(isOperatorHere(visitor, operators) && { isOperator: true }),
      };
    }
    default:
      return visitor satisfies never;
  }
}

/** A person may manage their sessions while the provider is away: a stolen one must be ended then too. */
function ownSession(visitor: Visitor): LiveSession {
  switch (visitor.kind) {
    case 'anonymous':
    case 'credential':
      throw new PortalError('AUTH_REQUIRED');
    case 'provider unavailable':
    case 'without active Team':
    case 'in a Team':
      return visitor.session;
    default:
      return visitor satisfies never;
  }
}

/**
 * Signs svc_account again with the first key of the ring, if another key signed it: after one visit the former key is
 * no longer needed (decision 0126). It ends when the session ends. Which key the browser's cookie needs is stored once the
 * browser sends it: an answer can be lost (decision 0139).
 */
async function renewedAccount(
  { database, cookies, cookieSecrets }: SessionRouteDeps,
  request: FastifyRequest,
  session: LiveSession | undefined,
): Promise<string | undefined> {
  if (session === undefined) return undefined;
  const held = cookieValue(request.headers.cookie, cookies.names.account) ?? '';
  const selected = { account: session.account, session: session.id };
  const first = firstKey(cookieSecrets);
  if (isSignedAccount([first], held, selected)) {
    if (session.cookieKey !== first.id) await noteCookieKey(database.pool, session.id, first.id);
    return undefined;
  }
  const leftS = Math.floor(SESSION_LIFETIME_S - session.ageS);
  return leftS <= 0 ? undefined : cookies.renewAccount(signAccount(cookieSecrets, selected), leftS);
}

/**
 * Keeps a token of the first key that is still valid: a new one would break a call that another tab is about to send. One of a
 * former key is replaced, or each visit would extend it and the key would be needed for ever.
 */
function csrfTokenFor({ cookies, cookieSecrets }: SessionRouteDeps, request: FastifyRequest, session: string): string {
  const held = cookieValue(request.headers.cookie, cookies.names.csrf);
  return held !== undefined && isCsrfTokenOf([firstKey(cookieSecrets)], held, session)
    ? held
    : mintCsrfToken(cookieSecrets, session);
}

function shownSession(
  { id, kind, machine, createdAt, endsAt, userAgent, ipAddress }: Awaited<ReturnType<typeof sessionsOf>>[number],
  current: string,
): Session {
  const times = { createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() };
  return { id, kind, machine, ...times, userAgent, ipAddress, isCurrent: id === current };
}
