import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { firstKey, type KeyRing } from './key-ring.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes with AES-256-GCM: key number, nonce, ciphertext, tag.
 * @param purpose What the bytes are and belong to; they open for the same purpose only.
 */
export function seal(ring: KeyRing, purpose: string, bytes: Buffer): Buffer {
  const first = firstKey(ring);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([Buffer.from([first.id]), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @returns The bytes, or undefined when they were not sealed by a key of the ring for this purpose. */
export function open(ring: KeyRing, purpose: string, sealed: Buffer): Buffer | undefined {
  const key = ring.find(({ id }) => id === sealed[0])?.key;
  if (key === undefined || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
