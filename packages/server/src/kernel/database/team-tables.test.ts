import { expect, test } from 'vitest';
import { useStore } from '../../testing/database.ts';

const store = useStore();

test('every table with a Team in its key is bound by row-level security, its owner too', async () => {
  const { rows } = await store.database.pool.query<{ name: string; bound: boolean; policies: number }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as bound,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  expect(rows.filter(({ bound, policies }) => !bound || policies === 0)).toEqual([]);
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'app',
      'app_call',
      'app_call_head',
      'app_cost',
      'app_outbox',
      'app_request',
      'app_secret',
      'app_use',
      'audit_entry',
      'audit_head',
      'event_listener',
      'file_count',
      'heard_event',
      'invitation',
      'mail',
      'team_credential',
      'team_member',
      'tour_block',
      'tour_count',
      'tour_embed',
      'tour_read',
      'tour_removal',
      'warning',
      'warning_dismissal',
      'webhook_delivery',
      'webhook_endpoint',
    ]),
  );
});

test('without a Team the service sees no row of any, whatever it asks', async () => {
  const { rows: tables } = await store.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relrowsecurity`,
  );
  await store.database.pool.query("insert into team (code, name) values ('one', 'One')");
  for (const { name } of tables) {
    const { rows } = await store.database.pool.query(`select from ${name}`);
    expect([name, rows.length]).toEqual([name, 0]);
  }
});

test('the rows of a Team that is deleted are found along an index, in every table that may have very many', async () => {
  const { rows } = await store.database.pool.query<{ name: string }>(
    `select c.conrelid::regclass::text as name from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'team'::regclass and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)
      order by name`,
  );
  // Mails that wait, and people, whose active Team is one of theirs.
  expect(rows.map(({ name }) => name)).toEqual(['mail', 'person']);
});
