import { randomBytes } from 'node:crypto';
import { profileCall, sourceVerifyCall, ticketExchangeCall } from '@openhouse/contract';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { answerHalfClosed } from '../../../kernel/http/half-closed.ts';
import type { KeyRing } from '../../../kernel/keys/key-ring.ts';
import { languageOf, plainPagePolicy } from '../../plain-pages/plain-page.ts';
import { builtinSubject, chosenAccount, type OfferedAccount } from './accounts.ts';
import { type RefusedEntry, type SignInRequest, signInPage, strayPage } from './page.ts';
import { builtinTickets } from './tickets.ts';

/** Base path of the ticket gateway's calls on the built-in page's server. */
export const BUILTIN_GATEWAY_PATH = '/gateway';

export interface BuiltinSignInDeps {
  /** Public address of the portal, without a trailing slash. */
  readonly portalUrl: string;
  /** The only `redirect` that is served. */
  readonly callbackUrl: string;
  readonly keys: KeyRing;
  /** People that the page offers; any other can be typed in. */
  readonly accounts: readonly OfferedAccount[];
  /** Files of the portal's typeface; null where the pages are not built: then the system's is used. */
  readonly typeface: Typeface | null;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** The portal's typeface, as WOFF2. */
export interface Typeface {
  readonly latin: Buffer;
  readonly latinExt: Buffer;
}

const BODY_MAX_BYTES = 16 * 1024;
const TYPEFACE_KEPT = 'public, max-age=86400';

/**
 * The built-in identity provider for development: a sign-in page that asks for no password, and the internal gateway
 * behind it, over real HTTP. It must never run in production; the configuration refuses it there.
 */
export function createBuiltinSignIn(deps: BuiltinSignInDeps): FastifyInstance {
  const { portalUrl, callbackUrl, accounts } = deps;
  const tickets = builtinTickets(deps.keys, deps.nowMs);
  const app = Fastify({ bodyLimit: BODY_MAX_BYTES, exposeHeadRoutes: false });
  answerHalfClosed(app.server);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));

  const isOurs = ({ source, source_verify, redirect }: SignInRequest) =>
    redirect === callbackUrl && tickets.isSourceVerify(source_verify, source);

  const sendPage = (reply: FastifyReply, status: number, language: string | undefined, page: Page) => {
    const nonce = randomBytes(16).toString('base64url');
    const spoken = languageOf(language);
    const html =
      page.request === undefined
        ? strayPage(spoken, nonce, portalUrl)
        : signInPage(spoken, accounts, nonce, page.request, page.refused);
    return reply
      .code(status)
      .headers(pageHeaders(nonce, new URL(portalUrl).origin))
      .send(html);
  };

  app.get('/', { exposeHeadRoute: true }, async (request, reply) => {
    const asked = signInRequest(new URL(request.url, portalUrl).searchParams);
    const language = request.headers['accept-language'];
    return isOurs(asked)
      ? sendPage(reply, 200, language, { request: asked })
      : sendPage(reply, 400, language, { request: undefined });
  });

  const { typeface } = deps;
  const sendTypeface = (path: string, file: Buffer) =>
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) =>
      reply.type('font/woff2').header('cache-control', TYPEFACE_KEPT).send(file),
    );
  if (typeface !== null) {
    sendTypeface('/geist-latin.woff2', typeface.latin);
    sendTypeface('/geist-latin-ext.woff2', typeface.latinExt);
  }

  app.post('/', async (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ''));
    const asked = signInRequest(form);
    const language = request.headers['accept-language'];
    if (!isOurs(asked)) return sendPage(reply, 400, language, { request: undefined });
    const [email, name] = [form.get('email') ?? '', form.get('name') ?? ''];
    const account = chosenAccount(accounts, email, name);
    if (account === undefined) return sendPage(reply, 422, language, { request: asked, refused: { name, email } });
    const { source, source_verify, redirect } = asked;
    const ticket = tickets.issueTicket(source, source_verify, account);
    const back = new URL(redirect);
    back.search = new URLSearchParams({ source, ticket, login_type: 'email' }).toString();
    return reply.code(303).header('location', back.href).header('cache-control', 'no-store').send();
  });

  const gateway = (path: string) => `${BUILTIN_GATEWAY_PATH}${path}`;
  app.post(gateway(sourceVerifyCall.path), async (request, reply) => {
    const asked = jsonOf(sourceVerifyCall.request, request.body);
    if (asked === undefined) return refuse(reply, 400, 'err_request_invalid');
    return succeed(reply, { source_verify: tickets.issueSourceVerify(asked.source) });
  });
  app.post(gateway(ticketExchangeCall.path), async (request, reply) => {
    const asked = jsonOf(ticketExchangeCall.request, request.body);
    if (asked === undefined) return refuse(reply, 400, 'err_request_invalid');
    const exchanged = tickets.exchange(asked.ticket, asked.source, asked.source_verify);
    if (exchanged === undefined) return refuse(reply, 401, 'err_ticket_invalid');
    const user_id = builtinSubject(exchanged.account.email);
    return succeed(reply, { token: exchanged.token, source: asked.source, user_id });
  });
  app.get(gateway(profileCall.path), async (request, reply) => {
    const account = tickets.accountOf(request.headers.authorization ?? '');
    if (account === undefined) return refuse(reply, 401, 'err_token_invalid');
    return succeed(reply, { user_id: builtinSubject(account.email), ...account });
  });
  return app;
}

interface Page {
  readonly request: SignInRequest | undefined;
  readonly refused?: RefusedEntry;
}

function signInRequest(fields: URLSearchParams): SignInRequest {
  const single = (name: string) => (fields.getAll(name).length === 1 ? (fields.get(name) ?? '') : '');
  return { source: single('source'), source_verify: single('source_verify'), redirect: single('redirect') };
}

function jsonOf<Schema extends TSchema>(schema: Schema, body: unknown) {
  try {
    const value: unknown = JSON.parse(String(body ?? ''));
    return Value.Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function succeed(reply: FastifyReply, data: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ code: 0, status: 'success', data });
}

function refuse(reply: FastifyReply, httpStatus: number, status: string): FastifyReply {
  return reply.code(httpStatus).header('cache-control', 'no-store').send({ code: -1, status, data: null });
}

/** form-action names the portal too: browsers apply it to the redirect that follows the form. */
function pageHeaders(nonce: string, portalOrigin: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': plainPagePolicy(nonce, `'self' ${portalOrigin}`),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  };
}
