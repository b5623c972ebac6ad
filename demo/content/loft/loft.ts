import { filesOf } from '../wire/addresses.ts';
import { type Furniture, furniture, type Observer, observers } from './places.ts';

/** What the loft's payloads have in common. */

export const CODE = 'demo-loft';
export const NAME = 'Loft by the park · 公园旁的复式';
export const FILES = filesOf(CODE);
/** Id of the customisation that tags, rulers, routes and stops belong to. */
export const CUSTOM_ID = 618_400_041;
/** The person who drew the routes: an id as real publishers assign them, beyond 2^53. */
export const USER_ID = 36184089396510731n;

/** Ids of the loft's panoramas count up from here: beyond 2^53, as in real tours. */
const FIRST_DERIVED_ID = 9007199254741993n;

/** Both spellings of a panorama's id. */
export function derivedId(index: number): { derived_id: bigint; derived_id_str: string } {
  const id = FIRST_DERIVED_ID + BigInt(index);
  return { derived_id: id, derived_id_str: String(id) };
}

export function observerAt(index: number): Observer {
  const observer = observers[index];
  if (observer === undefined) throw new RangeError(`the loft has no observer ${index}`);
  return observer;
}

export function thing(key: string): Furniture {
  const found = furniture.find((candidate) => candidate.key === key);
  if (found === undefined) throw new RangeError(`the loft has no ${key}`);
  return found;
}
