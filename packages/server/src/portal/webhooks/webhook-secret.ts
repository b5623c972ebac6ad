import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { open, seal } from '../../kernel/keys/sealing.ts';

/** Bytes of a secret: as many as the key of HMAC-SHA256 needs (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 32;
/** How Standard Webhooks marks a secret. */
export const SECRET_PREFIX = 'whsec_';

export const newWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Bytes that the key of a secret may have, as Standard Webhooks has it. */
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** With its padding or, as libraries of receivers have it, without: no other number of characters is whole bytes. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Whether a text has the form of a secret. */
export function isWebhookSecret(text: string): boolean {
  const base64 = text.slice(SECRET_PREFIX.length);
  if (!text.startsWith(SECRET_PREFIX) || !BASE64.test(base64)) return false;
  const { length } = Buffer.from(base64, 'base64');
  return length >= LEAST_BYTES && length <= MOST_BYTES;
}

/** Whose secret it is: the sealed form opens for nothing else. Ids in digits. */
export interface SecretOwner {
  readonly teamId: string;
  readonly id: string;
}

const purposeOf = ({ teamId, id }: SecretOwner): string => `webhook_secret:${teamId}|${id}`;

export const sealWebhookSecret = (keys: KeyRing, owner: SecretOwner, value: string): Buffer =>
  seal(keys, purposeOf(owner), Buffer.from(value));

/** @returns The secret, or undefined when no key of the ring opens it. */
export const openWebhookSecret = (keys: KeyRing, owner: SecretOwner, sealed: Buffer): string | undefined =>
  open(keys, purposeOf(owner), sealed)?.toString();

/** Former secrets that sign beside the newest, at most; of one more the oldest goes at once. */
const FORMER_MAX = 3;

/** A former secret, which signs until its overlap ends. */
export interface FormerSecret {
  readonly value: string;
  /** Seconds since the Unix epoch. */
  readonly endsAtS: number;
}

/**
 * The former secrets of an endpoint as the one sealed text that its row has. A single one is written as it is: it ends with the row's
 * `previous_ends_at`. Where it was rotated again in the overlap each of them names its own end.
 * @param secrets The newest first.
 */
export function sealFormerSecrets(keys: KeyRing, owner: SecretOwner, secrets: readonly FormerSecret[]): Buffer {
  const [first, ...others] = secrets.slice(0, FORMER_MAX);
  if (first === undefined) throw new Error('there is no former secret to seal');
  const texts = [first, ...others].map(({ value, endsAtS }) => `${value}${ENDS_AT}${endsAtS}`);
  return sealWebhookSecret(keys, owner, others.length === 0 ? first.value : texts.join(NEXT));
}

/** @param endsAtS When one ends that does not say so. @returns Nothing when no key of the ring opens them. */
export function openFormerSecrets(
  keys: KeyRing,
  owner: SecretOwner,
  sealed: Buffer,
  endsAtS: number,
): readonly FormerSecret[] {
  const text = openWebhookSecret(keys, owner, sealed);
  if (text === undefined) return [];
  return text.split(NEXT).map((one) => {
    const [value = '', end] = one.split(ENDS_AT);
    return { value, endsAtS: end === undefined ? endsAtS : Number(end) };
  });
}

/** Neither is a character of base64. */
const [NEXT, ENDS_AT] = [' ', '@'];
