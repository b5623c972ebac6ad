import fc from 'fast-check';
import { serialize } from 'pg-protocol';
import { expect, test } from 'vitest';
import { FrontendMessages, isEncryptionRequest, startupParameters } from './frontend-messages.ts';

const SSL_REQUEST = serialize.requestSsl();
const packet = serialize.startup({ user: 'postgres', options: '-c role=openhouse_service' });

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, i) => bytes.subarray(start, ends[i] ?? bytes.length));
}

test('gives the same messages however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (texts, places) => {
      const sent = [SSL_REQUEST, packet, ...texts.map(serialize.query), serialize.sync()];
      const messages = new FrontendMessages();
      const received = cut(Buffer.concat(sent), places).flatMap((chunk) =>
        // Copied, as a socket may use its buffer again.
        messages.push(Buffer.from(chunk)),
      );
      expect(received.map(({ bytes }) => bytes)).toEqual(sent);
      expect(received.map(({ type }) => type)).toEqual(['', '', ...texts.map(() => 'Q'), 'S']);
    }),
  );
});

test('waits for the rest of a message', () => {
  const messages = new FrontendMessages();
  messages.push(packet);
  expect(messages.push(serialize.query('select 1').subarray(0, 9))).toEqual([]);
  expect(messages.push(serialize.query('select 1').subarray(9))).toHaveLength(1);
});

test('a length that is too small cannot stop it from going on', () => {
  const messages = new FrontendMessages();
  expect(messages.push(Buffer.alloc(12)).length).toBeGreaterThan(0);
});

test('reads the parameters of a startup packet, and of nothing else', () => {
  expect(startupParameters(packet)?.get('options')).toBe('-c role=openhouse_service');
  expect(startupParameters(SSL_REQUEST)).toBeUndefined();
  expect(isEncryptionRequest(SSL_REQUEST)).toBe(true);
  expect(isEncryptionRequest(packet)).toBe(false);
});
