import { randomBytes } from 'node:crypto';
import { type Config, requiredKeys } from '../../config/config.ts';
import { type RingName, ringsOf, type Secrets } from '../../config/secrets.ts';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { KeyRefused } from './key-refused.ts';
import { type Dependent, lookAtKeys, whoHoldsKeys } from './look-at-keys.ts';
import { placeOfRing, type RingPlace, writeRing } from './ring-place.ts';
import { keyOf, withFirst, withNewKey, withoutKey } from './rules.ts';
import { lockRings } from './store.ts';

/** What a change of a ring needs. */
export interface RingChange {
  readonly config: Config;
  /** The environment that the configuration was read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly database: Database;
  /** Whether the new ring is left to the caller instead of being written. */
  readonly printed: boolean;
}

/** A ring that was changed, and where it is now. */
export interface ChangedRing {
  readonly name: RingName;
  readonly ring: KeyRing;
  /** The key that it was about. */
  readonly number: number;
  /** The file; null where the ring is printed. */
  readonly path: string | null;
}

/** Puts a new key behind the first of a ring. @throws {KeyRefused} */
export async function addKey(change: RingChange, ringName: string): Promise<ChangedRing> {
  const { name, ring } = ringNamed(change, ringName);
  const { ring: to, added } = withNewKey(name, ring, randomBytes(32));
  return put(change, name, ring, to, added.id);
}

/**
 * Lets a key make what is new.
 * @param anyway Also when a process that runs does not know it.
 * @throws {KeyRefused}
 */
export async function useKey(
  change: RingChange,
  ringName: string,
  number: number,
  anyway: boolean,
): Promise<ChangedRing> {
  const { name, ring } = ringNamed(change, ringName);
  const key = keyOf(name, ring, number);
  const held = (await whoHoldsKeys(change.database, { [name]: [key] })).flatMap(({ lacking, differing }) => [
    ...lacking,
    ...differing,
  ]);
  const unready = [...new Set(held)];
  if (unready.length > 0 && !anyway) {
    throw new KeyRefused(
      'KEY_UNKNOWN',
      `Key ${number} of ${name} is unknown to ${unready.join(', ')}, which would refuse what others make with it. Give each the same ring and restart it, or use --anyway.`,
    );
  }
  return put(change, name, ring, withFirst(ring, key), number);
}

/**
 * Takes a key out of a ring.
 * @param anyway Also while something needs it.
 * @throws {KeyRefused} With what needs it.
 */
export async function retireKey(
  change: RingChange,
  ringName: string,
  number: number,
  anyway: boolean,
): Promise<ChangedRing> {
  const { name, ring } = ringNamed(change, ringName);
  const to = withoutKey(name, ring, keyOf(name, ring, number));
  const reports = await lookAtKeys(change, { [name]: ring });
  const dependents = reports.filter((report) => report.number === number).flatMap((report) => report.dependents);
  if (dependents.length > 0 && !anyway) {
    throw new KeyRefused(
      'KEY_NEEDED',
      `Key ${number} of ${name} is still needed:\n${dependents.map((one) => `  - ${dependentText(one)}`).join('\n')}\nWith --anyway it is removed all the same, and they are refused.`,
    );
  }
  return put(change, name, ring, to, number);
}

/** `sealed app secrets (3): openhouse keys rotate`. */
export function dependentText({ what, count, until, mend }: Dependent): string {
  const end = until === undefined ? '' : ` until ${until.toISOString().replace(/\.\d+/, '')} at the latest`;
  return `${what}${count === undefined ? '' : ` (${count})`}${end}${mend === '' ? '' : `: ${mend}`}`;
}

function ringNamed({ secrets }: RingChange, text: string): { name: RingName; ring: KeyRing } {
  const name = requiredKeys.find((one) => one === text);
  const rings = ringsOf(secrets);
  const ring = name === undefined ? undefined : rings[name];
  if (name === undefined || ring === undefined) {
    throw new KeyRefused(
      'NO_SUCH_RING',
      `There is no ring ${text} here. It is one of ${Object.keys(rings).join(', ')}.`,
    );
  }
  return { name, ring };
}

async function put(
  { env, config, database, printed }: RingChange,
  name: RingName,
  from: KeyRing,
  to: KeyRing,
  number: number,
): Promise<ChangedRing> {
  const place: RingPlace = placeOfRing(env, config, name);
  if (!printed) {
    await inTransaction(database, async (transaction) => {
      await lockRings(transaction);
      await writeRing(place, name, from, to);
    });
  }
  return { name, ring: to, number, path: printed || place.kind === 'environment' ? null : place.path };
}
