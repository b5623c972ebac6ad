import { createHmac } from 'node:crypto';

/** A key of 32 bytes and its number. */
export interface NumberedKey {
  readonly id: number;
  readonly key: Buffer;
}

/** Numbered keys; the first seals or signs, all of them open or verify. */
export type KeyRing = readonly NumberedKey[];

/** The key that makes what is new. @throws For a ring without keys, which no process that uses it has. */
export function firstKey([first]: KeyRing): NumberedKey {
  if (first === undefined) throw new Error('the ring of keys is empty');
  return first;
}

/** Characters of a fingerprint: it tells keys apart that have one number, and is no way to the key. */
const FINGERPRINT_CHARS = 8;

/** A key as others may see it: `2:q8Jx0fPa`. */
export function shownKey({ id, key }: NumberedKey): string {
  const fingerprint = createHmac('sha256', key).update('openhouse key fingerprint').digest('base64url');
  return `${id}:${fingerprint.slice(0, FINGERPRINT_CHARS)}`;
}
