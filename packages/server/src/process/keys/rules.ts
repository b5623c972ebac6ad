import type { KeyRing, NumberedKey } from '../../kernel/keys/key-ring.ts';
import { KeyRefused } from './key-refused.ts';

/** Numbers that a key may have. */
const MOST_NUMBER = 255;

/** @returns The ring as its variable takes it. */
export const ringText = (ring: KeyRing): string =>
  ring.map(({ id, key }) => `${id}:${key.toString('base64url')}`).join(',');

/** @returns The key of a ring. @throws {KeyRefused} When it has none of the number. */
export function keyOf(name: string, ring: KeyRing, id: number): NumberedKey {
  const key = ring.find((one) => one.id === id);
  if (key !== undefined) return key;
  const numbers = ring.map((one) => one.id).join(', ');
  throw new KeyRefused('NO_SUCH_KEY', `${name} has no key ${id}; it has ${numbers}.`);
}

/**
 * Adds a key behind the first: every process that knows it opens what it makes, and none makes anything with it yet.
 * @throws {KeyRefused} When the ring has as many as there are numbers.
 */
export function withNewKey(name: string, ring: KeyRing, key: Buffer): { ring: KeyRing; added: NumberedKey } {
  const [first, ...others] = ring;
  const taken = new Set(ring.map(({ id }) => id));
  const next = Math.max(0, ...taken) + 1;
  const id =
    next <= MOST_NUMBER ? next : Array.from({ length: MOST_NUMBER }, (_, n) => n + 1).find((n) => !taken.has(n));
  if (id === undefined) throw new KeyRefused('RING_FULL', `${name} has ${MOST_NUMBER} keys: retire some first.`);
  const added = { id, key };
  return { ring: first === undefined ? [added] : [first, added, ...others], added };
}

/** @returns The ring with this key at the front, so that it makes what is new. */
export function withFirst(ring: KeyRing, key: NumberedKey): KeyRing {
  return [key, ...ring.filter(({ id }) => id !== key.id)];
}

/** @returns The ring without this key. @throws {KeyRefused} For the first, which makes what is new. */
export function withoutKey(name: string, ring: KeyRing, key: NumberedKey): KeyRing {
  if (ring[0]?.id !== key.id) return ring.filter(({ id }) => id !== key.id);
  const mend = ring.length === 1 ? `openhouse keys add ${name}` : `openhouse keys use ${name} ${ring[1]?.id}`;
  throw new KeyRefused(
    'KEY_IN_USE',
    `${name} makes what is new with key ${key.id}. Let another one do that first: ${mend}`,
  );
}
