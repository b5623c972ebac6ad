import { DOCS_PATH, legacyRedirects, navigationRoutes, portalFailures } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { cookieValue } from '../http/cookies.ts';
import type { PortalLog } from '../http/log.ts';
import { PortalError } from '../http/portal-error.ts';
import { lineOf } from '../http/trace-id.ts';
import { SignInRefusal } from '../identity/identity-provider.ts';
import { auditRefusal } from '../session/audit-sessions.ts';
import type { PortalCookies } from '../session/cookies.ts';
import { endSessions } from '../session/end-sessions.ts';
import { sessionTokenHash, shownUserAgent } from '../session/rules.ts';
import { deleteSessionOfToken, type LiveSession } from '../session/store.ts';
import { callbackName, type FinishSignInDeps, finishSignIn } from './finish-sign-in.ts';
import { finished, type Handshake, handshakeId, keepHandshake, newHandshake, openHandshakes } from './handshake.ts';
import { redirectTo } from './redirect.ts';
import { chooseTarget, dashboard, fixedPath, legacyTarget, queryOf, type SafePath, withQueryOf } from './rules.ts';

export interface SignInRouteDeps extends FinishSignInDeps {
  readonly cookies: PortalCookies;
  readonly log: PortalLog;
  readonly sessionOf: (request: FastifyRequest) => Promise<LiveSession | undefined>;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  readonly addressOf: (request: FastifyRequest) => string;
}

/** Parameter of a sign-in that a callback without its handshake has started again, with a cookie set. */
const COOKIE_EXPECTED = 'cookie_expected';

const docs = fixedPath(DOCS_PATH);
const signInAgain = fixedPath(`${navigationRoutes.signIn.path}?${COOKIE_EXPECTED}=1`);

