import { expect, test } from 'vitest';
import { LAST_BUCKET } from '../../apps/cost-buckets.ts';
import type { CountedCall } from './call-record.ts';
import { counting } from './counts.ts';
import { recentCalls } from './recent-calls.ts';

let made = 0;
const call = (others: Partial<CountedCall>): CountedCall => {
  made += 1;
  return {
    requestId: `request-${made}`,
    traceId: '',
    appKey: undefined,
    secretVersion: undefined,
    operation: 'vr-info',
    status: 'err_access_token_missing',
    address: '192.0.2.1',
    refusal: undefined,
    ...others,
  };
};

test('a flood of refused calls of one address leaves room for the others', () => {
  const calls = recentCalls();
  for (let index = 0; index < 50_000; index += 1) calls.add(call({}), 1, index);
  calls.add(call({ address: '192.0.2.2', requestId: 'the one' }), 1, 1);
  const { unknown, ofApps } = calls.take();
  expect(unknown.length).toBe(21);
  expect(unknown.at(-1)?.requestId).toBe('the one');
  expect(ofApps).toEqual([]);
});

test('a flood of refused calls of as many addresses stays within the bound', () => {
  const calls = recentCalls();
  for (let index = 0; index < 50_000; index += 1) calls.add(call({ address: `address ${index}` }), 1, index);
  expect(calls.take().unknown.length).toBe(1000);
  expect(calls.take().unknown).toEqual([]);
});

test('of a flood of one app the newest are kept, and wrong secrets do not write over anything else', () => {
  const calls = recentCalls();
  const appKey = 'app';
  for (let index = 0; index < 1000; index += 1) calls.add(call({ appKey, status: 'success' }), 1, index);
  for (let index = 0; index < 1000; index += 1) calls.add(call({ appKey, status: 'err_rate_limited' }), 1, index);
  for (let index = 1000; index < 2000; index += 1) {
    calls.add(call({ appKey, status: 'err_app_credentials_invalid' }), 1, index);
  }
  const times = (ring: number) => kept.filter((one) => one.ring === ring).map(({ call: { atMs } }) => atMs);
  const kept = calls.take().ofApps;
  expect([times(0).length, times(1).length, times(2).length]).toEqual([50, 200, 20]);
  expect([Math.min(...times(0)), Math.min(...times(1)), Math.min(...times(2))]).toEqual([950, 800, 1980]);
});

test('a flood of one app leaves room for the others', () => {
  const calls = recentCalls();
  for (let index = 0; index < 50_000; index += 1) calls.add(call({ appKey: 'flood', status: 'success' }), 1, index);
  calls.add(call({ appKey: 'other', status: 'success' }), 1, 1);
  expect(calls.take().ofApps.filter(({ appKey }) => appKey === 'other')).toHaveLength(1);
});

test('a flood over many apps stays within the bound', () => {
  const calls = recentCalls();
  for (let index = 0; index < 50_000; index += 1) {
    calls.add(call({ appKey: `app ${index % 2000}`, status: 'success' }), 1, index);
  }
  expect(calls.take().ofApps.length).toBe(5000);
});

test('a call that takes longer than any bucket is counted in the last', () => {
  const counts = counting();
  counts.add({ appKey: 'app', version: 1, operation: 'vr-info', status: 'success' }, 3_600_000, 0);
  expect(counts.take().costs).toMatchObject([{ bucket: LAST_BUCKET, count: 1 }]);
});

test('counters stay within their bound, and those that are known go on counting', { tags: 'slow' }, () => {
  const counts = counting();
  const use = (appKey: string) => ({ appKey, version: 1, operation: 'vr-info', status: 'success' });
  for (let index = 0; index < 150_000; index += 1) counts.add(use(`app ${index}`), 1, 0);
  counts.add(use('app 0'), 1, 0);
  counts.add(use('app 149999'), 1, 0);
  const { uses, costs } = counts.take();
  expect([uses.length, costs.length]).toEqual([100_000, 20_000]);
  expect([uses[0], uses.find(({ appKey }) => appKey === 'app 149999')]).toEqual([
    { ...use('app 0'), minuteMs: 0, count: 2 },
    undefined,
  ]);
});
