import { IdentityProviderUnavailable } from './identity-provider.ts';
import type { Claims } from './oidc-claims.ts';
import { type KnownProvider, NamedOtherwise } from './oidc-discovery.ts';
import type { OidcOptions } from './oidc-options.ts';
import { providerFetch, unusable } from './provider-fetch.ts';

/**
 * Fetches userinfo, which answers with JSON or with a signed JWT (OpenID Connect Core 1.0, 5.3.2).
 * @returns `ended` when it says that the access token is not valid any more; any other refusal ends nothing.
 * @throws {IdentityProviderUnavailable} also for the claims of somebody else.
 */
export async function askUserinfo(
  { clientId, timeoutMs }: OidcOptions,
  provider: KnownProvider,
  token: { readonly access_token: string; readonly subject: string },
): Promise<Claims | 'ended'> {
  const headers = { authorization: `Bearer ${token.access_token}`, accept: 'application/json, application/jwt' };
  const answer = await providerFetch(provider.userinfoEndpoint ?? '', { headers }, timeoutMs);
  if (answer.status === 401 && saysInvalid(answer)) return 'ended';
  if (answer.status !== 200) throw unusable(answer, 'when it was asked for a profile');
  const body = await answer.text();
  const claims = isJwt(answer) ? await signedClaims(provider, body.trim(), clientId) : claimsOf(body);
  if (claims?.sub === token.subject) return claims;
  throw claims === undefined || typeof claims.sub !== 'string'
    ? unusable(answer, 'with a profile that cannot be used')
    : new IdentityProviderUnavailable("it answered with another user's profile", 'answer');
}

/** RFC 6750, 3.1. Any other 401 may come from a proxy. */
function saysInvalid({ headers }: Response): boolean {
  return /\berror\s*=\s*"?invalid_token\b/i.test(headers.get('www-authenticate') ?? '');
}

function isJwt({ headers }: Response): boolean {
  return /^application\/jwt\b/i.test(headers.get('content-type') ?? '');
}

/** Issuer and audience are checked where present: providers may leave them out here. */
async function signedClaims(provider: KnownProvider, jwt: string, clientId: string): Promise<Claims> {
  const claims = await provider.verified(jwt, {});
  if (claims.iss !== undefined && claims.iss !== provider.issuer) {
    throw new NamedOtherwise('userinfo names another issuer');
  }
  if (claims.aud !== undefined && ![claims.aud].flat().includes(clientId)) {
    throw new IdentityProviderUnavailable('its userinfo is for another client', 'answer');
  }
  return claims;
}

function claimsOf(body: string): Claims | undefined {
  try {
    const claims: unknown = JSON.parse(body);
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Claims) : undefined;
  } catch {
    return undefined;
  }
}
