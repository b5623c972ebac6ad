import { expect, test } from 'vitest';
import { baseUrlOf } from './gateway-client.ts';

test.each([
  ['https://gateway.example/', 'https://gateway.example'],
  ['https://gateway.example//', 'https://gateway.example'],
  ['gateway.example', 'https://gateway.example'],
  ['gateway.example:8443/behind/', 'https://gateway.example:8443/behind'],
  ['https://example.com/a/path', 'https://example.com/a/path'],
  ['localhost:4001', 'http://localhost:4001'],
  ['127.0.0.1:4001/', 'http://127.0.0.1:4001'],
  ['[::1]:4001', 'http://[::1]:4001'],
  [' http://localhost:4001\n', 'http://localhost:4001'],
])('%j is %s', (given, expected) => {
  expect(baseUrlOf(given)).toBe(expected);
});

test.each(['', 'ftp://gateway.example', 'https://me:pass@gateway.example', 'https://gateway.example/?a=1', '://'])(
  '%j is refused, and not repeated',
  (given) => {
    expect(() => baseUrlOf(given)).toThrow(/^The base URL takes/);
  },
);
