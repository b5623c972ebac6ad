import { expect, test } from 'vitest';
import { inTransaction } from '../kernel/database/transaction.ts';
import { useStore } from '../testing/database.ts';
import { jobsState } from './jobs-store.ts';

const store = useStore();
const retention = {
  days: { usage: null, calls: null, audit: null, sessions: null, handshakes: null, teams: null },
  sessionIdleS: 0,
};

const oldestMailS = async (sendsMail: boolean) =>
  (await inTransaction(store.database, (transaction) => jobsState(transaction, retention, sendsMail), { team: '*' }))
    .oldestMailS;

test('a mail that waits is as old as when it was written, however late it is tried again', async () => {
  expect(await oldestMailS(true)).toBe(0);
  const { rows } = await store.database.pool.query<{ team: string; person: string }>(
    `with team as (insert into team (code, name) values ('loft', 'Loft') returning id),
          person as (insert into person (code) values ('ohu_1') returning id)
     select team.id as team, person.id as person from team, person`,
  );
  const [{ team, person } = { team: '', person: '' }] = rows;
  await inTransaction(
    store.database,
    async (transaction) => {
      const invite = (id: string, state: string, hours: number, ends: string) =>
        transaction.query(
          `insert into invitation (team_id, id, token_hash, role, created_by, created_at, ends_at, email, mail_state,
                                   mail_token, mail_free_at)
           values ($1, $2, sha256($2::text::bytea), 'member', $3, now() - make_interval(hours => $4), now() + $5::interval,
                   'ada@loft.example', $6, case when $6 = 'waiting' then '\\x01'::bytea end,
                   case when $6 = 'waiting' then now() + interval '4 hours' end)`,
          [team, id, person, hours, ends, state],
        );
      await invite('one', 'waiting', 2, '1 day');
      await invite('two', 'sent', 3, '1 day');
      await invite('three', 'waiting', 4, '-1 second');
    },
    { team: '*' },
  );
  expect(Math.round((await oldestMailS(true)) / 3600)).toBe(2);
  expect(await oldestMailS(false)).toBe(0);
});
