import { timingSafeEqual } from 'node:crypto';
import type { GatewayFailureStatus } from '@openhouse/contract';
import type { AccessTokenClaims } from '../../apps/access-token.ts';
import { secretVerifier } from '../../apps/app-secret.ts';
import { speaksForTeam } from '../../apps/portal-token.ts';
import { type AppStanding, appRefusal, isLive } from './app-standing.ts';

/** At most two versions of a secret are live (decision 0033); every exchange compares against exactly this many. */
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
  /** With the app of a token that we did make, though it counts no longer. */
  | {
      readonly refusal: GatewayFailureStatus;
      readonly app?: AppStanding | undefined;
      readonly secretVersion?: number;
    };

/** The two kinds of token. Each gives the claims of one that we sealed, and undefined for any other text. */
export interface TokenOpeners {
  /** Of an integrator. */
  readonly access: (token: string) => AccessTokenClaims | undefined;
  /** Of the portal's own back end (decision 0061). */
  readonly portal: (token: string) => AccessTokenClaims | undefined;
}

/**
 * Judges an Authorization header against the standing of the apps, without I/O.
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function judgeToken(
  authorization: string | undefined,
  open: TokenOpeners,
  appOf: (appId: bigint) => AppStanding | undefined,
  nowMs: number,
): TokenVerdict {
  if (authorization === undefined || authorization === '') return { refusal: 'err_access_token_missing' };
  const ofPortal = open.portal(authorization);
  const claims = ofPortal ?? open.access(authorization);
  if (claims === undefined) return { refusal: 'err_access_token_invalid' };
  const app = ofPortal !== undefined && speaksForTeam(ofPortal) ? teamAsApp(ofPortal.appId) : appOf(claims.appId);
  const { secretVersion } = claims;
  if (claims.expireAtS * 1000 <= nowMs) return { refusal: 'err_access_token_expired', app, secretVersion };
  // A token of a secret version that was retired, or of an app that is gone, is no longer one.
  const stands = ofPortal !== undefined || hasLive(app, secretVersion, nowMs);
  if (app === undefined || !stands) return { refusal: 'err_access_token_invalid', app, secretVersion };
  const refusal = appRefusal(app, nowMs);
  return refusal === undefined ? { app, secretVersion } : { refusal, app, secretVersion };
}

/** No app, and always admitted: the portal reads for the Team, whose person it has judged (decision 0097). */
function teamAsApp(teamId: bigint): AppStanding {
  const nobody = { appId: 0n, teamCode: '', appKey: '', disabled: false, trialEndsAtMs: null, secrets: [] };
  return { ...nobody, teamId: teamId.toString() };
}

function hasLive(app: AppStanding | undefined, secretVersion: number, nowMs: number): boolean {
  const secret = app?.secrets.find(({ version }) => version === secretVersion);
  return secret !== undefined && isLive(secret, nowMs);
}
