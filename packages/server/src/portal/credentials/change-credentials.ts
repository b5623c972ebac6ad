import { CREDENTIAL_DAYS, CREDENTIALS_PER_TEAM, type CredentialScope } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { newCredential } from '../session/credential-rules.ts';
import {
  type CredentialRow,
  countCredentials,
  deleteCredential,
  insertCredential,
} from '../session/credential-store.ts';
import { perform } from '../teams/perform.ts';
import { givenName } from '../teams/rules.ts';

/** What an owner asks for. */
export interface AskedCredential {
  readonly name: string;
  readonly scopes: readonly CredentialScope[];
  readonly days?: number;
}

/**
 * Creates a credential of a Team. Its token is in this answer only; the store has its hash.
 * @throws {PortalError} NAME_INVALID, ROLE_INSUFFICIENT, CREDENTIAL_LIMIT
 */
export function createCredential(
  database: Database,
  asking: AskingInTeam,
  { name: given, scopes, days = CREDENTIAL_DAYS }: AskedCredential,
): Promise<{ readonly credential: CredentialRow; readonly token: string }> {
  const name = givenName(given);
  const { teamId } = asking.team;
  return perform(database, { asking, action: 'credential.create', subject: name, by: 'owner' }, async (transaction) => {
    if ((await countCredentials(transaction, teamId)) >= CREDENTIALS_PER_TEAM)
      throw new PortalError('CREDENTIAL_LIMIT');
    const { id, token, tokenHash } = newCredential();
    const credential = await insertCredential(transaction, { id, teamId, tokenHash, name, scopes, days });
    return { result: { credential, token }, subject: `${name} (${scopes.join(', ')}) ${id}` };
  });
}

/** Revokes a credential: the next call with it is refused. @throws {PortalError} CREDENTIAL_NOT_FOUND, ROLE_INSUFFICIENT */
export function revokeCredential(database: Database, asking: AskingInTeam, id: string): Promise<void> {
  const deed = { asking, action: 'credential.revoke', subject: id, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    const name = await deleteCredential(transaction, asking.team.teamId, id);
    if (name === undefined) throw new PortalError('CREDENTIAL_NOT_FOUND');
    return { result: undefined, subject: `${name} ${id}` };
  });
}
