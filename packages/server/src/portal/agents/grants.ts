import { timingSafeEqual } from 'node:crypto';
import { AGENT_CODE_S, AGENT_DAYS, CREDENTIALS_PER_TEAM, type CredentialScope } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';
import { appendEntry } from '../audit-chain/store.ts';
import { PortalError } from '../http/portal-error.ts';
import type { AskingInTeam } from '../session/asking.ts';
import { newCredential } from '../session/credential-rules.ts';
import { countCredentials } from '../session/credential-store.ts';
import { perform } from '../teams/perform.ts';
import type { AgentScope } from './rules.ts';
import { collect, deleteCoded, holdCoded, insertCoded } from './store.ts';

/** What an owner allows. */
export interface AllowedAgent {
  readonly name: string;
  readonly scopes: readonly AgentScope[];
  /** Where its program is redirected to: for the audit. */
  readonly returnsTo: string;
  /** What its program collects it with. */
  readonly code: string;
  /** `boundTo` of the request. */
  readonly bound: Buffer;
}

/**
 * Makes the credential of an agent. Until its program has collected it, it has no token and ends within a minute.
 * @throws {PortalError} ROLE_INSUFFICIENT, CREDENTIAL_LIMIT
 */
export function allowAgent(database: Database, asking: AskingInTeam, agent: AllowedAgent): Promise<void> {
  const { name, scopes, returnsTo, code, bound } = agent;
  const { teamId } = asking.team;
  const deed = { asking, action: 'credential.create', subject: name, by: 'owner' } as const;
  return perform(database, deed, async (transaction) => {
    if ((await countCredentials(transaction, teamId)) >= CREDENTIALS_PER_TEAM)
      throw new PortalError('CREDENTIAL_LIMIT');
    // The hash of a token that nobody was told: the column wants one.
    const { id, tokenHash } = newCredential();
    await insertCoded(transaction, {
      id,
      teamId,
      tokenHash,
      name,
      scopes,
      lifetimeS: AGENT_CODE_S,
      codeHash: sha256(code),
      bound,
    });
    return { result: undefined, subject: `${name} (${scopes.join(', ')}) ${id}, an agent at ${returnsTo}` };
  });
}

/** What a program receives, once. */
export interface CollectedCredential {
  readonly token: string;
  readonly scopes: readonly CredentialScope[];
}

/**
 * Collects the credential of a code. A code serves once and one program: if it is used by another or again, whoever has what it
 * gave is not who was let in, and the credential ends (RFC 6749, 10.5).
 * @returns undefined for a code that serves nobody, or not this one.
 */
export function collectCredential(
  database: Database,
  code: string,
  bound: Buffer,
  ipAddress: string,
): Promise<CollectedCredential | undefined> {
  return inTransaction(
    database,
    async (transaction) => {
      const held = await holdCoded(transaction, sha256(code));
      if (held === undefined || !held.lives) return undefined;
      if (held.bound === null || !timingSafeEqual(held.bound, bound)) {
        await deleteCoded(transaction, held.id);
        await appendEntry(transaction, {
          teamId: held.teamId,
          action: 'credential.revoke',
          actor: { userCode: `credential:${held.id}`, name: held.name, ipAddress },
          subject: `${held.name} ${held.id}: its code was used ${held.bound === null ? 'again' : 'by another program'}`,
          outcome: 'succeeded',
        });
        return undefined;
      }
      const { token, tokenHash } = newCredential();
      await collect(transaction, held.id, tokenHash, AGENT_DAYS);
      return { token, scopes: held.scopes };
    },
    { team: '*' },
  );
}
