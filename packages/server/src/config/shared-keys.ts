import type { KeyRing } from '../kernel/keys/key-ring.ts';

/** Keys by the name of their variable; null where none is set. */
export type NamedKeys = Readonly<Record<string, KeyRing | Buffer | null>>;

/**
 * Names what holds the same key: one that serves twice lets a leak, or a rotation, of one purpose reach the other.
 * @returns What is wrong, without the key; empty when every key serves once.
 */
export function sharedKeyProblems(keys: NamedKeys): string[] {
  const places = Object.entries(keys).flatMap(([name, held]) => {
    if (held === null) return [];
    if (Buffer.isBuffer(held)) return [{ name, place: name, key: held }];
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
