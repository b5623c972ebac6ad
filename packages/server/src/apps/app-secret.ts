import { createHmac, randomBytes } from 'node:crypto';
import { CHECKSUM_CHARS, withChecksum } from '../kernel/keys/checksum.ts';

const SECRET_BYTES = 32;

/** Prefixes of a secret and a key, by which people and programs distinguish them. */
export const APP_SECRET_PREFIX = 'ohs_';
export const APP_KEY_PREFIX = 'ohk_';

/** @returns A new app secret as it is shown: `ohs_`, 32 random bytes as base64url, and a checksum of six characters. */
export function newAppSecret(random: (size: number) => Buffer = randomBytes): string {
  return withChecksum(`${APP_SECRET_PREFIX}${random(SECRET_BYTES).toString('base64url')}`);
}

const SECRET_FORM = /^ohs_[A-Za-z0-9_-]{49}$/;

/** Whether a text has the published form of an app secret, its checksum included. Says nothing of whether there is such a secret. */
export function hasSecretForm(text: string): boolean {
  return SECRET_FORM.test(text) && withChecksum(text.slice(0, -CHECKSUM_CHARS)) === text;
}

/** @returns A new app key: `ohk_` and 16 random bytes as base64url. */
export function newAppKey(random: (size: number) => Buffer = randomBytes): string {
  return `${APP_KEY_PREFIX}${random(16).toString('base64url')}`;
}

/** @returns A new XID: `xid_` and 12 random bytes as base64url. */
export function newXid(random: (size: number) => Buffer = randomBytes): string {
  return `xid_${random(12).toString('base64url')}`;
}

/** What the database stores of a secret for the exchange: bound to the app key, useless without the pepper. */
export function secretVerifier(appKey: string, appSecret: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper)
    .update('openhouse app secret\0')
    .update(appKey)
    .update('\0')
    .update(appSecret)
    .digest();
}

/**
 * What the database stores of a secret to find the app of one that was found somewhere (decision 0193): of the secret alone, and
 * useless without the pepper. It finds; only the verifier proves.
 */
export function secretFinder(appSecret: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('openhouse app secret finder\0').update(appSecret).digest();
}

/** An integrator's credentials of an app. */
export interface Credentials {
  readonly appKey: string;
  readonly xid: string;
  readonly appSecret: string;
}

/** @returns New credentials. */
export function newCredentials(): Credentials {
  return { appKey: newAppKey(), xid: newXid(), appSecret: newAppSecret() };
}
