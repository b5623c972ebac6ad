import { type PageProblem, type PortalFailureBody, portalFailures, portalFailuresInChinese } from '@openhouse/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isStoreAway } from '../../kernel/database/store-away.ts';
import { spokenIn } from '../../kernel/http/accept-language.ts';
import { IdentityProviderUnavailable } from '../identity/identity-provider.ts';
import type { PortalLog } from './log.ts';
import type { ShownProblem } from './pages.ts';
import { PortalError, providerUnavailable, RETRY_AFTER_S } from './portal-error.ts';
import { PORTAL_LIMITS } from './server.ts';
import { lineOf } from './trace-id.ts';

/** The disk has no space or fails, or the process has no descriptor, for an uploaded file. */
const NO_FILE = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO', 'EACCES'];

/**
 * The refusal to answer with for any error.
 * @param bodyLimit Bytes that the body of the call may have.
 */
export function refusalOf(error: unknown, bodyLimit: number = PORTAL_LIMITS.bodyLimit): PortalError {
  if (error instanceof PortalError) return error;
  if (error instanceof IdentityProviderUnavailable) return providerUnavailable(error.retryAfterS);
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new PortalError('PAYLOAD_TOO_LARGE', `The body is too large. Send at most ${bodyLimit / 1024} KiB.`);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new PortalError('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new PortalError('REQUEST_INVALID');
  if (isStoreAway(error) || NO_FILE.includes(code ?? '')) {
    return new PortalError('UNAVAILABLE', undefined, { 'retry-after': String(RETRY_AFTER_S) });
  }
  return new PortalError('INTERNAL');
}

/** Failures that a person who navigates sees as a page. */
const pageProblems: ReadonlySet<string> = new Set<PageProblem>([
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'SIGN_IN_REFUSED',
  'SIGN_IN_COOKIES_MISSING',
  'NOT_FOUND',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
]);

/** Answers with a page that shows the problem, when the portal has pages. */
export type ProblemPage = (reply: FastifyReply, problem: ShownProblem) => FastifyReply;

/** Answers every error: with the failure envelope, or with a page when a browser navigates. */
export function failureAnswer(log: PortalLog, problemPage: ProblemPage | undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error, request.routeOptions.bodyLimit);
    if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') {
      log.error({ ...lineOf(request), err: error }, 'the portal broke');
    }
    if (error instanceof IdentityProviderUnavailable) {
      log.warn({ ...lineOf(request), reason: error.message }, 'identity provider unavailable');
    }
    return answerRefusal(request, reply, refusal, problemPage);
  };
}

export function answerRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: PortalError,
  problemPage: ProblemPage | undefined,
): FastifyReply {
  const { httpStatus } = portalFailures[refusal.code];
  reply.code(httpStatus).headers(refusal.headers);
  if (httpStatus === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', challenge(request));
  if (problemPage !== undefined && isProblem(refusal.code) && navigates(request)) {
    return problemPage(reply, { problem: refusal.code, text: messageFor(request, refusal), facts: refusal.facts });
  }
  // A string, so that no response schema changes a refusal.
  const body = JSON.stringify(failureBody(refusal, request));
  return reply.type('application/json; charset=utf-8').serializer(String).send(body);
}

/**
 * What every 401 has to say (RFC 9110, 15.5.2): a credential or a command line's token is taken here, and the one that came is not
 * (RFC 6750, 3.1). Browsers ask for no password at this scheme.
 */
function challenge({ headers }: FastifyRequest): string {
  return headers.authorization === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
}

const CHALLENGE = 'Bearer realm="openhouse"';

/** The failure envelope of the portal, in the language of who asked. */
export function failureBody(refusal: PortalError, request: FastifyRequest): PortalFailureBody {
  const { code, details } = refusal;
  return { error: { code, message: messageFor(request, refusal), request_id: request.id, ...details } };
}

/** What only this call has, such as the name of a field, stands behind the Chinese in English. */
function messageFor({ headers }: FastifyRequest, { code, message, isUsual }: PortalError): string {
  if (spokenIn(headers['accept-language']) !== 'zh') return message;
  const words = portalFailuresInChinese[code].join('');
  return isUsual ? words : `${words}（${message}）`;
}

function isProblem(code: string): code is PageProblem {
  return pageProblems.has(code);
}

/** Whether a browser navigates: then it asks for HTML; the pages' own calls and other clients do not. */
function navigates(request: FastifyRequest): boolean {
  const isApi = request.url.startsWith('/api/') || request.url.startsWith('/auth/get-user');
  return !isApi && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
