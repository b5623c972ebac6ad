import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { eachStore } from '../testing/database.ts';
import { createTeamWithApp } from '../testing/gateway.ts';
import { type UseAccounting, useAccounting } from './accounting.ts';
import { addUse, useOfVersions } from './store.ts';

const EXCHANGE = 'access-token';
const nowMs = Date.now();

eachStore('accounting of use', (store) => {
  const fail = (error: unknown) => {
    throw error;
  };
  const accounting = (database: Database = store.database) => useAccounting(database, fail, () => nowMs);
  const call = (appKey: string, operation: string, status = 'success', secretVersion = 1) => ({
    appKey,
    secretVersion,
    operation,
    status,
  });
  const uses = async ({ teamId, appId }: { teamId: string; appId: string }) =>
    useOfVersions(store.database.pool, teamId, appId, EXCHANGE);

  test('counts by version; refused exchanges are no use, calls with a token are', async () => {
    const app = await createTeamWithApp(store.database);
    const use = accounting();
    for (const version of [1, 1, 2]) use.count(call(app.appKey, EXCHANGE, 'success', version));
    use.count(call(app.appKey, EXCHANGE, 'err_app_disabled', 2));
    use.count(call(app.appKey, 'vr-info'));
    use.count(call(app.appKey, 'vr-info', 'err_resource_not_found'));
    use.count({ ...call(app.appKey, 'vr-info'), appKey: undefined });
    use.count({ ...call(app.appKey, 'vr-info'), secretVersion: undefined });
    await use.flush();
    const minute = new Date(nowMs - (nowMs % 60_000));
    expect((await uses(app)).toSorted((one, other) => one.version - other.version)).toEqual([
      { version: 1, lastUsedAt: minute, exchangesLastDay: 2, callsLastDay: 2 },
      { version: 2, lastUsedAt: minute, exchangesLastDay: 1, callsLastDay: 0 },
    ]);
  });

  test('a flush whose answer was lost counts once when it is repeated', async () => {
    const app = await createTeamWithApp(store.database);
    const counts = [{ ...call(app.appKey, 'vr-info'), version: 1, minuteMs: nowMs - (nowMs % 60_000), count: 5 }];
    for (const flush of [1, 1, 2, 1]) {
      await inTransaction(store.database, (transaction) => addUse(transaction, 'node', flush, counts), { team: '*' });
    }
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([10]);
  });

  test('what could not be written is written later, and nothing is counted twice', async () => {
    const app = await createTeamWithApp(store.database);
    let isAway = true;
    const pool = new Proxy(store.database.pool, {
      get(target, property) {
        if (property === 'connect' && isAway) return () => Promise.reject(new Error('away'));
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const use = accounting({ ...store.database, pool });
    use.count(call(app.appKey, 'vr-info'));
    await expect(use.flush()).rejects.toThrow('away');
    use.count(call(app.appKey, 'vr-info'));
    await expect(use.flush()).rejects.toThrow('away');
    isAway = false;
    await use.flush();
    await use.flush();
    await use.stop();
    expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([2]);
  });

  test('many nodes flush many counters at once without locking one another out', async () => {
    const apps = await Promise.all(Array.from({ length: 12 }, () => createTeamWithApp(store.database)));
    const nodes: UseAccounting[] = Array.from({ length: 4 }, () => accounting());
    const operations = Array.from({ length: 100 }, (_, index) => `operation-${index}`);
    for (let round = 0; round < 3; round += 1) {
      for (const [number, node] of nodes.entries()) {
        // Each in an order of its own.
        const mixed = apps.flatMap(({ appKey }) => operations.map((operation) => call(appKey, operation)));
        for (const one of number % 2 === 0 ? mixed : mixed.toReversed()) node.count(one);
      }
      await Promise.all(nodes.map((node) => node.flush()));
    }
    for (const app of apps) {
      expect((await uses(app)).map(({ callsLastDay }) => callsLastDay)).toEqual([3 * 4 * operations.length]);
    }
  });
});
