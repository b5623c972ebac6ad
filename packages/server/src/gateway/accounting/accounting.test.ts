import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { useOfVersions } from '../../portal/apps/secret-use-store.ts';
import { readCalls, readExplanation, readUsage } from '../../portal/usage/read-usage.ts';
import { stepsAsked } from '../../portal/usage/rules.ts';
import { useStore } from '../../testing/database.ts';
import { createTeamWithApp } from '../../testing/gateway.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { type UseAccounting, useAccounting } from './accounting.ts';

const EXCHANGE = 'access-token';
const nowMs = Date.now();

describe('accounting of use', () => {
  const store = useStore();
  const fail = (error: unknown) => {
    throw error;
  };
  const accounting = (database: Database = store.database) => useAccounting(database, fail, () => nowMs);
  const call = (
    appKey: string | undefined,
    operation: string,
    status = 'success',
    secretVersion: number | undefined = 1,
  ) => ({
    requestId: randomUUID(),
    traceId: '0'.repeat(32),
    appKey,
    secretVersion,
    operation,
    status,
    address: '192.0.2.7',
    refusal: undefined,
  });
  const uses = async ({ teamId, appId }: { teamId: string; appId: string }) =>
    useOfVersions(store.database.pool, teamId, appId, EXCHANGE);

  /** The store, which nobody reaches until it comes back. */
  const awayAtFirst = () => {
    let isAway = true;
    const pool = new Proxy(store.database.pool, {
      get(target, property) {
        if (property === 'connect' && isAway) return () => Promise.reject(new Error('away'));
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const comeBack = () => {
      isAway = false;
    };
    return { database: { ...store.database, pool }, comeBack };
  };

  test('counts by version; refused exchanges are no use, calls with a token are', async () => {
    const app = await createTeamWithApp(store.database);
    const use = accounting();
    for (const version of [1, 1, 2]) use.count(call(app.appKey, EXCHANGE, 'success', version), 1);
    use.count(call(app.appKey, EXCHANGE, 'err_app_disabled', 2), 1);
    use.count(call(app.appKey, 'vr-info', 'err_access_token_expired', 3), 1);
    use.count(call(app.appKey, 'vr-info'), 1);
    use.count(call(app.appKey, 'vr-info', 'err_resource_not_found'), 1);
    use.count(call(undefined, 'vr-info'), 1);
    use.count({ ...call(app.appKey, EXCHANGE, 'err_app_credentials_invalid'), secretVersion: undefined }, 1);
    await use.flush();
    const minute = new Date(nowMs - (nowMs % 60_000));
    expect((await uses(app)).toSorted((one, other) => one.version - other.version)).toEqual([
      { version: 1, lastUsedAt: minute, exchangesLastDay: 2, callsLastDay: 2 },
      { version: 2, lastUsedAt: minute, exchangesLastDay: 1, callsLastDay: 0 },
    ]);
  });

  test('a flush whose answer was lost counts once when it is repeated', async () => {
    const app = await createTeamWithApp(store.database);
    let lost = 0;
    /** The same object, whose `name` answers something else. */
    const changed = <T extends object>(target: T, name: string, answer: (...given: unknown[]) => unknown): T =>
      new Proxy(target, {
        get(_, property) {
          if (property === name) return answer;
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const pool = changed(store.database.pool, 'connect', async () => {
      const client = await store.database.pool.connect();
      return changed(client, 'query', async (...given) => {
        const answer = await client.query(...(given as [string]));
        if (given[0] !== 'commit' || lost === 2) return answer;
        lost += 1;
        throw new Error('the answer was lost');
      });
    });
    const use = accounting({ ...store.database, pool });
    for (let calls = 0; calls < 5; calls += 1) use.count(call(app.appKey, 'vr-info'), 1);
    await expect(use.flush()).rejects.toThrow('the answer was lost');
    await expect(use.flush()).rejects.toThrow('the answer was lost');
    await use.flush();
    await use.stop();
    expect(lost).toBe(2);
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([5]);
  });

  test('what could not be written is written later, and nothing is counted twice', async () => {
    const app = await createTeamWithApp(store.database);
    const { database, comeBack } = awayAtFirst();
    const use = accounting(database);
    use.count(call(app.appKey, 'vr-info'), 1);
    await expect(use.flush()).rejects.toThrow('away');
    use.count(call(app.appKey, 'vr-info'), 1);
    await expect(use.flush()).rejects.toThrow('away');
    comeBack();
    await use.flush();
    // What was counted since then waits in bounded memory: not every failed flush leaves a batch behind.
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([1]);
    await use.flush();
    await use.stop();
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([2]);
  });

  test('where nothing was counted, a flush asks nothing of the store', async () => {
    const use = accounting(awayAtFirst().database);
    await use.flush();
    await use.stop();
  });

  test('what was counted after a failed flush is written at the stop as well', async () => {
    const app = await createTeamWithApp(store.database);
    const { database, comeBack } = awayAtFirst();
    const use = accounting(database);
    use.count(call(app.appKey, 'vr-info'), 1);
    await expect(use.flush()).rejects.toThrow('away');
    use.count(call(app.appKey, 'vr-info'), 1);
    comeBack();
    await use.stop();
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([2]);
  });

  test('many nodes flush many counters at once without locking one another out', { tags: 'slow' }, async () => {
    const apps = await Promise.all(Array.from({ length: 12 }, () => createTeamWithApp(store.database)));
    const nodes: UseAccounting[] = Array.from({ length: 4 }, () => accounting());
    const operations = Array.from({ length: 100 }, (_, index) => `operation-${index}`);
    for (let round = 0; round < 3; round += 1) {
      for (const [number, node] of nodes.entries()) {
        // Each in an order of its own.
        const mixed = apps.flatMap(({ appKey }) => operations.map((operation) => call(appKey, operation)));
        for (const one of number % 2 === 0 ? mixed : mixed.toReversed()) node.count(one, 1);
      }
      await Promise.all(nodes.map((node) => node.flush()));
    }
    for (const app of apps) {
      expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([3 * 4 * operations.length]);
    }
  });

  test('the totals, the results, the costs and the peak are those of the calls', async () => {
    const app = await createTeamWithApp(store.database);
    const use = accounting();
    for (let index = 0; index < 95; index += 1) use.count(call(app.appKey, 'vr-info'), 0.5);
    for (let index = 0; index < 5; index += 1) use.count(call(app.appKey, 'vr-info'), 40);
    for (let index = 0; index < 3; index += 1) use.count(call(app.appKey, 'vr-info', 'err_resource_not_found'), 9000);
    use.count(call(app.appKey, 'hot-list', 'success', 2), 2);
    use.count(call(app.appKey, EXCHANGE, 'success', 2), 2);
    await use.flush();
    const usage = await readUsage(store.database.pool, app, stepsAsked({}, { nowMs, keepDays: 35 }), 256);
    expect(usage).toMatchObject({ calls: 105, refused: 3, stepS: 600 });
    const total = ({ counts }: { counts: number[] }) => counts.reduce((sum, count) => sum + count, 0);
    expect(usage.series.map((one) => [one.operation, one.status, total(one)])).toEqual([
      ['vr-info', 'success', 100],
      ['vr-info', 'err_resource_not_found', 3],
      [EXCHANGE, 'success', 1],
      ['hot-list', 'success', 1],
    ]);
    expect(usage.series.every(({ counts }) => counts.length === 144 || counts.length === 145)).toBe(true);
    expect(usage.operations[0]).toMatchObject({ operation: 'vr-info', calls: 103, refused: 3 });
    // Within 9% of 0.5: the refused calls, which took 9 s, count for nothing.
    expect(usage.operations[0]?.p50Ms).toBeCloseTo(0.5, 1);
    expect(usage.operations[0]?.p95Ms).toBeCloseTo(0.5, 1);
    expect(usage.versions).toEqual([
      { version: 2, exchanges: 1, calls: 1, sharePercent: 2 },
      { version: 1, exchanges: 0, calls: 103, sharePercent: 99 },
    ]);
    // The exchange does not count against the limit of the app.
    expect(usage.limit).toEqual({
      perMinute: 256,
      peak: { at: new Date(nowMs - (nowMs % 60_000)).toISOString(), calls: 104 },
      refused: 0,
    });
  });

  test('nodes share the ring of an app: each call has a place of its own', async () => {
    const app = await createTeamWithApp(store.database);
    const nodes = Array.from({ length: 4 }, () => accounting());
    const made = nodes.flatMap((node) =>
      Array.from({ length: 40 }, () => {
        const one = call(app.appKey, 'vr-info');
        node.count(one, 1.5);
        return one.requestId;
      }),
    );
    await Promise.all(nodes.map((node) => node.flush()));
    const kept = await readCalls(store.database.pool, app, null);
    expect(kept.map(({ requestId }) => requestId).sort()).toEqual(made.sort());
    expect(kept[0]).toMatchObject({
      network: '192.0.2.0/24',
      version: 1,
      code: 0,
      httpStatus: 200,
      costMs: 1.5,
    });
  });

  test('of a long message its beginning is kept, and a clock that went back costs nothing', async () => {
    const app = await createTeamWithApp(store.database);
    const use = accounting();
    const refusal = new GatewayError('err_parameter_invalid', 'm'.repeat(600), {}, 'types');
    const one = { ...call(app.appKey, 'vr-info', 'err_parameter_invalid'), refusal };
    use.count(one, -1);
    await use.flush();
    expect(await readExplanation(store.database.pool, app.teamId, one.requestId)).toMatchObject({
      call: { costMs: 0, parameter: 'types' },
      failure: { message: 'm'.repeat(500) },
    });
  });

  test('a Team reads nothing of another', async () => {
    const [one, other] = [await createTeamWithApp(store.database), await createTeamWithApp(store.database)];
    const use = accounting();
    use.count(call(one.appKey, 'vr-info'), 1);
    await use.flush();
    const { pool } = store.database;
    const theirs = { teamId: other.teamId, appId: one.appId };
    expect((await readUsage(pool, theirs, stepsAsked({}, { nowMs, keepDays: 35 }), 0)).calls).toBe(0);
    expect(await readCalls(pool, theirs, null)).toEqual([]);
    // Without naming the Team in the statement, row-level security still answers with nothing.
    const { rows } = await pool.query(
      `select from app_call where app_id = $1 and (select set_config('app.team', $2, true)) is not null`,
      [one.appId, other.teamId],
    );
    expect(rows).toEqual([]);
  });
});
