import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../packages/server/src/testing/fault-proxy.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { startTriedService, type TriedService } from '../../packages/server/src/testing/tried-service.ts';

/** Crashes of the database under load, one after the other; FAULTS_CRASHES sets fewer. */
const CRASHES = Number(process.env.FAULTS_CRASHES ?? 100);
const WRITERS = 3;
const READERS = 3;
const TOUR_BYTES = 2000;
/** How long the load runs before each fault, and after it has passed. */
const CALM_MS = 300;
/** How long a fault lasts. */
const FAULT_MS = 2500;
/** From when the fault has passed until everything is answered again (decision 0116). */
const RECOVERED_MS = 5_000;
/** Bound for a service that does not come back. */
const BACK_MS = 20_000;

const READS = new Set(['200', '404', '503 retry']);
const WRITES = new Set(['200', '503 retry']);

/** What a load saw. */
interface Load {
  /** Tours whose import was answered with a success. */
  readonly acknowledged: Set<string>;
  /** Those that were told that the service is away. */
  readonly refused: Set<string>;
  /** Answers that nobody should get. */
  readonly wrong: string[];
  reads: number;
  stop(): Promise<void>;
}

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('the database fails under load', () => {
  let server: PostgresServer;
  let proxy: FaultProxy;
  let directory = '';
  let tried: TriedService;

  const superuser = async <Row extends object>(database: string, ...statements: string[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: `${server.url}/${database}` });
    await client.connect();
    try {
      let rows: Row[] = [];
      for (const sql of statements) ({ rows } = await client.query<Row>(sql));
      return rows;
    } finally {
      await client.end();
    }
  };
  const terminate = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'openhouse'";

  beforeAll(async () => {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
    server = await startPostgres(programs);
    await superuser(
      'postgres',
      "create role openhouse login password 'word'",
      'create database openhouse owner openhouse',
    );
    proxy = await startFaultProxy(Number(new URL(server.url).port));
    directory = await mkdtemp(join(tmpdir(), 'openhouse-under-load-'));
    const DATABASE_URL = `postgres://openhouse:word@127.0.0.1:${proxy.port}/openhouse`;
    tried = await startTriedService(directory, { DATABASE_URL });
    expect(await tried.upload('first', TOUR_BYTES)).toBe('200');
  });
  afterAll(async () => {
    await tried?.service.stop();
    await proxy?.close();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  let made = 0;
  function startLoad(): Load {
    let isOver = false;
    const load: Load = {
      acknowledged: new Set(),
      refused: new Set(),
      wrong: [],
      reads: 0,
      stop: async () => {
        isOver = true;
        await Promise.all(running);
      },
    };
    const write = async () => {
      while (!isOver) {
        made += 1;
        const code = `t${made}`;
        const answer = await tried.upload(code, TOUR_BYTES);
        if (answer === '200') load.acknowledged.add(code);
        else load.refused.add(code);
        if (!WRITES.has(answer)) load.wrong.push(`write: ${answer}`);
      }
    };
    const read = async () => {
      while (!isOver) {
        const answer = load.reads % 2 === 0 ? await tried.coldRead() : await tried.read();
        load.reads += 1;
        if (!READS.has(answer)) load.wrong.push(`read: ${answer}`);
        // A read from memory is answered at once.
        await sleep(2);
      }
    };
    const running = [...Array.from({ length: WRITERS }, write), ...Array.from({ length: READERS }, read)];
    return load;
  }

  /** @returns Milliseconds until reads and changes are answered and it is ready. */
  async function backAfter(): Promise<number> {
    const fromMs = performance.now();
    const isBack = async () => {
      made += 1;
      const all = [
        await tried.readiness(),
        await tried.coldRead(),
        await tried.change(),
        await tried.upload(`b${made}`, TOUR_BYTES),
      ];
      return JSON.stringify(all);
    };
    await expect
      .poll(isBack, { timeout: BACK_MS, interval: 50 })
      .toBe(JSON.stringify([[200, []], '404', '200', '200']));
    return performance.now() - fromMs;
  }

  /** Breaks it under load and mends it. @returns What came of it. */
  async function underLoad(breaks: () => Promise<unknown>, mends: () => Promise<unknown>) {
    const load = startLoad();
    await sleep(CALM_MS);
    // What the same calls take while nothing is broken says how busy the machine is.
    const calmMs = Math.round(await backAfter());
    await breaks();
    await mends();
    const backMs = Math.round(await backAfter());
    await sleep(CALM_MS);
    await load.stop();
    const kept = new Set(
      (await superuser<{ code: string }>('openhouse', 'select code from tour')).map(({ code }) => code),
    );
    return {
      backMs,
      calmMs,
      wrong: load.wrong,
      lost: [...load.acknowledged].filter((code) => !kept.has(code)),
      writes: load.acknowledged.size,
      refused: load.refused.size,
      unknown: [...load.refused].filter((code) => kept.has(code)).length,
      reads: load.reads,
    };
  }

  function judge(
    what: string,
    { backMs, calmMs, wrong, lost, ...counts }: Awaited<ReturnType<typeof underLoad>>,
  ): void {
    console.log(`${what.padEnd(28)} back after ${backMs} ms, in calm ${calmMs}, ${JSON.stringify(counts)}`);
    expect({ wrong, lost }).toEqual({ wrong: [], lost: [] });
    expect(counts.writes).toBeGreaterThan(0);
    expect(backMs).toBeLessThanOrEqual(RECOVERED_MS);
  }

  const lasts = () => sleep(FAULT_MS);
  let hba = '';
  const hbaIs = (text: string) => [
    `do $do$ begin execute format('copy (select unnest(string_to_array(%L, E''\\n''))) to %L', $hba$${text}$hba$, current_setting('hba_file')); end $do$`,
    'select pg_reload_conf()',
  ];
  const rows: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['restarted', () => server.restart(), async () => undefined],
    ['stopped', async () => server.halt().then(lasts), () => server.start()],
    ['frozen', async () => server.freeze(true).then(lasts), () => server.freeze(false)],
    [
      'its processes ended',
      async () => {
        for (let round = 0; round < 10; round += 1) await superuser('postgres', terminate).then(() => sleep(100));
      },
      async () => undefined,
    ],
    [
      'without a connection left',
      () => superuser('postgres', 'alter role openhouse connection limit 0', terminate).then(lasts),
      () => superuser('postgres', 'alter role openhouse connection limit -1'),
    ],
    [
      'read-only',
      () =>
        superuser('postgres', 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()').then(
          lasts,
        ),
      () => superuser('postgres', 'alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
    ],
    [
      'its password changed',
      () => superuser('postgres', "alter role openhouse password 'another'", terminate).then(lasts),
      () => superuser('postgres', "alter role openhouse password 'word'"),
    ],
    [
      'its user locked out',
      () => superuser('postgres', 'alter role openhouse nologin', terminate).then(lasts),
      () => superuser('postgres', 'alter role openhouse login'),
    ],
    [
      'refused by pg_hba.conf',
      async () => {
        const [row] = await superuser<{ was: string }>(
          'postgres',
          "select pg_read_file(current_setting('hba_file')) as was",
        );
        hba = row?.was ?? '';
        await superuser('postgres', ...hbaIs(`host all openhouse all reject\n${hba}`), terminate).then(lasts);
      },
      () => superuser('postgres', ...hbaIs(hba)),
    ],
    [
      'its idle connections ended',
      () => superuser('postgres', "alter role openhouse set idle_session_timeout = '50ms'", terminate).then(lasts),
      () => superuser('postgres', 'alter role openhouse reset idle_session_timeout', terminate),
    ],
    [
      'without its rights',
      () => superuser('openhouse', 'revoke all on all tables in schema public from openhouse').then(lasts),
      () => superuser('openhouse', 'grant all on all tables in schema public to openhouse'),
    ],
    [
      'without its tables, as while it is restored',
      () => superuser('openhouse', 'alter schema public rename to restored').then(lasts),
      () => superuser('openhouse', 'alter schema restored rename to public'),
    ],
    ['silent', async () => proxy.silence(), async () => undefined],
    [
      'silent, new connections too',
      async () => {
        proxy.silence();
        proxy.hold(true);
        await lasts();
      },
      async () => proxy.hold(false),
    ],
  ];
  test.each(rows)('%s: nothing acknowledged is lost, and no call is a 500', async (what, breaks, mends) => {
    judge(what, await underLoad(breaks, mends));
  });

  test(`${CRASHES} crashes: nothing acknowledged is lost, and no call is a 500`, async () => {
    const counts = { writes: 0, refused: 0, unknown: 0, reads: 0 };
    const sum = { backMs: 0, calmMs: 0, wrong: [] as string[], lost: [] as string[], ...counts };
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const came = await underLoad(
        () => server.crash(),
        () => server.start(),
      );
      for (const name of ['backMs', 'calmMs'] as const) sum[name] = Math.max(sum[name], came[name]);
      sum.wrong.push(...came.wrong);
      sum.lost.push(...came.lost);
      for (const name of ['writes', 'refused', 'unknown', 'reads'] as const) sum[name] += came[name];
    }
    judge(`${CRASHES} crashes`, sum);
  });

  test('the audit log holds, and the log names no password', async () => {
    const entries = await superuser<{ n: number }>(
      'openhouse',
      `select count(*)::int as n from tour t where code like 't%' and not exists
         (select from audit_entry e where e.team_id = t.team_id and e.action = 'tour.import' and e.subject = t.code)`,
    );
    expect(entries).toEqual([{ n: 0 }]);
    expect(tried.lines.filter((line) => line.includes('"broken"'))).toEqual([]);
    expect(tried.lines.join('')).not.toContain('openhouse:word');
  });
});
