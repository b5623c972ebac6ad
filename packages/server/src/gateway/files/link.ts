import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { FileAddress } from '../../tours/files/store.ts';

/** Path below which the gateway serves files. */
export const FILES_PATH = '/files/';

/** The address of a file below the gateway's. */
export function fileUrl(baseUrl: string, { team, tour, path }: FileAddress): string {
  const segments = [team, tour, ...path.split('/')].map(encodeURIComponent);
  return `${baseUrl}${FILES_PATH}${segments.join('/')}`;
}

/** The base address of a tour's files, with a slash at the end: relative addresses of the tour start from it. */
export function filesUrl(baseUrl: string, team: string, tour: string): string {
  return `${baseUrl}${FILES_PATH}${encodeURIComponent(team)}/${encodeURIComponent(tour)}/`;
}

function macOf({ team, tour, path }: FileAddress, expiresS: number, key: Buffer): Buffer {
  // NUL cannot occur in any part, so no two addresses sign the same text.
  const text = ['openhouse file link', team, tour, path, String(expiresS)].join('\0');
  return createHmac('sha256', key).update(text).digest();
}

/** An address that opens the file until `expiresS` (seconds since the Unix epoch), for this Team, tour and path only. */
export function signedFileUrl(baseUrl: string, address: FileAddress, expiresS: number, keys: KeyRing): string {
  const [current] = keys;
  if (current === undefined) throw new Error('the link key ring is empty');
  const signature = `${current.id}.${macOf(address, expiresS, current.key).toString('base64url')}`;
  return `${fileUrl(baseUrl, address)}?expires=${expiresS}&signature=${signature}`;
}

const SIGNED_QUERY = /^expires=([1-9]\d{0,11})&signature=([1-9]\d{0,2})\.([A-Za-z0-9_-]{43})$/;

/** @param query Of a valid link. @returns Whole seconds until it expires, at least one. */
export function secondsLeft(query: string, nowMs: number): number {
  const [, expires] = SIGNED_QUERY.exec(query) ?? [];
  return Math.max(1, Math.floor(Number(expires) - nowMs / 1000));
}

/**
 * Verifies the query of a private file's address. Only the exact spelling that we produce is accepted.
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function judgeFileLink(
  address: FileAddress,
  query: string,
  keys: KeyRing,
  nowMs: number,
): 'valid' | 'expired' | 'invalid' {
  const [, expires, id, given] = SIGNED_QUERY.exec(query) ?? [];
  const key = keys.find((entry) => String(entry.id) === id);
  if (expires === undefined || given === undefined || key === undefined) return 'invalid';
  const mac = Buffer.from(given, 'base64url');
  // The last character has two spare bits: compare the text as well, so that a link has one spelling.
  const expected = macOf(address, Number(expires), key.key);
  if (!timingSafeEqual(mac, expected) || expected.toString('base64url') !== given) return 'invalid';
  return Number(expires) * 1000 > nowMs ? 'valid' : 'expired';
}
