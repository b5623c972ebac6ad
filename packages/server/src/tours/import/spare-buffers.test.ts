import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SpareBuffers } from './spare-buffers.ts';

const pieces = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const textOf = async (joined: Buffer): Promise<string> => joined.toString();

test('Pieces come one behind the other, whatever a buffer held before', async () => {
  const buffers = new SpareBuffers();
  expect(await buffers.withJoined(pieces('longer', ' than', ' the next'), textOf)).toBe('longer than the next');
  expect(await buffers.withJoined(pieces('a', '', 'b'), textOf)).toBe('ab');
  expect(await buffers.withJoined(pieces('longer than both of them together'), textOf)).toBe(
    'longer than both of them together',
  );
  expect(await buffers.withJoined([], textOf)).toBe('');
});

test('A buffer is not used again before whoever has it is done', async () => {
  const buffers = new SpareBuffers();
  const turns = [1, 2];
  const read = async (joined: Buffer) => {
    while (turns.length > 0) {
      turns.pop();
      await nextTurn();
    }
    return joined.toString();
  };
  const first = buffers.withJoined(pieces('first'), read);
  const second = buffers.withJoined(pieces('later'), read);
  expect(await Promise.all([first, second])).toEqual(['first', 'later']);
});

test('A buffer is used again once whoever had it is done, or has failed', async () => {
  const buffers = new SpareBuffers();
  const memory: ArrayBufferLike[] = [];
  const keep = async (joined: Buffer) => memory.push(joined.buffer);
  await buffers.withJoined(pieces('first'), keep);
  const failure = new Error('the statement failed');
  await expect(buffers.withJoined(pieces('2nd'), () => Promise.reject(failure))).rejects.toBe(failure);
  await buffers.withJoined(pieces('third'), keep);
  expect(memory[1]).toBe(memory[0]);
});
