import { describe, expect, test } from 'vitest';
import { createTeam, eachStore } from '../testing/database.ts';
import { inTransaction } from './transaction.ts';

eachStore('inTransaction', (store) => {
  const names = async () => (await store.database.pool.query('select name from team order by id')).rows;
  const insert = "insert into team (code, name) values ('x', 'Xenia')";

  test('keeps what was done when the run resolves, and gives its result back', async () => {
    const result = await inTransaction(
      store.database,
      async (transaction) => (await transaction.query(insert)).rowCount,
    );
    expect(result).toBe(1);
    expect(await names()).toEqual([{ name: 'Xenia' }]);
  });

  test('keeps nothing when the run throws, and throws the same error', async () => {
    const error = new Error('no');
    const run = inTransaction(store.database, async (transaction) => {
      await transaction.query(insert);
      throw error;
    });
    await expect(run).rejects.toBe(error);
    expect(await names()).toEqual([]);
  });

  test('throws when a failed statement was swallowed, for nothing is committed then', async () => {
    const run = inTransaction(store.database, async (transaction) => {
      await transaction.query(insert);
      await transaction.query('select 1 / 0').catch(() => {});
    });
    await expect(run).rejects.toThrow('Nothing was committed');
    expect(await names()).toEqual([]);
  });

  test('gives up a connection that cannot roll back, and the next one works', async () => {
    const run = inTransaction(store.database, async (transaction) => {
      await transaction.query(insert);
      Reflect.get(transaction, 'connection').stream.destroy();
      await transaction.query('select 1');
    });
    await expect(run).rejects.toThrow('Connection terminated');
    expect(await names()).toEqual([]);
  });

  test('gives no connection back that may still be inside the transaction', async () => {
    const run = inTransaction(store.database, async (transaction) => {
      await transaction.query(insert);
      Object.assign(transaction, { query: () => Promise.reject(new Error('no more statements')) });
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  test('names the Team for the transaction only', async () => {
    const scope = "select current_setting('app.team', true) as team";
    const inside = await inTransaction(store.database, (transaction) => transaction.query(scope), { team: '7' });
    expect(inside.rows).toEqual([{ team: '7' }]);
    const { rows } = await store.database.pool.query(scope);
    expect(rows[0].team || null).toBeNull();
  });

  test.each(['', "1'; drop table team; --", '-1', '1 ', '**'])('refuses %j as a Team', async (team) => {
    await expect(inTransaction(store.database, async () => {}, { team })).rejects.toThrow(TypeError);
  });

  test('starts every test with an empty store and its seeds', async () => {
    expect(await names()).toEqual([]);
    const { rows } = await store.database.pool.query('select name, n from epoch order by name');
    expect(rows).toContainEqual({ name: 'standing', n: '0' });
    await createTeam(store.database, { name: 'Left behind' });
  });
});

describe('types', () => {
  eachStore('bigint', (store) => {
    test('arrives as digits, for a JavaScript number would round it', async () => {
      const { rows } = await store.database.pool.query('select 36184089396510731::bigint as id');
      expect(rows).toEqual([{ id: '36184089396510731' }]);
    });
  });
});
