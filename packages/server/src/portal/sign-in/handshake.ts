import { randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';
import { cookiesNamedAlike } from '../http/cookies.ts';
import { HANDSHAKE_LIFETIME_S, HANDSHAKES_READ_MAX, type PortalCookies } from '../session/cookies.ts';
import { type SafePath, safeTarget } from './rules.ts';

const HandshakeRecord = Type.Object({
  /** Random; used up by the first callback. */
  nonce: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  /** What the provider's adapter needs at the callback. */
  memory: Type.String(),
  target: Type.String(),
  /** Milliseconds since the Unix epoch. */
  endsAtMs: Type.Number(),
  /** Set once it has signed the browser in: by which callback (`callbackName`). */
  finishedBy: Type.Optional(Type.String()),
});

/** One running or just finished sign-in, stored in the browser that started it (decisions 0023, 0091). */
export type Handshake = Omit<Static<typeof HandshakeRecord>, 'target'> & { readonly target: SafePath };

/** Maximum number of sign-ins of one browser, finished ones included; the oldest is dropped for the next. */
export const HANDSHAKES_MAX = 8;
/** Maximum size of their cookies together, in bytes: they are sent with each request, whose headers are limited. */
export const HANDSHAKES_MAX_BYTES = 12 * 1024;
/** Characters of the nonce that name its cookie. */
const ID_CHARS = 12;
const ID = new RegExp(`^[A-Za-z0-9_-]{${ID_CHARS}}$`);

const PURPOSE = 'handshake';

export function newHandshake(memory: string, target: SafePath, nowMs: number): Handshake {
  return { nonce: randomBytes(16).toString('base64url'), memory, target, endsAtMs: endOf(nowMs) };
}

/** The handshake after its sign-in: it still says where a repeated callback leads. */
export function finished(handshake: Handshake, callback: string, nowMs: number): Handshake {
  return { ...handshake, finishedBy: callback, endsAtMs: endOf(nowMs) };
}

const endOf = (nowMs: number) => nowMs + HANDSHAKE_LIFETIME_S * 1000;

/** Suffix of the name of a handshake's cookie. */
export function handshakeId({ nonce }: Pick<Handshake, 'nonce'>): string {
  return nonce.slice(0, ID_CHARS);
}

/** The value of the handshake's cookie. Encrypted, not only signed: it holds a PKCE verifier. */
function sealHandshake(keys: KeyRing, handshake: Handshake): string {
  return seal(keys, PURPOSE, Buffer.from(JSON.stringify(handshake))).toString('base64url');
}

/** @returns The browser's handshakes that have not expired, the newest first. */
export function openHandshakes(
  keys: KeyRing,
  cookies: PortalCookies,
  header: string | undefined,
  nowMs: number,
): Handshake[] {
  return cookiesNamedAlike(header, cookies.handshakePrefix, HANDSHAKES_READ_MAX)
    .flatMap(({ rest, value }) => {
      const handshake = openHandshake(keys, value, nowMs);
      return handshake !== undefined && handshakeId(handshake) === rest ? [handshake] : [];
    })
    .toSorted((a, b) => b.endsAtMs - a.endsAtMs);
}

function openHandshake(keys: KeyRing, cookie: string, nowMs: number): Handshake | undefined {
  const bytes = open(keys, PURPOSE, Buffer.from(cookie, 'base64url'));
  if (bytes === undefined) return undefined;
  const record: unknown = JSON.parse(bytes.toString());
  if (!Value.Check(HandshakeRecord, record) || record.endsAtMs <= nowMs) return undefined;
  // Judged again: a rule that has become stricter since applies to running handshakes too.
  return { ...record, target: safeTarget(record.target) };
}

/**
 * Set-Cookie lines that store one more handshake, and remove those that no longer fit: names that hold none of ours,
 * and the oldest beyond the limits.
 * @param header The request's Cookie header.
 * @param held What `openHandshakes` read from it.
 */
export function keepHandshake(
  keys: KeyRing,
  cookies: PortalCookies,
  handshake: Handshake,
  { header, held }: { readonly header: string | undefined; readonly held: readonly Handshake[] },
): string[] {
  const sealed = sealHandshake(keys, handshake);
  const id = handshakeId(handshake);
  const sent = cookiesNamedAlike(header, cookies.handshakePrefix, HANDSHAKES_READ_MAX).filter(({ rest }) =>
    ID.test(rest),
  );
  const bytesOf = (value: string) => cookies.handshakePrefix.length + ID_CHARS + value.length + '=; '.length;
  let [count, bytes] = [1, bytesOf(sealed)];
  const kept = new Set<string>([id]);
  for (const older of held) {
    const value = sent.find(({ rest }) => rest === handshakeId(older))?.value;
    if (value === undefined || kept.has(handshakeId(older))) continue;
    count += 1;
    bytes += bytesOf(value);
    if (count > HANDSHAKES_MAX || bytes > HANDSHAKES_MAX_BYTES) break;
    kept.add(handshakeId(older));
  }
  const removed = sent.filter(({ rest }) => !kept.has(rest)).map(({ rest }) => cookies.clearHandshake(rest));
  return [cookies.setHandshake(id, sealed), ...removed];
}
