import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { demoAccounts } from '../portal/demo/facts.ts';
import { createBuiltinSignIn, type Typeface } from '../portal/identity/builtin/server.ts';

/** Callback to which the identity provider sends people back. */
export const callbackUrlOf = ({ PORTAL_URL }: Pick<Config, 'PORTAL_URL'>): string =>
  `${PORTAL_URL}/auth/sign-in-callback`;

/**
 * The built-in sign-in page and the ticket gateway behind it, without a port. It remembers used tickets: one process
 * serves it, however many workers there are.
 * @param pages Build output of the portal's pages, whose typeface it shows.
 * @returns null with another identity provider.
 */
export function createSignInPage(
  config: Pick<Config, 'IDENTITY_PROVIDER' | 'PORTAL_URL'>,
  { cookieSecrets }: Pick<Secrets, 'cookieSecrets'>,
  pages: string,
): FastifyInstance | null {
  if (config.IDENTITY_PROVIDER !== 'builtin') return null;
  return createBuiltinSignIn({
    portalUrl: config.PORTAL_URL,
    callbackUrl: callbackUrlOf(config),
    keys: cookieSecrets,
    accounts: demoAccounts,
    typeface: typefaceOf(pages),
    nowMs: Date.now,
  });
}

/** The files of the pages' typeface, whose names carry a hash of the build. */
function typefaceOf(pages: string): Typeface | null {
  const assets = join(pages, 'assets');
  const file = (name: string) => {
    const found = readdirSync(assets).find((one) => one.startsWith(`${name}-wght-normal-`) && one.endsWith('.woff2'));
    return found === undefined ? undefined : readFileSync(join(assets, found));
  };
  try {
    const [latin, latinExt] = [file('geist-latin'), file('geist-latin-ext')];
    return latin === undefined || latinExt === undefined ? null : { latin, latinExt };
  } catch {
    return null;
  }
}
