import type { KeyRing } from '../kernel/keys/key-ring.ts';
import { type AccessTokenClaims, openAccessToken, sealAccessToken } from './access-token.ts';

/**
 * The version in tokens of the portal. No secret was exchanged for them, so their calls count as use of no version: a
 * page must not make a secret look used, or its successor adopted (decision 0061).
 */
export const NO_SECRET_VERSION = 0;

/** Replaces the version in tokens that represent a Team itself, whose id replaces the app's (decision 0097). */
const TEAM_VERSION = 0xffff_ffff;

/** Whether a version is one of the portal's tokens: no secret ever has it. */
export function isOfPortal(secretVersion: number): boolean {
  return secretVersion === NO_SECRET_VERSION || secretVersion === TEAM_VERSION;
}

/** Whether the claims of a token of the portal represent a Team, and not one of its apps. */
export function speaksForTeam({ secretVersion }: AccessTokenClaims): boolean {
  return secretVersion === TEAM_VERSION;
}

/** Seconds a token of the portal lives: one call, with time for it to be slow. */
const LIFETIME_S = 60;
/** Distinguishes them from access tokens at a glance, so that the gateway's hot path pays nothing for them. */
const PREFIX = 'ohc_';
const ACCESS_TOKEN_PREFIX = 'oht_';

/** A token with which the portal's own back end calls the gateway for an app. It never leaves the back end. */
export function sealPortalToken(appId: bigint, keys: KeyRing, nowMs: number): string {
  return sealed(appId, NO_SECRET_VERSION, keys, nowMs);
}

/** A token with which the portal's own back end reads the tours of a Team, whether it has an app or not (decision 0097). */
export function sealTeamToken(teamId: bigint, keys: KeyRing, nowMs: number): string {
  return sealed(teamId, TEAM_VERSION, keys, nowMs);
}

function sealed(appId: bigint, secretVersion: number, keys: KeyRing, nowMs: number): string {
  const expireAtS = Math.floor(nowMs / 1000) + LIFETIME_S;
  const token = sealAccessToken({ appId, secretVersion, expireAtS }, keys);
  return PREFIX + token.slice(ACCESS_TOKEN_PREFIX.length);
}

/**
 * @param authorization The Authorization header as sent.
 * @returns The claims of a token of the portal; undefined for everything else, such as an integrator's access token.
 */
export function openPortalToken(authorization: string | undefined, keys: KeyRing): AccessTokenClaims | undefined {
  if (!authorization?.startsWith(PREFIX)) return undefined;
  const claims = openAccessToken(ACCESS_TOKEN_PREFIX + authorization.slice(PREFIX.length), keys);
  // Another prefix does not turn an integrator's own token into one of the portal.
  return claims !== undefined && isOfPortal(claims.secretVersion) ? claims : undefined;
}
