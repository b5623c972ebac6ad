import { Client, Query, type QueryConfig } from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { migratedPglite, openMigratedSession } from '../../../testing/embedded-template.ts';
import { SERVICE_ROLE_OPTION } from '../pool.ts';
import { connectTo } from './embedded-store.ts';
import { engineOver } from './engine.ts';
import { fatalError } from './frontend-messages.ts';
import { EmbeddedSession, type SessionOptions } from './session.ts';

const clients: Client[] = [];
/** The session that tests share: opening one takes longer than what most of them do with it. */
let shared: EmbeddedSession | undefined;
/** One that a test breaks, closes or opens in its own way. */
let session: EmbeddedSession | undefined;

async function share(): Promise<EmbeddedSession> {
  shared ??= await openMigratedSession();
  return shared;
}

async function open(options?: SessionOptions): Promise<EmbeddedSession> {
  session = await openMigratedSession(options);
  return session;
}

async function connect(to: EmbeddedSession, options = SERVICE_ROLE_OPTION): Promise<Client> {
  const client = new Client({ stream: () => connectTo(to), user: 'postgres', password: '', ssl: false, options });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

const breakOff = (client: Client) => Reflect.get(client, 'connection').stream.destroy();
const addTeam = (code: string) => `insert into team (code, name) values ('${code}', '${code}')`;
const teams = async (client: Client) =>
  (await client.query('select code from team order by id')).rows.map((row) => row.code);

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
  await session?.close();
  session = undefined;
  if (shared === undefined) return;
  const tidying = await connect(shared, '');
  await tidying.query('delete from team');
  await clients.pop()?.end();
});
afterAll(() => shared?.close());

describe('a disk that is full', () => {
  test('refuses changes, serves reads, and takes changes again once there is room', {
    tags: ['slow', 'long'],
  }, async () => {
    let isFull = false;
    const store = await open({ isDiskFull: () => isFull });
    const [one, two] = [await connect(store), await connect(store)];
    await one.query(addTeam('before'));
    isFull = true;
    await expect(one.query(addTeam('meanwhile'))).rejects.toMatchObject({ code: '25006' });
    await expect(two.query(addTeam('meanwhile'))).rejects.toMatchObject({ code: '25006' });
    expect(await teams(one)).toEqual(['before']);
    expect(await teams(two)).toEqual(['before']);
    isFull = false;
    await one.query(addTeam('after'));
    expect(await teams(two)).toEqual(['before', 'after']);
  });

  test('ends the transaction that would take the last of it, with nothing of it kept', { tags: 'slow' }, async () => {
    let isFull = false;
    const store = await open({ isDiskFull: () => isFull });
    const client = await connect(store);
    await client.query('begin');
    await client.query(addTeam('half'));
    isFull = true;
    await expect(client.query(addTeam('whole'))).rejects.toMatchObject({ code: '53100' });
    expect(await teams(await connect(store))).toEqual([]);
  });

  test('refuses statements for which there is too little room, and takes shorter ones', {
    tags: ['slow', 'long'],
  }, async () => {
    const store = await open({ isDiskFull: (bytes) => bytes > 100_000 });
    const client = await connect(store);
    const named = 'insert into team (code, name) values ($1, $2)';
    await expect(client.query(named, ['long', 'x'.repeat(200_000)])).rejects.toMatchObject({ code: '25006' });
    await client.query(named, ['short', 'x']);
    expect(await teams(client)).toEqual(['short']);
  });
});

describe('turns', () => {
  test("a client's statement waits until another's transaction has ended", { tags: ['slow', 'long'] }, async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    const order: string[] = [];
    await one.query('begin');
    const waiting = two.query(addTeam('two')).then(() => order.push('two'));
    for (const code of ['a', 'b', 'c']) await one.query(addTeam(code));
    await one.query('commit').then(() => order.push('one'));
    await waiting;
    expect(order).toEqual(['one', 'two']);
    expect(await teams(two)).toEqual(['a', 'b', 'c', 'two']);
  });

  test('a rollback undoes the own statements only', { tags: 'slow' }, async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    await one.query('begin');
    await one.query(addTeam('one'));
    const waiting = two.query(addTeam('two'));
    await one.query('rollback');
    await waiting;
    expect(await teams(one)).toEqual(['two']);
  });

  test('a client that breaks off inside a transaction is rolled back, and the next one is served', {
    tags: 'slow',
  }, async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    await one.query('begin');
    await one.query(addTeam('one'));
    const waiting = teams(two);
    breakOff(one);
    expect(await waiting).toEqual([]);
  });

  test('a client that is silent inside a transaction is cut off, told why, and rolled back', {
    tags: ['slow', 'long'],
  }, async () => {
    const store = await open({ idleInTransactionMs: 50 });
    const [one, two] = [await connect(store), await connect(store)];
    const reason = new Promise<Error>((resolve) => one.once('error', resolve));
    await one.query('begin');
    await one.query(addTeam('one'));
    expect(await teams(two)).toEqual([]);
    expect(await reason).toMatchObject({ code: '25P03', message: expect.stringContaining('rolled back') });
  });

  test('rows read in parts are not disturbed by a client that breaks off', async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    await two.query({ name: 'n', text: 'select 1' });
    // `rows` makes pg ask for so many at a time, with Flush in place of Sync.
    const reading = new Query({ text: 'select generate_series(1, 200) as n', rows: 2 } as QueryConfig);
    let count = 0;
    const read = new Promise((resolve, reject) => {
      reading.on('row', () => {
        if (++count === 10) breakOff(two);
      });
      reading.on('end', resolve);
      reading.on('error', reject);
    });
    one.query(reading);
    await read;
    expect(count).toBe(200);
  });
});

