import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { verifyAuditChains } from '../../portal/audit/verify-chains.ts';
import { THE_SERVICE } from '../../portal/audit-chain/entry.ts';
import { appendEntry } from '../../portal/audit-chain/store.ts';
import { eachStore, type TestStore } from '../../testing/database.ts';
import { createTeamWithApp } from '../../testing/gateway.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { fillYear, TIMES_OF_TABLES } from '../../testing/year-of-data.ts';
import { forget } from './forget.ts';
import { type KeptKind, type Retention, ROWS_A_BATCH } from './rules.ts';
import { overdueS } from './store.ts';

type Table = keyof typeof TIMES_OF_TABLES;
const tables = Object.keys(TIMES_OF_TABLES) as Table[];

const SETTINGS: Retention = {
  days: { usage: 35, calls: 14, audit: 90, sessions: 7, handshakes: 1, teams: 0 },
  sessionIdleS: 0,
};

/** Days that each table keeps its rows with these settings. */
const KEPT_DAYS: Readonly<Record<Table, number>> = {
  app_use: 35,
  app_cost: 35,
  app_secret: 35,
  app_call: 14,
  unknown_call: 1,
  use_flush: 7,
  tour_removal: 30,
  webhook_delivery: 30,
  heard_event: 1,
  event_listener: 0,
  session: 7,
  spent_once: 1,
  command_line_sign_in: 1,
  keyed_action: 1,
  invitation: 1,
  team_credential: 1,
  reveal_attempts: 1,
  audit_entry: 90,
  operator_entry: 90,
};

