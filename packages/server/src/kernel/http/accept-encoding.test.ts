import { expect, test } from 'vitest';
import { gzipJudge } from './accept-encoding.ts';

const wantsGzip = gzipJudge();

test.each([
  'gzip',
  'gzip, deflate, br, zstd',
  'GZIP;q=1.0',
  'x-gzip',
  'br;q=1, gzip;q=0.2',
  '*',
  'identity;q=0.5, gzip',
  'gzip;q=0.5, *;q=0',
  ' gzip ; q=0.001 ',
])('gzip for %j', (header) => {
  expect(wantsGzip(header)).toBe(true);
});

test.each([
  undefined,
  '',
  'identity',
  'br',
  'gzip;q=0',
  'gzip;q=0, *',
  '*;q=0',
  'identity, gzip;q=0.5',
  'deflate',
  'gzipped',
  'gzip;q=nonsense',
  'gzip;q=2',
])('identity for %j', (header) => {
  expect(wantsGzip(header)).toBe(false);
});
