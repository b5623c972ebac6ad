import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { demoAccounts } from '../portal/demo/facts.ts';
import { createBuiltinSignIn } from '../portal/identity/builtin/server.ts';

/** Where the identity provider sends people back to. */
export const callbackUrlOf = ({ PORTAL_URL }: Pick<Config, 'PORTAL_URL'>): string =>
  `${PORTAL_URL}/auth/sign-in-callback`;

/**
 * The built-in sign-in page and the ticket gateway behind it, without a port. It remembers used tickets: one process
 * serves it, however many workers there are.
 * @returns null with another identity provider.
 */
export function createSignInPage(
  config: Pick<Config, 'IDENTITY_PROVIDER' | 'PORTAL_URL'>,
  { cookieSecrets }: Pick<Secrets, 'cookieSecrets'>,
): FastifyInstance | null {
  if (config.IDENTITY_PROVIDER !== 'builtin') return null;
  return createBuiltinSignIn({
    portalUrl: config.PORTAL_URL,
    callbackUrl: callbackUrlOf(config),
    keys: cookieSecrets,
    accounts: demoAccounts,
    nowMs: Date.now,
  });
}
