import { timingSafeEqual } from 'node:crypto';
import type { GatewayFailureStatus } from '@openhouse/contract';
import type { AccessTokenClaims } from '../../apps/access-token.ts';
import { secretVerifier } from '../../apps/app-secret.ts';
import { speaksForTeam } from '../../apps/portal-token.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { type AppStanding, appRefusal, isLive } from './app-standing.ts';

/** At most two versions of a secret are live (decision 0033); every exchange compares against exactly this many. */
const COMPARED_VERSIONS = 2;
const NO_VERIFIER = Buffer.alloc(32);

/**
 * Which live version of the app's secret this is. The work is the same for an unknown key, a wrong secret and a right
 * one: an HMAC and two comparisons for each pepper.
 */
export function matchingVersion(
  app: AppStanding | undefined,
  appKey: string,
  appSecret: string,
  peppers: KeyRing,
  nowMs: number,
): number | undefined {
  let matched: number | undefined;
  for (const { key } of peppers) {
    const given = secretVerifier(appKey, appSecret, key);
    for (let index = 0; index < COMPARED_VERSIONS; index += 1) {
      const secret = app?.secrets[index];
      const equal = timingSafeEqual(given, secret?.verifier ?? NO_VERIFIER);
      if (equal && secret !== undefined && isLive(secret, nowMs)) matched = secret.version;
    }
  }
  return matched;
}

/** Verdict on an Authorization header. */
export type TokenVerdict =
  | { readonly app: AppStanding; readonly secretVersion: number }
  /** With the app of a token that we sealed, though it is no longer valid. */
  | {
      readonly refusal: GatewayFailureStatus;
      readonly app?: AppStanding | undefined;
      readonly secretVersion?: number;
    };

/** The two kinds of token. Each returns the claims of one that we sealed, and undefined for any other text. */
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
  // A token of a retired secret version, or of a removed app, is no longer valid.
  const stands = ofPortal !== undefined || hasLive(app, secretVersion, nowMs);
  if (app === undefined || !stands) return { refusal: 'err_access_token_invalid', app, secretVersion };
  const refusal = appRefusal(app, nowMs);
  return refusal === undefined ? { app, secretVersion } : { refusal, app, secretVersion };
}

/**
 * Stands in for an app, and is always admitted: the portal reads for the Team, and has checked the person (decision
 * 0097).
 */
function teamAsApp(teamId: bigint): AppStanding {
  const nobody = {
    appId: 0n,
    teamCode: '',
    appKey: '',
    disabled: false,
    suspended: false,
    closed: false,
    trialEndsAtMs: null,
    plan: '',
    exception: null,
    networks: [],
    mayActivate: true,
    secrets: [],
  };
  return { ...nobody, teamId: teamId.toString() };
}

function hasLive(app: AppStanding | undefined, secretVersion: number, nowMs: number): boolean {
  const secret = app?.secrets.find(({ version }) => version === secretVersion);
  return secret !== undefined && isLive(secret, nowMs);
}
