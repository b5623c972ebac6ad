import { CSRF_HEADER, hasMediaType, packedBody, wrongCharset } from '@openhouse/contract';
import type { FastifyRequest } from 'fastify';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { cookieValue } from '../http/cookies.ts';
import { PortalError } from '../http/portal-error.ts';
import { sentValues } from '../http/raw-headers.ts';
import { DEFAULT_PROTECTION, type Protection } from '../http/route.ts';
import { isCsrfPair, isFromPortal } from './rules.ts';

/** What a mutation is checked against: a session, or a credential of a Team. */
interface GuardedSession {
  /** Public id. */
  readonly id: string;
  readonly kind: 'browser' | 'command-line' | 'credential';
}

export interface GuardDeps {
  readonly cookieSecrets: KeyRing;
  readonly portalOrigin: string;
  readonly csrfCookie: string;
  readonly sessionOf: (request: FastifyRequest) => Promise<GuardedSession | undefined>;
}

const SAFE_METHODS = ['GET', 'HEAD'];
const JSON_MEDIA_TYPE = 'application/json';

/**
 * An onRequest hook over every route: whatever can change something is guarded unless its route names another
 * protection, so none can be forgotten (decision 0026).
 */
export function csrfGuard(deps: GuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.is404 || SAFE_METHODS.includes(request.method)) return;
    const protection: Protection = request.routeOptions.config.protection ?? DEFAULT_PROTECTION;
    switch (protection) {
      case 'signed body':
      case 'signed bytes':
      case 'code in address':
      case 'code in form':
        return;
      case 'any origin':
        requireMediaType(request);
        return;
      case 'origin':
        requireOrigin(deps, request);
        return;
      case 'for nobody':
        requireOrigin(deps, request);
        requireMediaType(request);
        return;
      case 'csrf pair':
        await requirePair(deps, request);
        return;
      default:
        protection satisfies never;
    }
  };
}

async function requirePair(deps: GuardDeps, request: FastifyRequest): Promise<void> {
  const session = await deps.sessionOf(request);
  if (session === undefined) throw new PortalError('AUTH_REQUIRED');
  requireOrigin(deps, request);
  switch (session.kind) {
    case 'browser': {
      const [header, ...others] = sentValues(request.raw, CSRF_HEADER);
      const pair = {
        cookie: cookieValue(request.headers.cookie, deps.csrfCookie),
        header: others.length === 0 ? header : undefined,
      };
      if (!isCsrfPair(deps.cookieSecrets, pair, session.id)) throw new PortalError('CSRF_TOKEN_MISSING');
      break;
    }
    case 'command-line':
    case 'credential':
      // No CSRF pair: no browser attaches a bearer token by itself, and none can be made to (decision 0047).
      if (request.routeOptions.config.browserOnly === true) throw new PortalError('BROWSER_REQUIRED');
      break;
    default:
      session.kind satisfies never;
  }
  requireMediaType(request);
}

/**
 * Requires an unpacked body: JSON, or the media types of an upload. Neither can be sent across sites without a preflight (decision 0058).
 */
function requireMediaType({ headers, routeOptions }: FastifyRequest): void {
  const packed = packedBody(headers);
  if (packed !== undefined) throw new PortalError('UNSUPPORTED_MEDIA_TYPE', packed);
  const sent = headers['content-type'];
  const { uploadTypes } = routeOptions.config;
  const types = uploadTypes ?? [JSON_MEDIA_TYPE];
  if (types.some((type) => (type === JSON_MEDIA_TYPE ? hasMediaType(sent, type) : sent?.toLowerCase() === type)))
    return;
  const advice = uploadTypes && `Send the bytes of the file as ${uploadTypes.join(' or ')}.`;
  throw new PortalError('UNSUPPORTED_MEDIA_TYPE', wrongCharset(sent, types) ?? advice);
}

function requireOrigin({ portalOrigin }: GuardDeps, { raw }: FastifyRequest): void {
  const [origins, referers, sites] = ['origin', 'referer', 'sec-fetch-site'].map((name) => sentValues(raw, name));
  const single = [origins, referers, sites].every((values) => values === undefined || values.length <= 1);
  const from = { origin: origins?.[0], referer: referers?.[0], secFetchSite: sites?.[0] };
  if (!single || !isFromPortal(portalOrigin, from)) throw new PortalError('CSRF_ORIGIN_MISMATCH');
}
