import { type AccessTokenClaims, openAccessToken } from '../../apps/access-token.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';

/** Cache size of tokens; beyond it the oldest are evicted, and their MAC is checked again. */
const MAX_REMEMBERED = 10_000;

/**
 * Opens tokens and caches those that we sealed: a caller sends the same token for minutes, and its MAC is checked once
 * (decision 0039). Only its claims are cached: whether it has expired and what the app may do is judged at every call.
 * Forged texts are never cached, so nobody can fill the memory without an app's secret.
 */
export function rememberedTokens(
  keys: KeyRing,
  maxRemembered: number = MAX_REMEMBERED,
): (token: string) => AccessTokenClaims | undefined {
  const remembered = new Map<string, AccessTokenClaims>();
  return (token) => {
    const known = remembered.get(token);
    if (known !== undefined) return known;
    const claims = openAccessToken(token, keys);
    if (claims === undefined) return undefined;
    if (remembered.size >= maxRemembered) {
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest);
        break;
      }
    }
    remembered.set(token, claims);
    return claims;
  };
}
