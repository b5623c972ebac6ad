import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { BackChannelLogout } from './identity-provider.ts';
import { IdentityProviderUnavailable } from './identity-provider.ts';
import { discovered, type OidcOptions } from './oidc.ts';
import { providerFetch } from './provider-fetch.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Oldest logout token that counts, in seconds, and how far the provider's clock may be off. */
const MAX_AGE_S = 600;
const CLOCK_TOLERANCE_S = 30;

/** Verifies logout tokens as OpenID Connect Back-Channel Logout 1.0, section 2.6 says (decision 0027). */
export function oidcLogout(options: OidcOptions): BackChannelLogout {
  const configuration = discovered(options);
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  return async (logoutToken) => {
    const { issuer, jwks_uri } = (await configuration()).serverMetadata();
    if (jwks_uri === undefined) throw new IdentityProviderUnavailable('it names no keys');
    keys ??= createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: (address, request) => providerFetch(address, request as RequestInit, options.timeoutMs),
    });
    try {
      const { payload } = await jwtVerify(logoutToken, keys, {
        issuer,
        audience: options.clientId,
        maxTokenAge: MAX_AGE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { events, sub: subject = null, sid = null, nonce } = payload;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      const names = (subject === null || typeof subject === 'string') && (sid === null || typeof sid === 'string');
      // A nonce would make it an ID token in disguise.
      if (!isLogout || nonce !== undefined || !names || (subject === null && sid === null)) return undefined;
      return { subject, providerSession: sid };
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable) throw error;
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
}
