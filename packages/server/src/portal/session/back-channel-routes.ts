import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import type { BackChannelLogout, IdentityProvider } from '../identity/identity-provider.ts';
import { deleteProviderSessions } from './store.ts';

/** Where an OpenID provider sends its logouts (OpenID Connect Back-Channel Logout 1.0). */
const BACK_CHANNEL_LOGOUT_PATH = '/auth/back-channel-logout';

interface BackChannelDeps {
  readonly pool: Pool;
  readonly identity: IdentityProvider;
  readonly verify: BackChannelLogout;
}

/** Ends sessions when the provider says that they ended there (decision 0027). */
export function backChannelRoutes(app: FastifyInstance, { pool, identity, verify }: BackChannelDeps): void {
  app.post(BACK_CHANNEL_LOGOUT_PATH, { config: { protection: 'signed body' } }, async (request, reply) => {
    const tokens = new URLSearchParams(typeof request.body === 'string' ? request.body : '').getAll('logout_token');
    const named = tokens[0] === undefined || tokens.length > 1 ? undefined : await verify(tokens[0]);
    if (named === undefined) {
      throw new PortalError('REQUEST_INVALID', 'logout_token is not a valid logout token of the identity provider.');
    }
    const { subject, providerSession } = named;
    await deleteProviderSessions(pool, {
      provider: identity.name,
      subjectHash: subject === null ? null : sha256(subject),
      sessionHash: providerSession === null ? null : sha256(providerSession),
    });
    return reply.code(200).send();
  });
}
