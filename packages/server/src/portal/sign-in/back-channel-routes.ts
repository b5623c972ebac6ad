import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { PortalError } from '../http/portal-error.ts';
import type { BackChannelLogout, IdentityProvider } from '../identity/identity-provider.ts';
import { endSessions } from '../session/end-sessions.ts';
import { deleteProviderSessions } from '../session/store.ts';
import { spendOnce } from './store.ts';

/** Where an OpenID provider sends its logouts (OpenID Connect Back-Channel Logout 1.0). */
const BACK_CHANNEL_LOGOUT_PATH = '/auth/back-channel-logout';

interface BackChannelDeps {
  readonly database: Database;
  readonly identity: IdentityProvider;
  readonly verify: BackChannelLogout;
}

/** Ends sessions when the provider says that they ended there (decision 0027). */
export function backChannelRoutes(app: FastifyInstance, { database, identity, verify }: BackChannelDeps): void {
  app.post(BACK_CHANNEL_LOGOUT_PATH, { config: { protection: 'signed body' } }, async (request, reply) => {
    const tokens = new URLSearchParams(typeof request.body === 'string' ? request.body : '').getAll('logout_token');
    const named = tokens[0] === undefined || tokens.length > 1 ? undefined : await verify(tokens[0]);
    if (named === undefined) {
      throw new PortalError('REQUEST_INVALID', 'logout_token is not a valid logout token of the identity provider.');
    }
    const { subject, providerSession, id, leftS } = named;
    await endSessions(
      database,
      async (transaction) => {
        // Replayed, it would end sessions that were started since.
        if (!(await spendOnce(transaction, [sha256(`logout\0${identity.name}\0${id}`)], leftS))) {
          throw new PortalError('REQUEST_INVALID', 'This logout_token was used before; each one counts once.');
        }
        return deleteProviderSessions(transaction, {
          provider: identity.name,
          subjectHash: subject === null ? null : sha256(subject),
          sessionHash: providerSession === null ? null : sha256(providerSession),
        });
      },
      null,
    );
    return reply.code(200).send();
  });
}
