import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresPrograms } from '../../packages/server/src/testing/postgres-server.ts';
import { redisProgram, servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { swiftMissing } from '../../packages/server/src/testing/swift-programs.ts';
import { root } from '../service.ts';
import { type Deed, deeds, type Outcome, startLoad } from './load.ts';
import { type Outage, outages, randomOf } from './outages.ts';
import { type Chart, picture, type Span } from './picture.ts';
import { type SelfReport, type SoakStage, setSoakStage } from './stage.ts';
import { type Reading, slopeOf, warm } from './trend.ts';

/** `npm run test:soak -- --minutes 120 --seed 7`; a look of a minute as one of the heavy suites. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 1);
const SEED = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31));
const OUT = process.env.SOAK_OUT ?? join(root, 'artefacts/soak');

const LENGTH_MS = MINUTES * 60_000;
/** Between two looks at every process and at the database. */
const EVERY_MS = Math.max(2000, LENGTH_MS / 500);
/** Between two outages: at least, and as much again at most. */
const CALM_MS = Math.min(30_000, LENGTH_MS / 8);
/** After an outage a 503 may still come: connections are looked at every few seconds. */
const AFTERWARDS_MS = 8000;
/**
 * Part of the run in which bounded caches fill and code is compiled: of two hours the first. After 30 minutes two workers
 * still grew by 1.4 MB an hour, after an hour by 0.8, and by 0.5 in the last 40 minutes.
 */
const WARM_PART = 0.5;
/** From so many minutes on a slope says something. */
const TELLING_MINUTES = 60;
const GROWTH_MOST_MB_PER_HOUR = 1;
const MB = 1e6;
const HOUR_S = 3600;

interface Happened extends Span {
  readonly outage: Outage;
}

const missing = postgresPrograms() === undefined || redisProgram() === undefined || swiftMissing().length > 0;

describe.skipIf(missing && !servicesRequired)(`${MINUTES} minutes of everything`, () => {
  let stage: SoakStage;
  beforeAll(async () => {
    stage = await setSoakStage(EVERY_MS);
  });
  afterAll(() => stage?.remove());

  test('every answer is right or a 503 of a known outage, and nothing grows', {
    timeout: LENGTH_MS + 900_000,
  }, async () => {
    console.log(`${MINUTES} minutes, SOAK_SEED=${SEED}`);
    const fromMs = Date.now();
    const seconds = (atMs = Date.now()) => (atMs - fromMs) / 1000;
    const happened: Happened[] = [];
    let current: { readonly outage: Outage; readonly fromS: number } | undefined;
    const counts = new Map<Deed, Record<string, number>>(deeds.map((deed) => [deed, {}]));
    const wrong: string[] = [];

    const isExcused = (deed: Deed) => {
      const recent = happened.filter(({ toS }) => seconds() - toS < AFTERWARDS_MS / 1000).map(({ outage }) => outage);
      const broken = current === undefined ? recent : [...recent, current.outage];
      return broken.some(({ affects }) => affects === 'all' || affects.includes(deed));
    };
    const note = ({ deed, result }: Outcome) => {
      const count = counts.get(deed) ?? {};
      count[result] = (count[result] ?? 0) + 1;
      if (result === 'right' || (result.startsWith('later') && isExcused(deed))) return;
      wrong.push(`${seconds().toFixed(1)} s: ${deed}: ${result}${current ? ` while ${current.outage.what}` : ''}`);
    };
    const load = await startLoad(stage.nodes, note);

    const connections: Reading[] = [];
    const tables = new Map<string, Reading[]>();
    const look = async () => {
      for (const { name, value } of await sizes(stage)) {
        const readings = tables.get(name) ?? [];
        if (readings.push({ atS: seconds(), value }) === 1) tables.set(name, readings);
      }
      const [row] = await ask<{ n: number }>(
        stage,
        "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'",
      );
      if (row !== undefined) connections.push({ atS: seconds(), value: row.n });
    };
    const looking = (async () => {
      while (Date.now() - fromMs < LENGTH_MS) {
        await look();
        await sleep(EVERY_MS);
      }
    })();

    const random = randomOf(SEED);
    while (Date.now() - fromMs < LENGTH_MS) {
      await sleep(Math.min(CALM_MS * (1 + random()), Math.max(0, fromMs + LENGTH_MS - Date.now())));
      const outage = outages[Math.floor(random() * outages.length)];
      if (outage === undefined || Date.now() - fromMs > LENGTH_MS - CALM_MS) continue;
      current = { outage, fromS: seconds() };
      await outage.happen(stage);
      happened.push({ outage, what: outage.what, fromS: current.fromS, toS: seconds() });
      current = undefined;
    }
    await looking;
    await load.stop();

    const reports = await stage.reports();
    const of = (value: (report: SelfReport) => number) =>
      new Map(
        [...reports].map(([name, all]) => [
          name,
          all.filter(({ atMs }) => atMs >= fromMs).map((one) => ({ atS: seconds(one.atMs), value: value(one) })),
        ]),
      );
    const heaps = of(({ heapUsed }) => heapUsed / MB);
    const descriptors = of((one) => one.descriptors);
    const biggest = [...tables].sort(([, a], [, b]) => (b.at(-1)?.value ?? 0) - (a.at(-1)?.value ?? 0)).slice(0, 8);
    const charts: Chart[] = [
      { title: 'Heap after a whole collection', unit: 'MB', lines: heaps },
      { title: 'Of it compiled code', unit: 'MB', lines: of(({ code }) => code / MB) },
      { title: 'Memory of the process', unit: 'MB', lines: of(({ rss }) => rss / MB) },
      { title: 'Memory outside the heap', unit: 'MB', lines: of(({ external }) => external / MB) },
      { title: 'File descriptors', unit: 'count', lines: descriptors },
      { title: 'Connections to the database', unit: 'count', lines: new Map([['all', connections]]) },
      { title: 'The largest tables, with their indexes', unit: 'MB', lines: new Map(biggest) },
    ];
    await mkdir(OUT, { recursive: true });
    await writeFile(join(OUT, 'soak.svg'), picture(`${MINUTES} minutes, seed ${SEED}`, charts, happened));

    const growth = [...heaps].map(([name, readings]) => {
      const perHour = slopeOf(warm(readings, WARM_PART)) * HOUR_S;
      return { name, readings: readings.length, mbPerHour: Number(perHour.toFixed(2)) };
    });
    const summary = {
      minutes: MINUTES,
      seed: SEED,
      deeds: Object.fromEntries(counts),
      outages: happened.map(({ what, fromS, toS }) => ({ what, fromS: Math.round(fromS), toS: Math.round(toS) })),
      growth,
      wrong,
    };
    await writeFile(join(OUT, 'soak.json'), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(JSON.stringify({ ...summary, outages: happened.length, wrong: wrong.length }, null, 2));
    console.log(`The picture: ${join(OUT, 'soak.svg')}`);

    expect(wrong.slice(0, 20)).toEqual([]);
    // Everybody was served, and every process was looked at.
    expect(deeds.filter((deed) => (counts.get(deed)?.right ?? 0) === 0)).toEqual([]);
    expect([...heaps].filter(([, readings]) => readings.length < 3).map(([name]) => name)).toEqual([]);
    expect(heaps.size).toBeGreaterThanOrEqual(stage.nodes.length);
    if (MINUTES >= TELLING_MINUTES) {
      expect(growth.filter(({ mbPerHour }) => mbPerHour > GROWTH_MOST_MB_PER_HOUR)).toEqual([]);
    }
  });
});

/** @returns Nothing while the database is away. */
const ask = async <Row extends object>({ database }: SoakStage, sql: string): Promise<Row[]> =>
  database.query<Row>(sql).then(
    ({ rows }) => rows,
    () => [],
  );

const sizes = (stage: SoakStage) =>
  ask<{ name: string; value: number }>(
    stage,
    `select relname as name, pg_total_relation_size(oid)::float8 / ${MB} as value from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
