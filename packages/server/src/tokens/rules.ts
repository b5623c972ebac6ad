import { timingSafeEqual } from 'node:crypto';
import type { GatewayFailureStatus } from '@openhouse/contract';
import type { AccessTokenClaims } from './access-token.ts';
import { secretVerifier } from './app-secret.ts';
import { type AppStanding, appRefusal, isLive } from './app-standing.ts';

/** At most two versions of a secret are live (DESIGN 5); every exchange compares against exactly this many. */
const COMPARED_VERSIONS = 2;
const NO_VERIFIER = Buffer.alloc(32);

/**
 * Which live version of the app's secret this is. The work is the same for an unknown key, a wrong secret and a right
 * one: one HMAC and two comparisons.
 */
export function matchingVersion(
  app: AppStanding | undefined,
  appKey: string,
  appSecret: string,
  pepper: Buffer,
  nowMs: number,
): number | undefined {
  const given = secretVerifier(appKey, appSecret, pepper);
  let matched: number | undefined;
  for (let index = 0; index < COMPARED_VERSIONS; index += 1) {
    const secret = app?.secrets[index];
    const equal = timingSafeEqual(given, secret?.verifier ?? NO_VERIFIER);
    if (equal && secret !== undefined && isLive(secret, nowMs)) matched = secret.version;
  }
  return matched;
}

/** Outcome of looking at an Authorization header. */
export type TokenVerdict =
  | { readonly app: AppStanding; readonly secretVersion: number }
  | { readonly refusal: GatewayFailureStatus };

/**
 * Judges an Authorization header against the standing of the apps, without I/O.
 * @param openToken Claims of a token that we sealed; undefined of any other text.
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function judgeToken(
  authorization: string | undefined,
  openToken: (token: string) => AccessTokenClaims | undefined,
  appOf: (appId: bigint) => AppStanding | undefined,
  nowMs: number,
): TokenVerdict {
  if (authorization === undefined || authorization === '') return { refusal: 'err_access_token_missing' };
  const claims = openToken(authorization);
  if (claims === undefined) return { refusal: 'err_access_token_invalid' };
  if (claims.expireAtS * 1000 <= nowMs) return { refusal: 'err_access_token_expired' };
  const app = appOf(claims.appId);
  const secret = app?.secrets.find(({ version }) => version === claims.secretVersion);
  // A token of a secret version that was retired, or of an app that is gone, is no longer one.
  if (app === undefined || secret === undefined || !isLive(secret, nowMs))
    return { refusal: 'err_access_token_invalid' };
  const refusal = appRefusal(app, nowMs);
  return refusal === undefined ? { app, secretVersion: claims.secretVersion } : { refusal };
}
