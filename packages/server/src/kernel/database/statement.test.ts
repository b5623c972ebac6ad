import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { send } from './statement.ts';

eachStore('A statement with bytes', (store) => {
  const sum = { name: 'sum', text: 'select $1::text as label, md5($2::bytea) as sum, length($2) as size' };
  const connected = async <T>(run: (client: PoolClient) => Promise<T>) => {
    const client = await store.database.pool.connect();
    return run(client).finally(() => client.release());
  };
  const rowOf = (label: string, bytes: readonly Uint8Array[]) =>
    connected(async (client) => (await send(client, { ...sum, values: [label], bytes })).rows[0]);
  const megabytes = (count: number, first: number) => Buffer.alloc(count * 1024 * 1024, Buffer.from([first, 0, 255]));

  test.each([
    ['none', [], 'd41d8cd98f00b204e9800998ecf8427e', 0],
    ['an empty one', [Buffer.alloc(0)], 'd41d8cd98f00b204e9800998ecf8427e', 0],
    ['one', [Buffer.from('abc')], '900150983cd24fb0d6963f7d28e17f72', 3],
    ['several', [Buffer.from('a'), Buffer.alloc(0), Buffer.from('bc')], '900150983cd24fb0d6963f7d28e17f72', 3],
  ])('gives the store the pieces one behind the other: %s', async (label, pieces, md5, size) => {
    expect(await rowOf(label, pieces)).toEqual({ label, sum: md5, size });
  });

  test('carries more pieces, and more bytes, than go into one write', { tags: 'slow' }, async () => {
    const small = Array.from({ length: 3000 }, (_, index) => Buffer.from(`${index},`));
    const large = [megabytes(7, 1), megabytes(5, 2)];
    const expected = (pieces: Buffer[]) => createHash('md5').update(Buffer.concat(pieces)).digest('hex');
    expect(await rowOf('small', small)).toMatchObject({ sum: expected(small) });
    expect(await rowOf('large', large)).toMatchObject({ sum: expected(large), size: 12 * 1024 * 1024 });
  });

  test('is answered in turn with those around it', async () => {
    const answers = await connected((client) =>
      Promise.all([
        client.query('select 1 as n'),
        send(client, { text: 'select length($1::bytea) as n', values: [], bytes: [megabytes(3, 0)] }),
        send(client, { text: 'select $1::int as n', values: [3] }),
      ]),
    );
    expect(answers.map(({ rows }) => rows[0].n)).toEqual([1, 3 * 1024 * 1024, 3]);
  });

  test('that the store refuses fails alone: the connection is good for the next', async () => {
    const [refused, next] = await connected((client) =>
      Promise.allSettled([
        send(client, { text: 'select 1 / length($1::bytea)', values: [], bytes: [] }),
        send(client, { ...sum, values: ['next'], bytes: [Buffer.from('abc')] }),
      ]),
    );
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(next).toMatchObject({ value: { rows: [{ label: 'next', size: 3 }] } });
  });
});