/** The navigation routes of SPEC 4.4 and the old addresses of SPEC 4.5. */
export function signInRoutes(app: FastifyInstance, deps: SignInRouteDeps): void {
  const { cookies, sealingKeys, identity, database, nowMs, log } = deps;

  app.get(navigationRoutes.signIn.path, async (request, reply) => {
    refusePrefetch(request);
    const header = request.headers.cookie;
    const query = queryOf(rawUrlOf(request));
    if (new URLSearchParams(query).has(COOKIE_EXPECTED) && !cookies.hasAgain(header)) await refuseCookieless(request);
    const target = chooseTarget(query, dashboard);
    const { address, memory } = await identity.begin();
    const held = openHandshakes(sealingKeys, cookies, header, nowMs());
    const handshake = newHandshake(memory, target, nowMs());
    reply.header('set-cookie', keepHandshake(sealingKeys, cookies, handshake, { header, held }));
    return redirectTo(reply, address);
  });

  app.get(navigationRoutes.signInCallback.path, async (request, reply) => {
    refusePrefetch(request);
    const header = request.headers.cookie;
    const query = new URLSearchParams(queryOf(rawUrlOf(request)));
    const held = openHandshakes(sealingKeys, cookies, header, nowMs());
    const fitting = held.filter(({ memory }) => identity.isFor(query, memory) !== false);
    const name = callbackName(identity, query);
    // Reloaded, or visited again: it has signed this browser in already.
    const before = fitting.find(
      ({ memory, finishedBy }) =>
        finishedBy !== undefined && (finishedBy === name || identity.isFor(query, memory) === true),
    );
    if (before !== undefined) return redirectTo(reply, before.target);
    const open = fitting.filter(({ finishedBy }) => finishedBy === undefined);
    const [newest] = open;
    if (newest === undefined) return withoutHandshake(request, reply, query, held);
    const finish = await finishSignIn(deps, open, query, {
      userAgent: request.headers['user-agent'],
      ipAddress: deps.addressOf(request),
      replaces: sessionTokenHash(cookieValue(header, cookies.names.token) ?? ''),
    });
    switch (finish.kind) {
      case 'refused': {
        const { refusal, subject } = finish;
        // With a single open handshake it is known which one was refused; several others can still finish.
        const ended = open.length === 1 ? { 'set-cookie': cookies.clearHandshake(handshakeId(newest)) } : {};
        await refused(request, refusal, subject);
        throw refusalTold(refusal, newest.target, ended);
      }
      case 'used before':
        // The callback that came first has signed this browser in, if any did.
        return redirectTo(reply, newest.target);
      case 'signed in': {
        const { handshake, token, account } = finish;
        const after = finished(handshake, name, nowMs());
        reply.header('set-cookie', [
          ...cookies.setSession(token, account, header),
          ...keepHandshake(sealingKeys, cookies, after, { header, held }),
          ...(cookies.hasAgain(header) ? [cookies.clearAgain()] : []),
        ]);
        return redirectTo(reply, handshake.target);
      }
      default:
        return finish satisfies never;
    }
  });

  /** A callback that belongs to no running sign-in of this browser. */
  const withoutHandshake = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: URLSearchParams,
    held: readonly Handshake[],
  ) => {
    const header = request.headers.cookie;
    const session = await deps.sessionOf(request);
    const [newest] = held;
    if (session?.provider === identity.name) {
      // An old tab, or the back button: whoever is signed in continues.
      return redirectTo(reply, newest?.finishedBy === undefined ? dashboard : newest.target);
    }
    if (query.has('error') || held.some(({ finishedBy }) => finishedBy === undefined)) {
      const refusal = new SignInRefusal('the callback belongs to no sign-in of this browser');
      await refused(request, refusal, null);
      throw refusalTold(refusal, newest?.target ?? dashboard, {});
    }
    // Another person's link, an expired one, or a browser that keeps no cookies: that one would redirect in circles.
    if (cookies.hasAgain(header)) await refuseCookieless(request);
    reply.header('set-cookie', cookies.setAgain());
    return redirectTo(reply, signInAgain);
  };

  /** Decided by what this browser sent, so it cannot affect another's browser (decision 0091). */
  const refuseCookieless = async (request: FastifyRequest): Promise<never> => {
    await refused(request, new SignInRefusal('the cookies of the sign-in do not come back'), null);
    throw new PortalError('SIGN_IN_COOKIES_MISSING');
  };

  /** Logs the reason of every refusal; the audit records it where the person is known. */
  const refused = async (request: FastifyRequest, { reason }: SignInRefusal, subject: string | null) => {
    const ipAddress = deps.addressOf(request);
    log.warn({ ...lineOf(request), reason, ip_address: ipAddress }, 'sign-in refused');
    const device = shownUserAgent(request.headers['user-agent']);
    if (subject !== null) {
      await auditRefusal(database, { provider: identity.name, subjectHash: sha256(subject) }, { ipAddress, device });
      return;
    }
    const session = await deps.sessionOf(request);
    if (session !== undefined) await auditRefusal(database, { personId: session.personId }, { ipAddress, device });
  };

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    refusePrefetch(request);
    const tokenHash = sessionTokenHash(cookieValue(request.headers.cookie, cookies.names.token) ?? '');
    reply.header('set-cookie', cookies.clearSession(request.headers.cookie));
    if (tokenHash !== undefined) {
      const token = tokenHash;
      await endSessions(database, (transaction) => deleteSessionOfToken(transaction, token), deps.addressOf(request));
    }
    return redirectTo(reply, chooseTarget(queryOf(rawUrlOf(request)), docs));
  };
  app.get(navigationRoutes.signOut.path, signOut);
  app.post(navigationRoutes.signOut.path, { config: { protection: 'origin' } }, signOut);

  app.get(navigationRoutes.signOutCallback.path, async (request, reply) =>
    redirectTo(reply, chooseTarget(queryOf(rawUrlOf(request)), docs)),
  );
  app.get(navigationRoutes.signUp.path, async (request, reply) =>
    redirectTo(reply, withQueryOf(navigationRoutes.signIn.path, rawUrlOf(request))),
  );
  app.get(navigationRoutes.signUpCallback.path, async (request, reply) =>
    redirectTo(reply, withQueryOf(navigationRoutes.signInCallback.path, rawUrlOf(request))),
  );
  for (const path of Object.keys(legacyRedirects) as (keyof typeof legacyRedirects)[]) {
    const redirect = async (request: FastifyRequest, reply: FastifyReply) =>
      redirectTo(reply, legacyTarget(path, rawUrlOf(request)));
    app.get(path, { exposeHeadRoute: true }, redirect);
    // Signing out takes GET and POST, and so does its old address.
    if (path === '/logout') app.post(path, { config: { protection: 'origin' } }, redirect);
  }
}

/** The refusal as shown to the browser: the target is kept for the next attempt. */
function refusalTold(
  { told }: SignInRefusal,
  target: SafePath,
  headers: Readonly<Record<string, string>>,
): PortalError {
  if (told.suspended !== undefined) {
    const why = `Operators of this installation have suspended you: ${told.suspended} Ask whoever runs it.`;
    return new PortalError('SIGN_IN_REFUSED', why, headers, {}, { ...told, target });
  }
  const { message, advice } = portalFailures.SIGN_IN_REFUSED;
  const clocks = told.clocksDifferS === undefined ? [] : [`Clocks differ by ${told.clocksDifferS} s.`];
  const says = told.says === undefined ? [] : [`It says: ${told.says}`];
  const whole = [message, ...clocks, ...says, advice].join(' ');
  return new PortalError('SIGN_IN_REFUSED', whole, headers, {}, { ...told, target });
}

/** The request target as sent on the wire. */
function rawUrlOf(request: FastifyRequest): string {
  return request.raw.url ?? '/';
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** A prefetch must not sign anybody in or out; the browser asks again when its person navigates. */
function refusePrefetch(request: FastifyRequest): void {
  if (PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(request.headers[name] ?? '')))) {
    throw new PortalError('REQUEST_INVALID', 'This address is not prefetched. Open it when the person goes there.');
  }
}
