import { describe, expect, onTestFinished, test } from 'vitest';
import { createTeam, eachStore } from '../../testing/database.ts';
import { atCommit, inTransaction } from './transaction.ts';

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

  describe('atCommit', () => {
    const named = (name: string) => ({ text: "insert into team (code, name) values ($1, 'Late')", values: [name] });

    test('runs what was kept after everything else, in its order', async () => {
      await inTransaction(store.database, async (transaction) => {
        atCommit(transaction, { text: 'update team set name = name || $1', values: [' first'] });
        atCommit(transaction, { text: 'update team set name = name || $1', values: [' second'] });
        await transaction.query(insert);
      });
      expect(await names()).toEqual([{ name: 'Xenia first second' }]);
    });

    test('sends it together with the commit, so that nothing it locks waits for this program', async () => {
      const log: string[] = [];
      await inTransaction(store.database, async (transaction) => {
        atCommit(transaction, named('a'));
        atCommit(transaction, named('b'));
        const { stream } = Reflect.get(transaction, 'connection');
        const write = stream.write.bind(stream);
        const answered = () => log.push('answered');
        stream.write = (message: Buffer) => {
          // What ends a round of statements: Sync, or the plain text of one (Query).
          if (['S', 'Q'].includes(String.fromCharCode(message[0] ?? 0))) log.push('asked');
          return write(message);
        };
        stream.on('data', answered);
        onTestFinished(() => {
          stream.write = write;
          stream.off('data', answered);
        });
      });
      expect(log.slice(0, 4)).toEqual(['asked', 'asked', 'asked', 'answered']);
    });

    test('keeps nothing when one of them fails, and throws what it failed with', async () => {
      const run = inTransaction(store.database, async (transaction) => {
        await transaction.query(insert);
        atCommit(transaction, { text: 'select 1 / $1::int', values: [0] });
        atCommit(transaction, named('after'));
      });
      await expect(run).rejects.toMatchObject({ code: '22012' });
      expect(await names()).toEqual([]);
    });

    const fails = { text: 'select 1 / $1::int', values: [0] };
    const failsWithBytes = { text: 'select length($1::bytea) / 0', values: [], bytes: [Buffer.from('a')] };
    test.each([
      ['bytes first', failsWithBytes, fails],
      ['bytes last', fails, failsWithBytes],
    ])('throws what the first failed with, not that those behind it could not run: %s', async (_, first, second) => {
      const run = inTransaction(store.database, async (transaction) => {
        atCommit(transaction, first);
        atCommit(transaction, second);
      });
      await expect(run).rejects.toMatchObject({ code: '22012' });
    });

    test('forgets what was kept for a transaction that has failed', async () => {
      const failing = inTransaction(store.database, async (transaction) => {
        atCommit(transaction, named('never'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await inTransaction(store.database, (transaction) => transaction.query(insert));
      expect(await names()).toEqual([{ name: 'Xenia' }]);
    });

    test('is refused outside of a transaction', async () => {
      const client = await store.database.pool.connect();
      expect(() => atCommit(client, named('never'))).toThrow(TypeError);
      client.release();
    });
  });

  test('a connection that cannot roll back is not used again: it may still be inside the transaction', async () => {
    let lost: unknown;
    const run = inTransaction(store.database, async (transaction) => {
      lost = transaction;
      Reflect.set(transaction, 'query', () => Promise.reject(new Error('no answer')));
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    const next = await store.database.pool.connect();
    expect(next).not.toBe(lost);
    next.release();
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
