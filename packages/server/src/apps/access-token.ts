import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../kernel/keys/key-ring.ts';

/** The claims of an access token. Opaque to clients, sealed for us (decision 0010). */
export interface AccessTokenClaims {
  /** Row id of the app. */
  readonly appId: bigint;
  /** Version of the app secret it was exchanged for. */
  readonly secretVersion: number;
  /** When it expires, in seconds since the Unix epoch. */
  readonly expireAtS: number;
}

/** Distinguishes our access tokens from secrets and session tokens, for people and for secret scanners. */
const PREFIX = 'oht_';
const FORMAT = 1;
const NONCE_BYTES = 9;
const MAC_BYTES = 16;
/** format 1, key id 1, app 8, secret version 4, expiry 6, nonce 9. */
const CLAIMS_BYTES = 20 + NONCE_BYTES;
/** 45 bytes: a multiple of three, so base64url has no spare bits and each token exactly one spelling. */
const TOKEN_BYTES = CLAIMS_BYTES + MAC_BYTES;
const TOKEN_LENGTH = PREFIX.length + (TOKEN_BYTES / 3) * 4;
const TOKEN_FORM = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${(TOKEN_BYTES / 3) * 4}}$`);

function macOf(claims: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update('openhouse access token').update(claims).digest().subarray(0, MAC_BYTES);
}

/** Seals claims with the first key of the ring. */
export function sealAccessToken(
  claims: AccessTokenClaims,
  keys: KeyRing,
  nonce: Buffer = randomBytes(NONCE_BYTES),
): string {
  const [current] = keys;
  if (current === undefined) throw new Error('the access-token key ring is empty');
  const bytes = Buffer.alloc(TOKEN_BYTES);
  bytes.writeUInt8(FORMAT, 0);
  bytes.writeUInt8(current.id, 1);
  bytes.writeBigUInt64BE(claims.appId, 2);
  bytes.writeUInt32BE(claims.secretVersion, 10);
  bytes.writeUIntBE(claims.expireAtS, 14, 6);
  nonce.copy(bytes, 20, 0, NONCE_BYTES);
  macOf(bytes.subarray(0, CLAIMS_BYTES), current.key).copy(bytes, CLAIMS_BYTES);
  return PREFIX + bytes.toString('base64url');
}

/**
 * Opens a token without any I/O. Expiry is the caller's to judge.
 * @returns The claims, or undefined for anything that we did not seal.
 */
export function openAccessToken(token: string, keys: KeyRing): AccessTokenClaims | undefined {
  if (token.length !== TOKEN_LENGTH || !TOKEN_FORM.test(token)) return undefined;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  if (bytes[0] !== FORMAT) return undefined;
  const key = keys.find(({ id }) => id === bytes[1]);
  if (key === undefined) return undefined;
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  if (!timingSafeEqual(macOf(claims, key.key), bytes.subarray(CLAIMS_BYTES))) return undefined;
  return {
    appId: claims.readBigUInt64BE(2),
    secretVersion: claims.readUInt32BE(10),
    expireAtS: claims.readUIntBE(14, 6),
  };
}
