import * as contract from '@openhouse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import { servePortalEndpoint } from '../http/route.ts';
import { type AskingOf, inActiveTeam } from '../session/asking.ts';
import { type CredentialRow, credentialsOf, type LiveCredential } from '../session/credential-store.ts';
import { createCredential, revokeCredential } from './change-credentials.ts';

export interface CredentialRouteDeps {
  readonly database: Database;
  readonly askingOf: AskingOf;
  /** The credential that makes a call; undefined for a person. */
  readonly credentialOf: (request: FastifyRequest) => LiveCredential | undefined;
}

/** Calls about credentials of Teams (decision 0186). */
export function credentialRoutes(
  app: FastifyInstance,
  { database, askingOf, credentialOf }: CredentialRouteDeps,
): void {
  const asking = async (request: FastifyRequest) => inActiveTeam(await askingOf(request));

  servePortalEndpoint(app, contract.listCredentials, async ({ request }) => {
    const { team } = await asking(request);
    if (team.role !== 'owner') throw new PortalError('ROLE_INSUFFICIENT');
    const rows = await credentialsOf(database.pool, team.teamId, contract.CREDENTIALS_PER_TEAM);
    return { credentials: rows.map(shownCredential) };
  });

  servePortalEndpoint(app, contract.createCredential, async ({ request, body }) => {
    const { credential, token } = await createCredential(database, await asking(request), body);
    return { credential: shownCredential(credential), token };
  });

  servePortalEndpoint(app, contract.revokeCredential, async ({ request, params }) => {
    await revokeCredential(database, await asking(request), params.id);
    return { revoked: 1 as const };
  });

  servePortalEndpoint(app, contract.getCredential, async ({ request }) => {
    await askingOf(request);
    const credential = credentialOf(request);
    if (credential === undefined) throw new PortalError('CREDENTIAL_NOT_FOUND');
    const { id, name } = credential.team;
    return { credential: shownCredential(credential), team: { id, name } };
  });
}

function shownCredential({
  id,
  name,
  scopes,
  isAgent,
  createdAt,
  endsAt,
  usedAt,
}: CredentialRow): contract.TeamCredential {
  return {
    id,
    name,
    scopes: [...scopes],
    isAgent,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    usedAt: usedAt === null ? null : usedAt.toISOString(),
  };
}
