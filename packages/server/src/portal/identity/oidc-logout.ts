import { errors } from 'jose';
import type { BackChannelLogout } from './identity-provider.ts';
import { IdentityProviderUnavailable } from './identity-provider.ts';
import { CLOCK_TOLERANCE_S, NamedOtherwise, providerLooks } from './oidc-discovery.ts';
import type { OidcOptions } from './oidc-options.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Maximum age of a logout token, in seconds. */
const MAX_AGE_S = 600;
/** Seconds after which a token that is valid now has expired for certain: the clocks may differ either way. */
const COUNTS_S = MAX_AGE_S + 2 * CLOCK_TOLERANCE_S;

/** Verifies logout tokens by OpenID Connect Back-Channel Logout 1.0, section 2.6 (decision 0027). */
export function oidcLogout(options: OidcOptions): BackChannelLogout {
  const looks = providerLooks(options);
  return async (logoutToken) => {
    try {
      const payload = await looks.withKnown(async (provider) => {
        const expected = { issuer: provider.issuer, audience: options.clientId, maxTokenAge: MAX_AGE_S };
        return provider
          .verified(logoutToken, { ...expected, requiredClaims: ['iat', 'jti', 'events'] })
          .catch((error: unknown) => {
            const isIssuer = error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss';
            throw isIssuer ? new NamedOtherwise('the logout token names another issuer') : error;
          });
      });
      const { events, nonce, jti } = payload;
      const [subject, sid] = [said(payload.sub), said(payload.sid)];
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      const names = (subject === null || typeof subject === 'string') && (sid === null || typeof sid === 'string');
      // A nonce would make it an ID token in disguise.
      if (!isLogout || nonce !== undefined || !names || (subject === null && sid === null)) return undefined;
      if (typeof jti !== 'string' || jti === '') return undefined;
      return { subject, providerSession: sid, id: jti, leftS: COUNTS_S };
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable) throw error;
      if (error instanceof errors.JOSEError || error instanceof NamedOtherwise) return undefined;
      throw error;
    }
  };
}

/** @returns The claim, or null for one that says nothing: it names nobody, and is as good as absent. */
const said = (claim: unknown): unknown => (claim === undefined || claim === '' ? null : claim);
