import type { Database, Transaction } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { frameOf, jsonOf } from '../frame.ts';
import { dataSources } from '../operations.ts';
import { frameToChange, lockTour, replaceFrame, setActive } from './activation-store.ts';
import { withActive } from './active.ts';

export interface ActivationDeps {
  readonly database: Database;
  /** Notifies this machine's gateway of the change. */
  readonly onChanged: () => Promise<void>;
}

/**
 * Sets a tour active (SPEC 3 and 4.3): its row and the `is_active` of its basic data change together. Safe to repeat.
 * When it resolves, this node answers with the new state; others follow within a second.
 * @returns False when the Team has no such tour.
 */
export async function activateTour(
  { database, onChanged }: ActivationDeps,
  teamId: string,
  code: string,
): Promise<boolean> {
  const found = await inTransaction(database, (transaction) => activate(transaction, teamId, code), { team: teamId });
  if (found) await onChanged();
  return found;
}

/** Activates a tour as part of a transaction. @returns false when the Team has no such tour. */
export async function activate(transaction: Transaction, teamId: string, code: string): Promise<boolean> {
  const { op } = dataSources['vr-info'];
  const tour = await lockTour(transaction, teamId, code);
  if (tour === undefined) return false;
  if (tour.active) return true;
  const json = withActive(jsonOf(await frameToChange(transaction, teamId, tour.id, op)), true);
  await replaceFrame(transaction, teamId, tour.id, op, frameOf(json));
  setActive(transaction, teamId, tour.id);
  return true;
}
