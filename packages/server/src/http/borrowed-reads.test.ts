import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../listen.ts';
import { readBorrowed } from './borrowed-reads.ts';

/** Both ends of a connection. */
async function connection(): Promise<{ accepted: Socket; caller: Socket; close: () => void }> {
  const server = createServer({ allowHalfOpen: true });
  const port = await listen(server, 0, '127.0.0.1');
  const accepted = new Promise<Socket>((resolve) => server.on('connection', resolve));
  const caller = connect(port, '127.0.0.1');
  const ours = await accepted;
  const close = () => {
    caller.destroy();
    ours.destroy();
    server.close();
  };
  return { accepted: ours, caller, close };
}

test('connections are read into one and the same memory, on every version of Node that is supported', async () => {
  const memories = new Set<ArrayBufferLike>();
  for (const text of ['one', 'two']) {
    const { accepted, caller, close } = await connection();
    const read = new Promise<Buffer>((resolve) =>
      readBorrowed(accepted, (memory, length) => resolve(memory.subarray(0, length))),
    );
    caller.write(text);
    const bytes = await read;
    expect(bytes.toString()).toBe(text);
    memories.add(bytes.buffer);
    close();
  }
  expect(memories.size).toBe(1);
});

test('what comes is told piece by piece, with pauses, to the end', async () => {
  const { accepted, caller, close } = await connection();
  let text = '';
  readBorrowed(accepted, (memory, length) => {
    text += memory.toString('latin1', 0, length);
    accepted.pause();
    setImmediate(() => accepted.resume());
  });
  const ended = new Promise((resolve) => accepted.on('end', resolve));
  const sent = 'abcdefghij'.repeat(100_000);
  caller.end(sent);
  await ended;
  expect(text).toBe(sent);
  close();
});

test('nothing is told once it has ended', async () => {
  const { accepted, caller, close } = await connection();
  let told = 0;
  const stop = readBorrowed(accepted, () => {
    told += 1;
  });
  stop();
  const ended = new Promise((resolve) => accepted.on('end', resolve));
  caller.end('late');
  await ended;
  expect(told).toBe(0);
  close();
});

test('where Node does not offer it, the bytes come all the same', async () => {
  const { accepted, caller, close } = await connection();
  const handle: object = Reflect.get(accepted, '_handle');
  Reflect.set(handle, 'useUserBuffer', undefined);
  const read = new Promise<Buffer>((resolve) =>
    readBorrowed(accepted, (memory, length) => resolve(memory.subarray(0, length))),
  );
  caller.write('text');
  expect((await read).toString()).toBe('text');
  close();
});
