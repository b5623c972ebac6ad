import { type CredentialScope, TEAM_HEADER } from '@openhouse/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { countAttempt } from '../attempts/count-attempt.ts';
import { PortalError } from '../http/portal-error.ts';
import { sentValues } from '../http/raw-headers.ts';
import { claimsToBeCredential, credentialHash } from './credential-rules.ts';
import { type LiveCredential, liveCredential } from './credential-store.ts';
import type { ShownCredential } from './find-session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scopes of which one is enough for a credential of a Team; absent: none may make the call (decision 0186). */
    scopes?: readonly CredentialScope[];
  }
}

/** The one place that admits credentials of Teams. */
export interface CredentialGate {
  /** An onRequest hook: refuses what a credential may not do, before anything else is looked at. */
  readonly admit: (request: FastifyRequest) => Promise<void>;
  /** The credential that makes an admitted call; undefined for a person and for nobody. */
  readonly of: (request: FastifyRequest) => LiveCredential | undefined;
}

/** @param shownBy What a request presents: cookies or one bearer token, never both. */
export function credentialGate(
  database: Database,
  shownBy: (request: FastifyRequest) => ShownCredential,
): CredentialGate {
  const admitted = new WeakMap<FastifyRequest, LiveCredential>();
  return {
    async admit(request) {
      const shown = shownBy(request);
      if (request.is404 || shown.kind !== 'bearer' || !claimsToBeCredential(shown.token)) return;
      const tokenHash = credentialHash(shown.token);
      const credential = tokenHash === undefined ? undefined : await liveCredential(database, tokenHash);
      if (credential === undefined) throw new PortalError('CREDENTIAL_INVALID');
      await countAttempt(database.pool, 'credential', credential.id);
      requireScope(credential, request.routeOptions.config.scopes ?? []);
      requireOpenTeam(credential, sentValues(request.raw, TEAM_HEADER));
      admitted.set(request, credential);
    },
    of: (request) => admitted.get(request),
  };
}

function requireScope({ scopes }: LiveCredential, enough: readonly CredentialScope[]): void {
  if (!enough.some((scope) => scopes.includes(scope))) throw new PortalError('CREDENTIAL_SCOPE_INSUFFICIENT');
}

function requireOpenTeam({ team }: LiveCredential, named: readonly string[]): void {
  if (named.some((code) => code !== team.id)) throw new PortalError('TEAM_NOT_FOUND');
  if (team.suspendedAt !== null) throw new PortalError('TEAM_SUSPENDED');
  if (team.deletionDueAt !== null) throw new PortalError('TEAM_CLOSED');
}
