import { randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { type SafePath, safeTarget } from './rules.ts';

const HandshakeRecord = Type.Object({
  /** Random; used up by the first callback. */
  nonce: Type.String(),
  /** What the provider's adapter needs at the callback. */
  memory: Type.String(),
  target: Type.String(),
  /** Milliseconds since the Unix epoch. */
  endsAtMs: Type.Number(),
});

/** One sign-in on its way, kept in the browser that started it (decision 0023). */
export type Handshake = Omit<Static<typeof HandshakeRecord>, 'target'> & { readonly target: SafePath };

const PURPOSE = 'handshake';

export function newHandshake(memory: string, target: SafePath, endsAtMs: number): Handshake {
  return { nonce: randomBytes(16).toString('base64url'), memory, target, endsAtMs };
}

/** The value of the handshake cookie. Sealed, not only signed: a PKCE verifier is nobody else's business. */
export function sealHandshake(keys: KeyRing, handshake: Handshake): string {
  return seal(keys, PURPOSE, Buffer.from(JSON.stringify(handshake))).toString('base64url');
}

/** @returns The handshake of a cookie, or undefined when it is not ours or has run out. */
export function openHandshake(keys: KeyRing, cookie: string | undefined, nowMs: number): Handshake | undefined {
  const bytes = cookie === undefined ? undefined : open(keys, PURPOSE, Buffer.from(cookie, 'base64url'));
  if (bytes === undefined) return undefined;
  const record: unknown = JSON.parse(bytes.toString());
  if (!Value.Check(HandshakeRecord, record) || record.endsAtMs <= nowMs) return undefined;
  // Judged again: a rule that has become stricter since applies to handshakes under way too.
  return { ...record, target: safeTarget(record.target) };
}
