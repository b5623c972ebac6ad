import { DOCS_PATH, legacyRedirects, navigationRoutes } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieValue } from '../http/cookies.ts';
import { PortalError } from '../http/portal-error.ts';
import { HANDSHAKE_LIFETIME_S, type PortalCookies } from '../session/cookies.ts';
import { sessionTokenHash } from '../session/rules.ts';
import { deleteSessionOfToken } from '../session/store.ts';
import { type FinishSignInDeps, finishSignIn } from './finish-sign-in.ts';
import { newHandshake, openHandshake, sealHandshake } from './handshake.ts';
import { redirectTo } from './redirect.ts';
import { chooseTarget, dashboard, fixedPath, legacyTarget, queryOf, withQueryOf } from './rules.ts';

export interface SignInRouteDeps extends FinishSignInDeps {
  readonly cookies: PortalCookies;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
  readonly addressOf: (request: FastifyRequest) => string;
}

const docs = fixedPath(DOCS_PATH);
const signIn = fixedPath(navigationRoutes.signIn.path);

/** The navigation routes of SPEC 4.4 and the old addresses of SPEC 4.5. */
export function signInRoutes(app: FastifyInstance, deps: SignInRouteDeps): void {
  const { cookies, sealingKeys, identity, pool, nowMs } = deps;

  app.get(navigationRoutes.signIn.path, async (request, reply) => {
    refusePrefetch(request);
    const target = chooseTarget(queryOf(rawUrlOf(request)), dashboard);
    const { address, memory } = await identity.begin();
    const handshake = newHandshake(memory, target, nowMs() + HANDSHAKE_LIFETIME_S * 1000);
    reply.header('set-cookie', cookies.setHandshake(sealHandshake(sealingKeys, handshake)));
    return redirectTo(reply, address);
  });

  app.get(navigationRoutes.signInCallback.path, async (request, reply) => {
    refusePrefetch(request);
    const { cookie } = request.headers;
    const handshake = openHandshake(sealingKeys, cookieValue(cookie, cookies.names.handshake), nowMs());
    // Not started in this browser: somebody else's link, or one that is too old.
    if (handshake === undefined) return redirectTo(reply, signIn);
    const query = new URLSearchParams(queryOf(rawUrlOf(request)));
    const finished = await finishSignIn(deps, handshake, query, {
      userAgent: request.headers['user-agent'],
      ipAddress: deps.addressOf(request),
      replaces: sessionTokenHash(cookieValue(cookie, cookies.names.token) ?? ''),
    });
    switch (finished.kind) {
      case 'refused':
        throw new PortalError('SIGN_IN_REFUSED', undefined, { 'set-cookie': cookies.clearHandshake() });
      case 'used before':
        // The callback that came first has signed this browser in, if anything did.
        return redirectTo(reply, handshake.target);
      case 'signed in':
        reply.header('set-cookie', [...cookies.setSession(finished.token, finished.account), cookies.clearHandshake()]);
        return redirectTo(reply, handshake.target);
      default:
        return finished satisfies never;
    }
  });

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    refusePrefetch(request);
    const tokenHash = sessionTokenHash(cookieValue(request.headers.cookie, cookies.names.token) ?? '');
    reply.header('set-cookie', cookies.clearSession());
    if (tokenHash !== undefined) await deleteSessionOfToken(pool, tokenHash);
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
    app.get(path, async (request, reply) => redirectTo(reply, legacyTarget(path, rawUrlOf(request))));
  }
}

/** The request target as it stood on the wire. */
function rawUrlOf(request: FastifyRequest): string {
  return request.raw.url ?? '/';
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** A browser that only guesses where its person goes must not sign anybody in or out; it asks again when they go. */
function refusePrefetch(request: FastifyRequest): void {
  if (PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(request.headers[name] ?? '')))) {
    throw new PortalError('REQUEST_INVALID', 'This address is not prefetched. Open it when the person goes there.');
  }
}
