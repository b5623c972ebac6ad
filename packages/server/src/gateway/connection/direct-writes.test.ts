import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import { type AcceptedConnection, acceptedConnection } from '../../testing/accepted-connection.ts';

/** More than the system takes of a connection whose other end does not read. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'abcdefghij');

let writeDirectly: typeof import('./direct-writes.ts')['writeDirectly'];

// The module keeps what it learned of Node: each test begins without that.
beforeEach(async () => {
  vi.resetModules();
  ({ writeDirectly } = await import('./direct-writes.ts'));
});

const never = () => expect.fail('called, although the write had returned that all was taken');

/** The ways to write: past the stream, and through it where Node's handle differs. */
const ways = [
  {
    way: 'past the stream',
    prepare: ({ accepted }: AcceptedConnection) => writeDirectly(accepted, Buffer.from('first '), never),
  },
  {
    way: 'through the stream, where Node offers nothing else',
    prepare({ accepted }: AcceptedConnection) {
      Object.defineProperty(Reflect.get(accepted, '_handle'), 'writeQueueSize', { value: undefined });
      return writeDirectly(accepted, Buffer.from('first '), never);
    },
  },
];

test('after the first write of a process nothing goes through the stream, on every version of Node that is supported', async () => {
  const { accepted, caller, close } = await acceptedConnection();
  writeDirectly(accepted, Buffer.from('one '), never);
  accepted.write = () => expect.fail('the stream was used');
  for (const text of ['two ', 'three']) expect(writeDirectly(accepted, Buffer.from(text), never)).toBe(true);
  accepted.end();
  expect((await buffer(caller)).toString()).toBe('one two three');
  close();
});

test.each(ways)('$way: memory may be reused at once when the system took its bytes', async ({ prepare }) => {
  const connection = await acceptedConnection();
  const { accepted, caller, close } = connection;
  expect(prepare(connection)).toBe(true);
  const memory = Buffer.from('second');
  expect(writeDirectly(accepted, memory, never)).toBe(true);
  memory.fill('x');
  accepted.end();
  expect((await buffer(caller)).toString()).toBe('first second');
  close();
});

test.each(ways)(
  '$way: the write of a slow reader is reported once, when all of its bytes are taken',
  async ({ prepare }) => {
    const connection = await acceptedConnection();
    const { accepted, caller, close } = connection;
    prepare(connection);
    let told = 0;
    const taken = new Promise<void>((resolve) => {
      const isTaken = writeDirectly(accepted, LARGE, () => {
        told += 1;
        resolve();
      });
      expect(isTaken).toBe(false);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toBe(0);
    const read = buffer(caller);
    await taken;
    writeDirectly(accepted, Buffer.from(' last'), () => {});
    accepted.end();
    const bytes = await read;
    expect(bytes.equals(Buffer.concat([Buffer.from('first '), LARGE, Buffer.from(' last')]))).toBe(true);
    expect(told).toBe(1);
    close();
  },
);

test.each(ways)(
  '$way: a write whose caller goes away is not reported, and the connection closes',
  async ({ prepare }) => {
    const connection = await acceptedConnection();
    const { accepted, caller, close } = connection;
    prepare(connection);
    accepted.on('error', () => accepted.destroy());
    let told = 0;
    const isTaken = writeDirectly(accepted, LARGE, () => {
      told += 1;
    });
    expect(isTaken).toBe(false);
    const closed = new Promise((resolve) => accepted.on('close', resolve));
    caller.resetAndDestroy();
    await closed;
    expect(told).toBe(0);
    // Nobody receives this, and nothing breaks.
    expect(writeDirectly(accepted, Buffer.from('late'), never)).toBe(true);
    close();
  },
);

test('what waits in the stream goes first', async () => {
  const { accepted, caller, close } = await acceptedConnection();
  writeDirectly(accepted, Buffer.from('first '), never);
  accepted.write(LARGE);
  expect(accepted.writableLength).toBeGreaterThan(0);
  const taken = new Promise<void>((resolve) => {
    expect(writeDirectly(accepted, Buffer.from(' last'), resolve)).toBe(false);
  });
  const read = buffer(caller);
  await taken;
  accepted.end();
  expect((await read).equals(Buffer.concat([Buffer.from('first '), LARGE, Buffer.from(' last')]))).toBe(true);
  close();
});

test('a write that waits keeps its bytes and its connection while others are written', { tags: 'slow' }, async () => {
  const slow = await acceptedConnection();
  const quick = await acceptedConnection();
  writeDirectly(slow.accepted, Buffer.from(''), never);
  const taken = [slow, slow].map(
    ({ accepted }) =>
      new Promise<void>((resolve) => {
        expect(writeDirectly(accepted, Buffer.from(LARGE), resolve)).toBe(false);
      }),
  );
  for (let count = 0; count < 100; count += 1)
    expect(writeDirectly(quick.accepted, Buffer.from('.'), never)).toBe(true);
  quick.accepted.end();
  expect((await buffer(quick.caller)).toString()).toBe('.'.repeat(100));
  const read = buffer(slow.caller);
  await Promise.all(taken);
  slow.accepted.end();
  expect((await read).equals(Buffer.concat([LARGE, LARGE]))).toBe(true);
  slow.close();
  quick.close();
});