describe('what a connection leaves behind', () => {
  test('prepared statements of one name are different ones on two connections', async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    for (let round = 0; round < 2; round++) {
      expect((await one.query({ name: 'read', text: 'select 1 as n' })).rows).toEqual([{ n: 1 }]);
      expect((await two.query({ name: 'read', text: 'select $1::text as t', values: ['x'] })).rows).toEqual([
        { t: 'x' },
      ]);
    }
  });

  test('prepared statements go with their connection', async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    await one.query({ name: 'read', text: 'select 1' });
    await one.end();
    expect((await two.query('select name from pg_prepared_statements')).rows).toEqual([]);
  });

  test('neither role nor settings reach the next connection', async () => {
    const store = await share();
    const [owner, service] = [await connect(store, ''), await connect(store)];
    const who = "select current_user as role, current_setting('work_mem') as memory";
    const { rows: untouched } = await service.query(who);
    expect(untouched[0].role).toBe('openhouse_service');
    await owner.query("set work_mem = '1MB'");
    expect((await owner.query(who)).rows).toEqual([{ role: 'postgres', memory: '1MB' }]);
    expect((await service.query(who)).rows).toEqual(untouched);
  });

  test('nothing of a message cut in the middle', async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    Reflect.get(one, 'connection').stream.write(Buffer.from([0x51, 0, 0, 0, 99, 0x64]));
    breakOff(one);
    expect(await teams(two)).toEqual([]);
  });
});

describe('what must not end the store', () => {
  test('COPY … FROM STDIN is refused with the remedy, inside a transaction too', async () => {
    const client = await connect(await share(), '');
    await expect(client.query('copy team from stdin')).rejects.toThrow('unnest');
    await expect(client.query({ text: 'COPY team (code)\nFROM STDIN', values: [] })).rejects.toThrow('unnest');
    await client.query('begin');
    await expect(client.query('copy team from stdin')).rejects.toThrow('unnest');
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect(await teams(client)).toEqual([]);
  });

  test('a client that says goodbye', async () => {
    const store = await share();
    const [one, two] = [await connect(store), await connect(store)];
    await one.end();
    expect(await teams(two)).toEqual([]);
  });

  test('a statement at which the engine dies: clients are told, and the store starts again with what was committed', {
    tags: ['slow', 'long'],
  }, async () => {
    const pglite = await migratedPglite();
    let opened = 0;
    session = await EmbeddedSession.open(async () => {
      opened++;
      const engine = engineOver(pglite);
      return {
        ...engine,
        execute: (messages) => {
          if (Buffer.from(messages).includes('select deadly')) throw new Error('ExitStatus');
          return engine.execute(messages);
        },
      };
    });
    const [one, two] = [await connect(session), await connect(session)];
    await one.query(addTeam('kept'));
    const told = new Promise((resolve) => two.once('error', resolve));
    await expect(one.query('select deadly')).rejects.toThrow('starting again');
    expect(await told).toMatchObject({ code: '57P02' });
    expect(await teams(await connect(session))).toEqual(['kept']);
    expect(opened).toBe(2);
  });

  test('a statement at which the disk is full: the engine is left behind, and one comes up once there is room', {
    tags: ['slow', 'long'],
  }, async () => {
    const pglite = await migratedPglite();
    let [opened, isFull] = [0, false];
    const full = fatalError('53100', 'could not write to file "pg_wal/xlogtemp.42": No space left on device');
    session = await EmbeddedSession.open(
      async () => {
        opened++;
        const engine = engineOver(pglite);
        return {
          ...engine,
          execute: (messages) => {
            if (!Buffer.from(messages).includes('select deadly')) return engine.execute(messages);
            isFull = true;
            return full;
          },
        };
      },
      { isDiskFull: () => isFull },
    );
    const one = await connect(session);
    await one.query(addTeam('kept'));
    await expect(one.query('select deadly')).rejects.toMatchObject({ code: '53100' });
    await expect(connect(session)).rejects.toMatchObject({ code: '53100' });
    expect(opened).toBe(1);
    isFull = false;
    await expect.poll(() => opened).toBe(2);
    expect(await teams(await connect(session))).toEqual(['kept']);
  });

  test('megabytes in one parameter, and back', { tags: ['slow', 'long'] }, async () => {
    const client = await connect(await share());
    const bytes = Buffer.alloc(5_000_000, 'tour');
    const { rows } = await client.query('select $1::bytea as bytes', [bytes]);
    expect(bytes.equals(rows[0].bytes)).toBe(true);
  });
});

test('a closed store says so', { tags: ['slow', 'long'] }, async () => {
  const store = await open();
  await store.close();
  await expect(connect(store)).rejects.toThrow('closed');
});
