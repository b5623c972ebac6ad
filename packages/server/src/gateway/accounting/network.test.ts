import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001::5:6:7:8:9:a', '2001:0:5::/48'],
  ['::1', '0:0:0::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0::/48'],
  ['64:ff9b::ffff:203.0.113.77', '64:ff9b:0::/48'],
  // What is spelled like an IPv4 address is two groups, so that :: stands for one.
  ['1::3:4:5:6:203.0.113.77', '1:0:3::/48'],
  ['', ''],
  ['unknown', ''],
  ['203.0.113.77, 10.0.0.1', ''],
])('of %j is kept %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
