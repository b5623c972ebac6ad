import type { AuditEntry } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { type ChainEntry, type ChainHead, chainHeads, entriesOfChain, hashesOf } from '../audit-chain/chains-store.ts';

/** An entry of any chain, as it is handed to a collector. Chain and number together name it for ever. */
export interface FollowedEntry extends AuditEntry {
  /** Public code of the Team, or `(installation)`. */
  readonly chain: string;
  /** Of the installation's chain: code of the Team it was done to; empty where it was not one. */
  readonly team?: string;
  /** Hexadecimal. */
  readonly hash: string;
}

/** The last entry of a chain that was read. */
export interface ReadTo {
  readonly number: number;
  /** Hexadecimal; missing where an earlier version noted the number alone. */
  readonly hash?: string | undefined;
}

/** How far each chain has been read. */
export type Progress = Map<string, ReadTo>;

/** What a follower is told of, besides entries. */
export interface FollowEvents {
  /** Entries that retention removed before they were read. */
  readonly onForgotten?: (chain: string, from: number, to: number) => void;
  /** The entry that was read last is another one now, or is not there: the chain is read again from its first. */
  readonly onOther?: (chain: string, number: number) => void;
}

/** Entries that are read at a time. */
const BATCH = 1000;

/**
 * Hands on every entry that is new since `progress`, which goes on with each batch: chain by chain, each in its order, none twice
 * and none left out. After a restore or a failover to a copy that lagged, numbers are given again: a chain whose last entry is not the
 * one that was read is handed on anew, since nothing says from where on it differs.
 * @param onEntries Called with one batch at a time; awaited before the next is read.
 */
export async function newEntries(
  { pool }: Pick<Database, 'pool'>,
  progress: Progress,
  onEntries: (entries: readonly FollowedEntry[]) => Promise<void>,
  { onForgotten = () => undefined, onOther = () => undefined }: FollowEvents = {},
): Promise<void> {
  // A head is advanced in the transaction that writes its entry, and one after the other: all up to it are there.
  for (const head of await chainHeads(pool)) {
    const { chain, number: last, forgotten } = head;
    const read = progress.get(chain);
    let after = read?.number ?? 0;
    if (read !== undefined && (await isOther(pool, head, read))) {
      onOther(chain, after);
      after = forgotten;
    } else if (after < forgotten) {
      if (read !== undefined) onForgotten(chain, after + 1, forgotten);
      after = forgotten;
    }
    while (after < last) {
      const entries = await entriesOfChain(pool, chain, after, last, BATCH);
      const [newest] = entries.slice(-1);
      if (newest === undefined) break;
      after = newest.number;
      progress.set(chain, { number: after, hash: newest.hash });
      await onEntries(entries.map((entry) => followed(chain, entry)));
    }
  }
}

/** Whether a chain has not the entry that was read last. What was forgotten by the rules cannot be told. */
async function isOther(
  pool: Database['pool'],
  { chain, ...head }: ChainHead,
  { number, hash }: ReadTo,
): Promise<boolean> {
  if (number > head.number) return true;
  if (hash === undefined || number === 0 || number <= head.forgotten) return false;
  if (number === head.number) return hash !== head.hash;
  return hash !== (await hashesOf(pool, chain, [number])).get(number);
}

function followed(chain: string, entry: ChainEntry): FollowedEntry {
  const { number, at, action, actor_code, actor_name, team, subject, ip_address, outcome, reason, hash } = entry;
  return {
    chain,
    number,
    at: at.toISOString(),
    action,
    actor: { userCode: actor_code, name: actor_name },
    ...(team !== null && { team }),
    subject,
    ipAddress: ip_address,
    outcome,
    ...(reason !== null && { reason }),
    hash,
  };
}

/** @returns Where all chains end, to be kept outside the database. */
export async function headsOfChains({ pool }: Pick<Database, 'pool'>): Promise<Omit<ChainHead, 'forgotten'>[]> {
  return (await chainHeads(pool)).map(({ chain, number, hash }) => ({ chain, number, hash }));
}

/** A head that was kept, and that its chain says otherwise now. */
export interface ChangedHead {
  readonly chain: string;
  /** Number of the entry that is another one now, or is not there. */
  readonly number: number;
  /** Where the chain ends before that entry: what stands behind was lost or cut off. */
  readonly cutOff?: {
    /** Number of its last entry now; 0 where it is gone. */
    readonly endsAt: number;
    /** Number of the last entry that was kept. */
    readonly keptTo: number;
  };
}

/**
 * Compares heads that were kept elsewhere with what the chains say now. Whoever rewrites a chain can make every hash in it right;
 * those that are elsewhere stay. What was forgotten by the rules is not compared.
 */
export async function changedHeads(
  { pool }: Pick<Database, 'pool'>,
  kept: readonly Omit<ChainHead, 'forgotten'>[],
): Promise<ChangedHead[]> {
  const heads = new Map((await chainHeads(pool)).map((head) => [head.chain, head]));
  const byChain = new Map<string, Map<number, Set<string>>>();
  for (const { chain, number, hash } of kept) {
    const numbers = byChain.get(chain) ?? new Map<number, Set<string>>();
    numbers.set(number, (numbers.get(number) ?? new Set()).add(hash));
    byChain.set(chain, numbers);
  }
  const changed: ChangedHead[] = [];
  for (const [chain, numbers] of byChain) {
    const asked = [...numbers.keys()]
      .filter((number) => number > (heads.get(chain)?.forgotten ?? 0))
      .sort((a, b) => a - b);
    const now = await hashesOf(pool, chain, asked);
    const [first] = asked.filter((number) => [...(numbers.get(number) ?? [])].some((hash) => hash !== now.get(number)));
    const endsAt = heads.get(chain)?.number ?? 0;
    if (first === undefined) continue;
    const cutOff = first > endsAt ? { cutOff: { endsAt, keptTo: asked.at(-1) ?? first } } : {};
    changed.push({ chain, number: first, ...cutOff });
  }
  return changed;
}
