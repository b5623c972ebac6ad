import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { type PlannedStatement, planMigrations } from '../../kernel/database/plan-migrations.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { LIST_START, peopleByEmail, peopleByName, teamsByName, toursByName } from '../../portal/operator/find-store.ts';
import { endPerson } from '../../portal/operator/person-store.ts';
import { PERSONAL_PARTS } from '../../portal/operator/personal-data-store.ts';
import { tourPage } from '../../portal/tours/list-tours.ts';
import { createTeam, postgresUrl } from '../../testing/database.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { peopleNamed } from './store.ts';

// In its locale the small form of I is ı, which is another letter than i.
const LOCALE = "template template0 locale_provider icu icu_locale 'tr' encoding 'UTF8' locale 'C'";
const POOL = { maxConnections: 2, statementTimeoutMs: 20_000 };
const BEFORE = '0076-deliveries-know-their-team-once.sql';
const missing = inject('postgresUrl') === null && !servicesRequired;

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresUrl()}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe.skipIf(missing).each([
  ['that is new', undefined],
  ['that an earlier version made', BEFORE],
])('names and addresses in a Turkish database %s (PostgreSQL)', { tags: ['slow'] }, (_, upTo) => {
  const name = `turkish_${upTo === undefined ? 'new' : 'earlier'}_${process.pid}`;
  let database: Database;
  let team = '';
  let ali = '';
  let planned: readonly PlannedStatement[] = [];
  const asOperator = <T>(run: (transaction: Transaction) => Promise<T>) => inTransaction(database, run, { team: '*' });

  beforeAll(async () => {
    await asSuperuser(`create database ${name} ${LOCALE}`);
    database = await openDatabase({ url: `${postgresUrl()}/${name}`, ...POOL });
    await migrate(database, upTo === undefined ? {} : { upTo });
    const { id } = await createTeam(database, { name: 'KAPI Emlak' });
    team = id;
    ali = await asOperator(async (transaction) => {
      const { rows } = await transaction.query<{ id: string }>(
        `insert into person (code, name, email) values ('ohu_ali', 'ALI IŞIK', 'ALI.ISIK@Example.com'),
           ('ohu_other', 'Other', 'alı.isik@example.org') returning id`,
      );
      await transaction.query(
        `insert into tour (team_id, code, name, active, import_hash)
         values ($1, 'LIFT-I', 'PENTHOUSE WITH LIFT', true, sha256(''))`,
        [team],
      );
      await transaction.query(
        `insert into invitation (id, team_id, role, token_hash, created_by, ends_at, email, mail_state)
         values (repeat('i', 22), $1, 'member', sha256(''), $2, now() + interval '1 day', 'Ali.Isik@EXAMPLE.com', 'sent')`,
        [team, rows[1]?.id],
      );
      return rows[0]?.id ?? '';
    });
    if (upTo === undefined) return;
    planned = await planMigrations(database);
    await migrate(database);
  });
  afterAll(async () => {
    await database.close();
    await asSuperuser(`drop database ${name} with (force)`);
  });

  test.skipIf(upTo === undefined)('the plan foresaw which tables are written anew', () => {
    const anew = planned.flatMap(({ tables }) => tables).filter(({ rewrites }) => rewrites);
    expect(anew.map(({ table, lock, waits }) => [table, lock, waits])).toEqual(
      ['team', 'person', 'app', 'tour'].map((table) => [table, 'AccessExclusiveLock', 'everything']),
    );
  });

  test.each(['ali.isik@example.com', 'ALI.ISIK@EXAMPLE.COM', 'ALI.isik@example.com'])(
    'an address is the same in capitals: %s',
    async (address) => {
      expect((await peopleNamed(database, address, 5)).map(({ userCode }) => userCode)).toEqual(['ohu_ali']);
    },
  );

  test('operators find by small letters and capitals, and by the letters of Turkish', async () => {
    const { pool } = database;
    for (const begins of ['ali.isik@ex', 'ALI.ISIK@EX'])
      expect((await peopleByEmail(pool, begins, 5)).map(({ userCode }) => userCode)).toContain('ohu_ali');
    for (const begins of ['ali işik', 'alı ışık', 'ALI', 'ALİ']) {
      const found = await peopleByName(pool, begins, LIST_START, 5);
      expect([begins, found.map(({ userCode }) => userCode)]).toEqual([begins, ['ohu_ali']]);
    }
    for (const begins of ['kapi', 'kapı', 'KAPI', 'KAPİ'])
      expect([begins, (await teamsByName(pool, begins, LIST_START, 5)).length]).toEqual([begins, 1]);
    for (const begins of ['penthouse wi', 'PENTHOUSE WI'])
      expect([begins, (await toursByName(pool, begins, 5)).length]).toEqual([begins, 1]);
  });

  test('a Team finds its tours by small letters and capitals', async () => {
    for (const part of ['with lift', 'WITH LIFT', 'wıth', 'lift-i', 'LIFT-I'])
      expect([part, (await tourPage(database.pool, team, part, undefined)).tours.length]).toEqual([part, 1]);
  });

  test('an invitation to an address is among the data of the person who has it, and goes with them', async () => {
    const invitations = PERSONAL_PARTS.find(({ part }) => part === 'invitations')?.sql ?? '';
    const kept = () => asOperator(async (transaction) => (await transaction.query(invitations, [ali])).rows);
    expect(await kept()).toMatchObject([{ mailed_to: 'Ali.Isik@EXAMPLE.com' }]);
    await asOperator((transaction) => endPerson(transaction, ali));
    expect(await kept()).toEqual([]);
  });
});
