import { expect, test } from 'vitest';
import { portalOrigin } from './remote-portal.ts';

test.each([
  ['https://portal.example.com/', 'https://portal.example.com'],
  ['portal.example.com', 'https://portal.example.com'],
  ['localhost:4000', 'http://localhost:4000'],
  [' 127.0.0.1:4000\n', 'http://127.0.0.1:4000'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['4000', 'http://localhost:4000'],
])('%j is the portal %s', (given, origin) => expect(portalOrigin(given)).toBe(origin));

test.each([
  'http://portal.example.com',
  'https://me:hunter2@portal.example.com',
  'https://portal.example.com/apps',
  'https://portal.example.com/?team=a',
  'ftp://portal.example.com',
  '',
])('%j is refused, and not repeated', (given) =>
  expect(() => portalOrigin(given)).toThrow(/^The address of a portal is https:\/\/host, or/),
);
