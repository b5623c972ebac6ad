import type { KeyRing } from '../kernel/keys/key-ring.ts';

/** Keys by the name of their variable; null where none is set. */
export type NamedKeys = Readonly<Record<string, KeyRing | null>>;

/**
 * Finds variables with the same key: with one key for two purposes, a leak or a rotation of one affects the other.
 * @returns The problems, without the key; empty when every key has one purpose.
 */
export function sharedKeyProblems(keys: NamedKeys): string[] {
  const places = Object.entries(keys).flatMap(([name, held]) => {
    if (held === null) return [];
    return held.map(({ id, key }) => ({ name, place: `number ${id} of ${name}`, key }));
  });
  return places.flatMap(({ name, place, key }, index) => {
    const earlier = places.slice(0, index).find((other) => other.key.equals(key));
    if (earlier === undefined) return [];
    return [
      `${name} holds a key that serves twice: ${place} is ${earlier.place}. Generate another one with "openhouse keys generate"`,
    ];
  });
}