eachStore('retention', (store) => {
  const all = async <Row extends object>(sql: string, values: unknown[] = []) =>
    inTransaction(store.database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, {
      team: '*',
    });

  /** Rows of each table that are older than they are kept, and that are not. The beginning of a day (UTC) for the audit logs. */
  async function counted(): Promise<Record<Table, { old: number; kept: number }>> {
    const parts = tables.map((table) => {
      const before = table.endsWith('_entry')
        ? `date_trunc('day', now(), 'UTC') - interval '${KEPT_DAYS[table]} days'`
        : `now() - interval '${KEPT_DAYS[table]} days'${table === 'reveal_attempts' ? " - interval '10 minutes'" : ''}`;
      const from = TIMES_OF_TABLES[table];
      return `select '${table}' as name, count(*) filter (where ${from} < ${before})::int as old,
                     count(*) filter (where ${from} >= ${before})::int as kept from ${table}`;
    });
    const rows = await all<{ name: Table; old: number; kept: number }>(parts.join(' union all '));
    return Object.fromEntries(rows.map(({ name, old, kept }) => [name, { old, kept }])) as Awaited<
      ReturnType<typeof counted>
    >;
  }

  async function aYear(): Promise<{ teamId: string; personId: string }> {
    const { teamId } = await createTeamWithApp(store.database);
    const [person] = await all<{ id: string }>(
      "insert into person (code, name) values ('ohu_year', 'Year') returning id",
    );
    const personId = person?.id ?? '';
    const owner = await store.database.connectAsOwner();
    await fillYear(owner, personId, { minutesOfUse: 480, rows: 365, entries: 1200 }).finally(() => owner.end());
    return { teamId, personId };
  }

  /** While another transaction holds what a statement takes. */
  async function holding(statement: string, run: () => Promise<void>): Promise<void> {
    const holder = await store.database.pool.connect();
    try {
      await holder.query("begin; set local app.team = '*'");
      await holder.query(statement);
      await run();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  async function forgetting(retention: Retention = SETTINGS) {
    const batches: [KeptKind, number][] = [];
    await forget(store.database, retention, {
      onRemoved: (kind, count) => batches.push([kind, count]),
      pause: async () => true,
    });
    return batches;
  }

  test('after the job each table holds what its setting says: nothing older, and all that is younger', {
    tags: 'slow',
  }, async () => {
    await aYear();
    const before = await counted();
    for (const table of tables) expect([table, before[table].old > 0]).toEqual([table, true]);
    const batches = await forgetting();
    const after = await counted();
    for (const table of tables) {
      // The log of a chain says what it has forgotten; the highest version of a secret has no end here.
      const own = table.endsWith('_entry') ? 1 : 0;
      expect([table, after[table]]).toEqual([table, { old: 0, kept: before[table].kept + own }]);
    }
    for (const [kind, count] of batches) {
      expect(count).toBeGreaterThan(0);
      expect([kind, count <= ROWS_A_BATCH]).toEqual([kind, true]);
    }
    expect(await forgetting()).toEqual([]);
  });

  test('usage stays as long as the plan of its Team says: shorter, longer, or as the setting', {
    tags: ['slow', 'long'],
  }, async () => {
    const teams: Record<string, number[]> = {};
    for (const [plan, days] of [
      ['short', 7],
      ['long', 90],
      ['default', null],
    ] as const) {
      await all('insert into plan (name, usage_days) values ($1, $2) on conflict do nothing', [plan, days]);
      const { teamId, appId } = await createTeamWithApp(store.database);
      await all('update team set plan = $2 where id = $1', [teamId, plan]);
      for (const [table, from, columns, values] of [
        ['app_use', 'minute', 'version, status', "1, 'success'"],
        ['app_cost', 'slot', 'bucket', '1'],
      ] as const) {
        await all(
          `insert into ${table} (team_id, app_id, ${from}, operation, ${columns}, n)
           select $1, $2, now() - make_interval(days => d, hours => -1), 'vr-info', ${values}, 1
             from unnest('{1,7,8,35,36,90,91}'::int[]) d`,
          [teamId, appId],
        );
      }
      teams[teamId] = days === 7 ? [1, 7] : days === 90 ? [1, 7, 8, 35, 36, 90] : [1, 7, 8, 35];
    }
    expect((await all<{ n: number }>('select count(*)::int as n from app_use'))[0]?.n).toBe(21);
    await forgetting();
    for (const [teamId, days] of Object.entries(teams)) {
      for (const [table, from] of [
        ['app_use', 'minute'],
        ['app_cost', 'slot'],
      ]) {
        const left = await all<{ d: number }>(
          `select ceil(extract(epoch from now() - ${from}) / 86400)::int as d from ${table} where team_id = $1 order by 1`,
          [teamId],
        );
        expect([table, left.map(({ d }) => d)]).toEqual([table, days]);
      }
    }
    expect(await forgetting()).toEqual([]);
    const late = await inTransaction(store.database, (transaction) => overdueS(transaction, SETTINGS), { team: '*' });
    expect(late.get('usage')).toBe(0);
  });

  test('an invitation that was mailed goes with its end, and counts of mails after a day', {
    tags: 'slow',
  }, async () => {
    const { teamId } = await aYear();
    await all(
      `insert into invitation (id, team_id, token_hash, role, created_by, ends_at, email, mail_state)
       select 'mailed-' || h, $1, sha256(h::text::bytea), 'member', (select min(id) from person), now() - make_interval(hours => h),
              'nora@example.com', 'sent' from unnest('{-1,1}'::int[]) h`,
      [teamId],
    );
    await all(
      "insert into reveal_attempts (counted, window_at, n) select 'mail-team:' || h, now() - make_interval(hours => h), 1 from unnest('{23,50}'::int[]) h",
    );
    await forgetting();
    expect(await all('select id from invitation where email is not null')).toEqual([{ id: 'mailed--1' }]);
    expect(await all("select counted from reveal_attempts where counted like 'mail-%'")).toEqual([
      { counted: 'mail-team:23' },
    ]);
  });

  test('of an ended secret what was sealed goes at once, its row with the usage, and the highest version never', async () => {
    const { teamId, appId } = await createTeamWithApp(store.database);
    await all("update app_secret set sealed = 'sealed'");
    for (const [version, ended] of [
      [2, '36 days'],
      [3, '1 day'],
      [4, '-1 days'],
      [5, '40 days'],
    ] as const) {
      await all(
        `insert into app_secret (team_id, app_id, version, verifier, sealed, ends_at)
         values ($1, $2, $3, sha256(''), 'sealed', now() - $4::interval)`,
        [teamId, appId, version, ended],
      );
    }
    await forgetting();
    expect(await all('select version, sealed is not null as sealed from app_secret order by 1')).toEqual([
      { version: 1, sealed: true },
      { version: 3, sealed: false },
      { version: 4, sealed: true },
      { version: 5, sealed: false },
    ]);
  });

  test('a chain whose beginning went says so, verifies, and goes on', { tags: ['slow', 'long'] }, async () => {
    const { teamId } = await aYear();
    const before = await all<{ number: string; hash: string }>(
      `select number, encode(hash, 'hex') as hash from audit_entry
        where at < date_trunc('day', now(), 'UTC') - interval '90 days' order by number desc limit 1`,
    );
    await forgetting();
    const [last] = before;
    const entry = { action: 'team.rename', actor: THE_SERVICE, subject: 'Loft', outcome: 'succeeded' } as const;
    await inTransaction(store.database, (transaction) => appendEntry(transaction, { teamId, ...entry }), {
      team: teamId,
    });
    expect(await all('select action, subject from audit_entry where number > 1200 order by number')).toEqual([
      { action: 'audit.forget', subject: `${last?.number} ${last?.hash}` },
      { action: 'team.rename', subject: 'Loft' },
    ]);
    const chains = await verifyAuditChains(store.database);
    expect(chains.map(({ brokenAt, entries }) => [brokenAt, entries])).toEqual([
      [null, 1202 - Number(last?.number)],
      [null, 1201 - Number(last?.number)],
    ]);
  });

  test('a chain at rest is left with what says that it was forgotten, and gains nothing more', {
    tags: ['slow', 'long'],
  }, async () => {
    const { teamId } = await aYear();
    const owner = await store.database.connectAsOwner();
    await forgetting();
    // Years later: whatever is left is old.
    await owner.query(
      `set session_replication_role = replica; set app.team = '*';
       delete from audit_entry where action <> 'audit.forget'; delete from operator_entry where action <> 'audit.forget';
       update audit_entry set at = now() - interval '5 years', number = number; update operator_entry set at = at - interval '5 years'`,
    );
    await owner.end();
    expect(await forgetting()).toEqual([]);
    expect(await all('select action from audit_entry where team_id = $1', [teamId])).toEqual([
      { action: 'audit.forget' },
    ]);
  });

  describe('what is done to a chain that begins later', () => {
    const done: readonly [what: string, sql: string][] = [
      [
        'one more entry of its beginning is removed',
        'delete from audit_entry where number = (select min(number) from audit_entry)',
      ],
      [
        'its beginning is cut off and the head says so, but no entry',
        `update audit_head h set forgotten = e.number, forgotten_hash = e.hash from audit_entry e where e.number = 1100;
         delete from audit_entry where number <= 1100`,
      ],
      ['the head says that nothing was forgotten', "update audit_head set forgotten = 0, forgotten_hash = sha256('')"],
      ['the hash that it goes on from is another', "update audit_head set forgotten_hash = sha256('other')"],
      ['what says that it was forgotten is removed', "delete from audit_entry where action = 'audit.forget'"],
      [
        'what says that it was forgotten is another',
        "update audit_entry set subject = '1 00' where action = 'audit.forget'",
      ],
      ['an entry that is left is changed', "update audit_entry set actor_name = 'Somebody' where number = 1000"],
    ];
    slowAfter(1, done)('the verification finds that %s', async (_, sql) => {
      await aYear();
      await forgetting();
      const owner = await store.database.connectAsOwner();
      await owner.query(`set app.team = '*'; ${sql}`);
      await owner.end();
      const [chain] = await verifyAuditChains(store.database);
      expect(chain?.brokenAt).not.toBeNull();
    });
  });

  test('AUDIT_KEEP_DAYS of 0 keeps the logs for ever', { tags: ['slow', 'long'] }, async () => {
    await aYear();
    const before = await counted();
    const kinds = await forgetting({ ...SETTINGS, days: { ...SETTINGS.days, audit: null } });
    expect(kinds.filter(([kind]) => kind === 'audit')).toEqual([]);
    const { audit_entry: entries } = await counted();
    // Sessions that ran out leave their end there, where their person is in a Team: this one is in none.
    expect(entries).toEqual(before.audit_entry);
  });

  test('the service removes no entry by itself, and none younger than 30 days whatever it says', {
    tags: 'slow',
  }, async () => {
    const { teamId } = await aYear();
    await expect(all('delete from audit_entry')).rejects.toThrow('permission denied');
    await expect(all("update audit_entry set subject = 'x'")).rejects.toThrow('permission denied');
    await all('update audit_head set forgotten = number, forgotten_hash = hash');
    await all('update operator_head set forgotten = number, forgotten_hash = hash');
    await all('select remove_forgotten_entries($1, 10000), remove_forgotten_operator_entries(10000)', [teamId]);
    const young = "count(*) filter (where at > now() - interval '30 days')::int as young, count(*)::int as n";
    for (const table of ['audit_entry', 'operator_entry']) {
      const [left] = await all<{ young: number; n: number }>(`select ${young} from ${table}`);
      expect(left?.n).toBe(left?.young);
      expect(left?.young).toBeGreaterThan(90);
    }
  });

  test('a session that ran out leaves its end in the audit log of every Team of its person, one in use stays', {
    tags: ['slow', 'long'],
  }, async () => {
    const { teamId, personId } = await aYear();
    await all("insert into team_member (team_id, person_id, role) values ($1, $2, 'owner')", [teamId, personId]);
    await all(
      `update session set ends_at = now() + interval '9 days', used_at = now() - make_interval(hours => right(id, 1)::int)
        where ends_at > now() - interval '7 days'`,
    );
    const retention = { ...SETTINGS, days: { ...SETTINGS.days, audit: null, sessions: 0 }, sessionIdleS: 4.5 * 3600 };
    const [before] = await all<{ unused: number; n: number }>(
      "select count(*)::int as n, count(*) filter (where ends_at > now() and used_at < now() - interval '4.5 hours')::int as unused from session",
    );
    await forgetting(retention);
    const left = await all<{ id: string }>("select id from session where used_at < now() - $1 * interval '1 s'", [
      4.5 * 3600,
    ]);
    expect(left).toEqual([]);
    const [{ n } = { n: 0 }] = await all<{ n: number }>('select count(*)::int as n from session');
    expect(before?.unused).toBeGreaterThan(0);
    expect(n).toBeGreaterThan(0);
    const [{ ends } = { ends: 0 }] = await all<{ ends: number }>(
      "select count(*)::int as ends from audit_entry where action = 'session.end' and actor_code = 'ohu_year'",
    );
    expect(ends).toBe((before?.n ?? 0) - n);
    expect(await verifyAuditChains(store.database)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  });

  test('what is overdue is said in seconds, and nothing is after the job', { tags: 'slow' }, async () => {
    await aYear();
    const ask = () => inTransaction(store.database, (transaction) => overdueS(transaction, SETTINGS), { team: '*' });
    const late = await ask();
    const daysLate = [...late].map(([kind, seconds]) => [kind, Math.round(seconds / 86_400)]);
    // Of the calls the strictest: a listener that has ended is kept no longer.
    expect(Object.fromEntries(daysLate)).toEqual({
      usage: 330,
      calls: 365,
      handshakes: 364,
      teams: 0,
      sessions: 358,
      audit: 275,
    });
    await forgetting();
    for (const [kind, seconds] of await ask()) {
      // Audit logs go by whole days.
      expect([kind, seconds < 86_400, kind === 'audit' || seconds === 0]).toEqual([kind, true, true]);
    }
  });

  test('one job removes at a time, and ends when it is told to', { tags: ['slow', 'long'] }, async () => {
    await aYear();
    let batches = 0;
    await forget(store.database, SETTINGS, { onRemoved: () => undefined, pause: async () => ++batches < 3 });
    expect(batches).toBe(3);
    if (store.kind === 'embedded') return;
    await holding("select pg_advisory_xact_lock(hashtext('openhouse retention'))", async () =>
      expect(await forgetting()).toEqual([]),
    );
    expect((await forgetting()).length).toBeGreaterThan(0);
  });

  onPostgres(store, 'a row that somebody holds is stepped around, and goes with the next look', async () => {
    await aYear();
    const old = "select place from app_call where at < now() - interval '14 days'";
    await holding('select from app_call where place = 365 for update', async () => {
      await forgetting();
      expect(await all(old)).toEqual([{ place: 365 }]);
    });
    await forgetting();
    expect(await all(old)).toEqual([]);
  });
});

/** The embedded store has one session: nobody else holds anything. */
function onPostgres(store: TestStore, name: string, run: () => Promise<void>): void {
  test.skipIf(store.kind === 'embedded')(name, { tags: ['slow', 'long'] }, run);
}
