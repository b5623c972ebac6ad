import { expect, test } from 'vitest';
import { limitLines } from './limit-lines.ts';

const verdict = (quota: number, remaining: number) => ({ allowed: true, quota, remaining, resetS: 7 });
const app = verdict(30, 29);
const team = verdict(500, 499);
const exchange = verdict(4, 3);
const address = verdict(1200, 1_001_007);

test.each([
  [{}, '', ''],
  [{ appVerdict: app }, '"app";q=30;w=60', '"app";r=29;t=7'],
  [{ addressVerdict: address }, '"ip";q=1200;w=60', '"ip";r=1001007;t=7'],
  [
    { appVerdict: app, addressVerdict: address },
    '"app";q=30;w=60, "ip";q=1200;w=60',
    '"app";r=29;t=7, "ip";r=1001007;t=7',
  ],
  [{ teamVerdict: team }, '"team";q=500;w=60', '"team";r=499;t=7'],
  [{ exchangeVerdict: exchange }, '"exchange";q=4;w=60', '"exchange";r=3;t=7'],
  [
    { addressVerdict: address, exchangeVerdict: exchange, teamVerdict: team, appVerdict: app },
    '"app";q=30;w=60, "team";q=500;w=60, "exchange";q=4;w=60, "ip";q=1200;w=60',
    '"app";r=29;t=7, "team";r=499;t=7, "exchange";r=3;t=7, "ip";r=1001007;t=7',
  ],
])('%j', (verdicts, policy, state) => {
  expect(limitLines(verdicts)).toBe(policy === '' ? '' : `RateLimit-Policy: ${policy}\r\nRateLimit: ${state}\r\n`);
});

test('the policies are those of the call, whatever those of the one before were', () => {
  const policyOf = (ofApp: number, ofAddress: number) =>
    limitLines({ appVerdict: verdict(ofApp, 0), addressVerdict: verdict(ofAddress, 0) }).split('\r\n')[0];
  const quotas = [
    [1, 2],
    [1, 2],
    [1, 3],
    [4, 3],
    [5, 6],
  ] as const;
  expect(quotas.map(([one, other]) => policyOf(one, other))).toEqual(
    quotas.map(([one, other]) => `RateLimit-Policy: "app";q=${one};w=60, "ip";q=${other};w=60`),
  );
});
