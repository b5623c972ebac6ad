import type { Client } from 'pg';

/** Bytes on the disk. */
export interface Sizes {
  /** The whole database. */
  readonly database: number;
  /** Each index of tours and frames, and the one of the frames' out-of-line bytes. */
  readonly indexes: Readonly<Record<string, number>>;
}

export async function sizesOf(owner: Client): Promise<Sizes> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select case indrelid when frame.reltoastrelid then 'frame, out of line' else indexrelid::regclass::text end as name,
            pg_relation_size(indexrelid) as bytes
       from pg_index join pg_class frame on frame.oid = 'frame'::regclass
      where indrelid in ('tour'::regclass, frame.oid, frame.reltoastrelid)
      order by 1`,
  );
  const { rows: whole } = await owner.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return {
    database: Number(whole[0]?.bytes),
    indexes: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}
