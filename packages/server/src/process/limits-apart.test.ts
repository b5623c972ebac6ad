import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import type { Part } from '../config/parts.ts';
import type { Database } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { openDatabase } from '../kernel/database/open-database.ts';
import { memoryLimiter } from '../kernel/limiter/memory.ts';
import { redisLimiter } from '../kernel/limiter/redis.ts';
import { postgresUrl } from '../testing/database.ts';
import { testKeys } from '../testing/portal.ts';
import { createEmptyDatabase } from '../testing/postgres-template.ts';
import { redisProgram, servicesRequired } from '../testing/processes.ts';
import { startRedis } from '../testing/redis.ts';
import { slowAfter } from '../testing/slow-after.ts';
import { examineLimits } from './doctor/limits.ts';
import { keyHolder } from './keys/key-holder.ts';

const missing = (inject('postgresUrl') === null || redisProgram() === undefined) && !servicesRequired;
const EVERY_MS = 100;
const PATIENCE = { timeout: 20_000 };
/** Long enough for a wrong warning to show, in notes of the processes. */
const SOME_NOTES_MS = 10 * EVERY_MS;

// Real servers: which one a process counts in is what this is about (decision 0227).
describe.skipIf(missing)('processes that count limits in different places', () => {
  const rings = { ...keysOf(), appSecretPepper: Buffer.alloc(32) };
  let servers: Awaited<ReturnType<typeof startRedis>>[] = [];
  let database: Database;
  let ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const program = redisProgram();
    if (program === undefined) throw new Error('redis-server was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
    servers = await Promise.all([startRedis(program), startRedis(program)]);
  });
  afterAll(() => Promise.all(servers.map((server) => server.delete())));
  beforeEach(async () => {
    database = await openDatabase({
      url: await createEmptyDatabase(postgresUrl()),
      maxConnections: 4,
      statementTimeoutMs: 10_000,
    });
    await migrate(database);
  });
  afterEach(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
    await database.close();
  });

  const urlOf = (server: number, number = 0) => `${servers[server]?.url}/${number}`;
  /** A process that counts there; null for in memory. */
  async function starts(url: string | null, part: Part = 'all') {
    const told: (readonly string[])[] = [];
    const ignore = () => undefined;
    const limiter = url === null ? memoryLimiter() : redisLimiter(url, { onAway: ignore, onBack: ignore }, 5000);
    const holder = keyHolder(
      {
        config: { SERVE_ONLY: part },
        secrets: rings,
        database,
        limiter,
        onFailed(error) {
          throw error;
        },
        onApart: (names) => told.push(names),
      },
      EVERY_MS,
    );
    await holder.start();
    const end = async () => {
      await holder.stop();
      await limiter.close();
    };
    ends.push(end);
    return { holder, told, end };
  }
  const isApart = async ({ holder }: Awaited<ReturnType<typeof starts>>) => holder.apart().length > 0;
  const someNotes = () => new Promise((resolve) => setTimeout(resolve, SOME_NOTES_MS));
  const doctor = async (REDIS_URL: string | null) =>
    (await examineLimits(parseConfig(REDIS_URL === null ? {} : { REDIS_URL }), database)).map(({ verdict }) => verdict);

  slowAfter<readonly [string, () => string | null, () => string | null]>(1, [
    ['two servers', () => urlOf(0), () => urlOf(1)],
    ['two databases of one server', () => urlOf(0), () => urlOf(0, 1)],
    ['a server and memory', () => urlOf(0), () => null],
  ])('%s: each names the other, the log once, and the doctor of either', async (_, first, second) => {
    const [here, there] = [await starts(first()), await starts(second())];
    for (const process of [here, there]) await expect.poll(() => isApart(process), PATIENCE).toBe(true);
    await someNotes();
    expect(here.told).toHaveLength(1);
    for (const url of [first(), second()]) expect(await doctor(url)).toEqual(['warning']);

    // Started again with the right one: over, and said.
    await there.end();
    const mended = await starts(first());
    await expect.poll(() => isApart(here), PATIENCE).toBe(false);
    expect(here.told).toEqual([[expect.any(String)], []]);
    expect(await isApart(mended)).toBe(false);
    expect(await doctor(first())).toEqual(['ok']);
  });

  test.each<readonly [string, () => [string | null, Part], () => [string | null, Part]]>([
    ['one server by two addresses', () => [urlOf(0), 'all'], () => [urlOf(0).replace('127.0.0.1', 'localhost'), 'all']],
    ['memory everywhere', () => [null, 'all'], () => [null, 'all']],
    ['a portal and a gateway', () => [urlOf(0), 'portal'], () => [urlOf(1), 'gateway']],
    ['a process of jobs, which counts nothing', () => [urlOf(0), 'all'], () => [null, 'operator-jobs']],
  ])('%s: nobody is told', { tags: 'slow' }, async (_, first, second) => {
    const processes = [await starts(...first()), await starts(...second())];
    await someNotes();
    for (const { holder, told } of processes) expect([holder.apart(), told]).toEqual([[], []]);
  });

  test('a Redis that came back empty is the same for whoever counts in it', { tags: 'slow' }, async () => {
    const processes = [await starts(urlOf(0)), await starts(urlOf(0))];
    const place = async () =>
      new Set(
        (await database.pool.query<{ limits: string | null }>('select limits from key_holder')).rows.map(
          ({ limits }) => limits,
        ),
      );
    const [before] = await place();
    await servers[0]?.stop();
    await servers[0]?.start();
    await expect
      .poll(async () => {
        const [now, ...others] = await place();
        return others.length === 0 && typeof now === 'string' && now !== before;
      }, PATIENCE)
      .toBe(true);
    await someNotes();
    for (const { told } of processes) expect(told).toEqual([]);
  });
});

function keysOf() {
  const ring = () => testKeys(1);
  return {
    accessTokenKeys: ring(),
    appSecretPeppers: ring(),
    linkKeys: ring(),
    cookieSecrets: ring(),
    sessionSealingKeys: ring(),
    appSecretSealingKeys: ring(),
  };
}
