import type { Pool } from 'pg';
import type { Transaction } from '../../kernel/database/database.ts';

export interface NoteRow {
  readonly text: string;
  readonly since: Date;
}

export async function readNote(pool: Pick<Pool, 'query'>): Promise<NoteRow | undefined> {
  const { rows } = await pool.query<NoteRow>('select text, since from status_note');
  return rows[0];
}

/** @returns The note as it is now, and whether that is a change. The time of a note that says the same stays. */
export async function putNote(
  transaction: Transaction,
  text: string,
): Promise<{ readonly note: NoteRow; readonly changed: boolean }> {
  const { rowCount } = await transaction.query(
    `insert into status_note (text) values ($1)
     on conflict (id) do update set text = excluded.text, since = now() where status_note.text <> excluded.text`,
    [text],
  );
  const { rows } = await transaction.query<NoteRow>('select text, since from status_note');
  const [note] = rows;
  if (note === undefined) throw new Error('the note was written and is not there');
  return { note, changed: rowCount === 1 };
}

/** @returns False when there was none. */
export async function dropNote(transaction: Transaction): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from status_note');
  return rowCount === 1;
}
