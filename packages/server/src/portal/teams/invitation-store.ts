import type { TeamRole } from '@openhouse/contract';
import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

export interface InvitationRow {
  readonly id: string;
  readonly role: TeamRole;
  readonly createdAt: Date;
  readonly endsAt: Date;
  /** null for one that is not sent by mail. */
  readonly email: string | null;
  readonly mailState: 'waiting' | 'sent' | 'failed' | null;
}

const COLUMNS = 'id, role, created_at as "createdAt", ends_at as "endsAt", email, mail_state as "mailState"';

export async function insertInvitation(
  transaction: Transaction,
  invitation: {
    readonly id: string;
    readonly teamId: string;
    readonly tokenHash: Buffer;
    readonly role: TeamRole;
    readonly createdBy: string;
    readonly days: number;
    /** Whom its link is to be sent to, with the token sealed. */
    readonly mail: { readonly to: string; readonly sealedToken: Buffer } | undefined;
  },
): Promise<InvitationRow> {
  const { id, teamId, tokenHash, role, createdBy, days, mail } = invitation;
  const { rows } = await transaction.query<InvitationRow>(
    `insert into invitation (id, team_id, token_hash, role, created_by, ends_at, email, mail_token, mail_state, mail_free_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6), $7, $8,
             case when $7::text is not null then 'waiting' end, case when $7::text is not null then now() end)
     returning ${COLUMNS}`,
    [id, teamId, tokenHash, role, createdBy, days, mail?.to ?? null, mail?.sealedToken ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('insert into invitation returned no row');
  return row;
}

/** Maximum number of invitations of a Team that are listed. */
const INVITATIONS_MAX = 200;

/** The open invitations of a Team, newest first. */
export async function openInvitations(pool: Pool, teamId: string): Promise<InvitationRow[]> {
  const { rows } = await pool.query<InvitationRow>(
    `select ${COLUMNS} from invitation
      where team_id = $1 and ends_at > now() and (select set_config('app.team', $1::text, true)) is not null
      order by created_at desc, id limit ${INVITATIONS_MAX}`,
    [teamId],
  );
  return rows;
}

/** The Team that a link gives access to. Its row is all that the holder of the link sees of the Team. */
export async function teamOfInvitation(pool: Pool, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await pool.query<{ team_id: string }>(
    `select team_id from invitation where token_hash = $1 and ends_at > now()
        and (select set_config('app.invitation', encode($1, 'hex'), true)) is not null`,
    [tokenHash],
  );
  return rows[0]?.team_id;
}

/** Uses an invitation up. @returns The role it gives, or undefined when it was used, withdrawn or has expired. */
export async function spendInvitation(
  transaction: Transaction,
  teamId: string,
  tokenHash: Buffer,
): Promise<TeamRole | undefined> {
  const { rows } = await transaction.query<{ role: TeamRole }>(
    'delete from invitation where team_id = $1 and token_hash = $2 and ends_at > now() returning role',
    [teamId, tokenHash],
  );
  return rows[0]?.role;
}

/** @returns How many were withdrawn: 0 when it was used, withdrawn or has expired. */
export async function deleteInvitation(transaction: Transaction, teamId: string, id: string): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from invitation where team_id = $1 and id = $2 and ends_at > now()',
    [teamId, id],
  );
  return rowCount ?? 0;
}

/**
 * Withdraws the links that somebody made who may invite nobody any more: they may have kept one.
 * @param teamId Those of one Team; null for those of all.
 */
export async function withdrawInvitationsOf(
  transaction: Transaction,
  personId: string,
  teamId: string | null,
): Promise<void> {
  await transaction.query('delete from invitation where created_by = $1 and team_id = coalesce($2, team_id)', [
    personId,
    teamId,
  ]);
}
