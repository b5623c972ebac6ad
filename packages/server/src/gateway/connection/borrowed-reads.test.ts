import { expect, test } from 'vitest';
import { acceptedConnection } from '../../testing/accepted-connection.ts';
import { readBorrowed } from './borrowed-reads.ts';

test('connections are read into one and the same memory, on every version of Node that is supported', async () => {
  const memories = new Set<ArrayBufferLike>();
  for (const text of ['one', 'two']) {
    const { accepted, caller, close } = await acceptedConnection();
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
  const { accepted, caller, close } = await acceptedConnection();
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
  const { accepted, caller, close } = await acceptedConnection();
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
  const { accepted, caller, close } = await acceptedConnection();
  const handle: object = Reflect.get(accepted, '_handle');
  Reflect.set(handle, 'useUserBuffer', undefined);
  const read = new Promise<Buffer>((resolve) =>
    readBorrowed(accepted, (memory, length) => resolve(memory.subarray(0, length))),
  );
  caller.write('text');
  expect((await read).toString()).toBe('text');
  close();
});
