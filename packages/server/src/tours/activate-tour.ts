import type { DataOf, vrSubmit } from '@openhouse/contract';
import type { Database, Transaction } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { frameToChange, lockTour, replaceFrame, setActive } from './activation-store.ts';
import { withActive } from './active.ts';
import { frameOf, jsonOf } from './frame.ts';
import { dataSources } from './operations.ts';

export interface ActivationDeps {
  readonly database: Database;
  /** Lets this machine's gateway know of the change. */
  readonly onChanged: () => Promise<void>;
}

/**
 * Sets a tour active (SPEC 3 and 4.3): its row and the `is_active` of its basic data change together. Safe to repeat.
 * When it resolves, this node answers with the new state; others follow within a second.
 * @throws {GatewayError} err_resource_not_found
 */
export async function activateTour(
  { database, onChanged }: ActivationDeps,
  teamId: string,
  code: string,
): Promise<DataOf<typeof vrSubmit>> {
  await inTransaction(
    database,
    async (transaction) => {
      if (!(await activate(transaction, teamId, code))) throw new GatewayError('err_resource_not_found');
    },
    { team: teamId },
  );
  await onChanged();
  return { msg: 'The tour is active.' };
}

/** Activates a tour as a part of a transaction. @returns false when the Team has no such tour. */
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
