import type { Database } from '../../kernel/database/database.ts';
import { chainStates } from '../audit-chain/store.ts';

/** Verdict on one Team's audit chain. */
export interface ChainVerdict {
  /** Public code of the Team. */
  readonly team: string;
  readonly entries: number;
  /** Number of the first entry that is changed, missing, added or out of place; null when the chain holds. */
  readonly brokenAt: number | null;
  /** Hash of the chain's head in hexadecimal: kept elsewhere, it also proves that nothing newer was cut off. */
  readonly headHash: string;
}

/**
 * Recomputes the audit chains from the stored rows (decision 0035).
 * @param team Public code of one Team; undefined for all that have entries.
 */
export async function verifyAuditChains(database: Database, team?: string): Promise<ChainVerdict[]> {
  const states = await chainStates(database.pool, team ?? null);
  return states.map(({ team: code, entries, broken, hash }) => ({
    team: code,
    entries: Number(entries),
    brokenAt: broken === null ? null : Number(broken),
    headHash: hash ?? '',
  }));
}
