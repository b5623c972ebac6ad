import type { Database } from '../../kernel/database/database.ts';
import { INSTALLATION } from '../audit-chain/chains-store.ts';
import { type ChainState, chainStates, operatorChainState } from '../audit-chain/store.ts';

/** Verdict on one audit chain. */
export interface ChainVerdict {
  /** Public code of the Team, or INSTALLATION. */
  readonly team: string;
  readonly entries: number;
  /** Number of the first entry that is changed, missing, added or out of order; null when the chain is intact. */
  readonly brokenAt: number | null;
  /** Hash of the chain's head in hexadecimal: kept elsewhere, it also proves that nothing newer was cut off. */
  readonly headHash: string;
}

/**
 * Recomputes the audit chains from the stored rows (decision 0035).
 * @param team Public code of one Team; undefined for all chains that have entries, the installation's last.
 */
export async function verifyAuditChains(database: Database, team?: string): Promise<ChainVerdict[]> {
  const states = await chainStates(database.pool, team ?? null);
  const chains: Parameters<typeof verdictOf>[] = states.map((state) => [state.team, state]);
  if (team === undefined) {
    const own = await operatorChainState(database.pool);
    if (own.entries !== '0' || own.broken !== null) chains.push([INSTALLATION, own]);
  }
  return chains.map(([code, state]) => verdictOf(code, state));
}

function verdictOf(team: string, { entries, broken, hash }: Omit<ChainState, 'team'>): ChainVerdict {
  return {
    team,
    entries: Number(entries),
    brokenAt: broken === null ? null : Number(broken),
    headHash: hash ?? '',
  };
}
