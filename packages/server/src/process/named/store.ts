import { OPERATOR_CODE } from '@openhouse/contract';
import type { Database } from '../../kernel/database/database.ts';

/** A Team as the store's own commands work on it. */
export interface NamedTeam {
  /** In digits. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** @returns The Teams with this code or name, or any when undefined, by code; at most `most`. */
export async function teamsNamed(
  { pool }: Database,
  named: string | undefined,
  most: number,
): Promise<readonly NamedTeam[]> {
  const { rows } = await pool.query<NamedTeam>(
    `select id, code, name from team
      where $1::text is null or code = $1 or name = $1
      order by code = $1 desc, code limit $2`,
    [named ?? null, most],
  );
  return rows;
}

/** A person as the store's own commands act as one. */
export interface KnownPerson {
  /** In digits. */
  readonly id: string;
  readonly userCode: string;
  readonly name: string;
  readonly email: string;
}

/** @returns The people with this public code or e-mail address, or any when undefined, oldest first; at most `most`. */
export async function peopleNamed(
  { pool }: Database,
  named: string | undefined,
  most: number,
): Promise<readonly KnownPerson[]> {
  const { rows } = await pool.query<KnownPerson>(
    `select id, code as "userCode", name, email from person
      where code <> $3 and deleted_at is null and ($1::text is null or code = $1 or address_form(email) = address_form($1)) order by id limit $2`,
    [named ?? null, most, OPERATOR_CODE],
  );
  return rows;
}

/**
 * The operator as the rows that name who asked for something refer to one: App requests, invitations, counted attempts. In
 * no Team, without an account, and listed nowhere.
 */
export async function operatorPerson({ pool }: Database): Promise<KnownPerson> {
  const find = () =>
    pool.query<KnownPerson>('select id, code as "userCode", name, email from person where code = $1', [OPERATOR_CODE]);
  const known = (await find()).rows[0];
  if (known !== undefined) return known;
  await pool.query("insert into person (code, name) values ($1, 'Operator') on conflict (code) do nothing", [
    OPERATOR_CODE,
  ]);
  const [made] = (await find()).rows;
  if (made === undefined) throw new Error('insert into person returned no row');
  return made;
}
