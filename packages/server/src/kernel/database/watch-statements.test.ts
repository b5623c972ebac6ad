import { Pool } from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { useStore } from '../../testing/database.ts';
import { collectSteps, type Step } from '../steps.ts';
import { send } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { watchStatements } from './watch-statements.ts';

describe.skipIf(inject('postgresUrl') === null)('statements as steps of the call that sends them', () => {
  const store = useStore('postgres');
  let pool: Pool | undefined;
  afterAll(() => pool?.end());
  const opened = () => {
    if (pool === undefined) {
      pool = new Pool({ ...store.database.pool.options, max: 1 });
      watchStatements(pool);
    }
    return { ...store.database, pool };
  };
  const stepsOf = async (run: () => Promise<unknown>) => {
    const steps: Step[] = [];
    await collectSteps(steps, run);
    return steps;
  };

  test('of the pool, of a transaction, by name, with bytes, and refused ones', async () => {
    const database = opened();
    expect(await stepsOf(() => database.pool.query('select $1::text', ['a value']))).toMatchObject([
      {
        name: 'SELECT',
        failed: false,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'select $1::text' },
      },
    ]);
    const steps = await stepsOf(() =>
      inTransaction(
        database,
        async (transaction) => {
          await transaction.query({ name: 'one', text: 'select  1\n  as one', values: [] });
          await send(transaction, { text: 'select $1::int, $2::bytea', values: [1], bytes: [Buffer.from('bytes')] });
        },
        { team: '7' },
      ),
    );
    expect(steps.map(({ name, attributes }) => [name, attributes['db.query.text']])).toEqual([
      ['BEGIN', "begin; set local app.team = '…'"],
      ['SELECT one', 'select 1 as one'],
      ['SELECT', 'select $1::int, $2::bytea'],
      ['COMMIT', 'commit'],
    ]);
    expect(await stepsOf(() => database.pool.query('select 1/0').catch(() => undefined))).toMatchObject([
      { failed: true },
    ]);
    expect(JSON.stringify(steps)).not.toContain('bytes');
  });

  test('calls that wait for one connection keep their own statements', async () => {
    const database = opened();
    const calls = Array.from({ length: 20 }, (_, at) =>
      stepsOf(() =>
        at % 2 === 0
          ? database.pool.query(`select ${at}`)
          : inTransaction(database, (transaction) => transaction.query(`select ${at}`)),
      ),
    );
    const collected = await Promise.all(calls);
    // The one connection was released by the last of them: what it sends now is nobody's.
    await database.pool.query('select 1 as later');
    const client = await database.pool.connect();
    await client.query('select 2 as later');
    client.release();
    for (const [at, steps] of collected.entries()) {
      const own = steps.map(({ attributes }) => attributes['db.query.text']);
      expect(own).toEqual(at % 2 === 0 ? [`select ${at}`] : ['begin', `select ${at}`, 'commit']);
    }
  });
});
