import { describe, expect, test } from 'vitest';
import { clientAddress, type ForwardingHeader } from './client-address.ts';
import { countedAddress } from './ip-address.ts';

const CONNECTION = '198.51.100.9';
const from = (headers: Record<string, string>, hops = 1, header: ForwardingHeader = 'either') =>
  clientAddress({ headers, remoteAddress: CONNECTION }, { hops, header });

/** The same caller, as proxies write it. */
const spellings = {
  v4: [
    '203.0.113.7',
    ' 203.0.113.7 ',
    '203.0.113.7:443',
    '203.0.113.7:65535',
    '"203.0.113.7:80"',
    '[203.0.113.7]:80',
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
    '[::ffff:203.0.113.7]',
    '[::ffff:203.0.113.7]:8080',
    '::ffff:203.0.113.7%eth0',
  ],
  v6: [
    '2001:db8::7',
    '2001:DB8::7',
    '2001:0db8:0000:0000:0000:0000:0000:0007',
    '2001:db8:0:0:0:0:0:7',
    '2001:db8::0:7',
    '2001:db8::0.0.0.7',
    '[2001:db8::7]',
    '[2001:db8::7]:443',
    '2001:db8::7%eth0',
    '[2001:db8::7%25eth0]:443',
    '"[2001:db8::7]:443"',
    '"[2001:db8::7]"',
  ],
};

describe('an address has one spelling', () => {
  test.each(spellings.v4)('%j', (text) => {
    expect(from({ 'x-forwarded-for': text })).toBe('203.0.113.7');
    expect(clientAddress({ headers: {}, remoteAddress: '::ffff:203.0.113.7' }, { hops: 0, header: 'either' })).toBe(
      '203.0.113.7',
    );
  });
  test.each(spellings.v6)('%j', (text) => expect(from({ 'x-forwarded-for': text })).toBe('2001:db8::7'));
});

test.each([
  '',
  ' ',
  'unknown',
  '_hidden',
  '<script>alert(1)</script>',
  'x'.repeat(6000),
  `203.0.113.7${' '.repeat(6000)}`,
  '203.0.113',
  '203.0.113.256',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '203.0.113.7:port',
  '[203.0.113.7',
  '2001:db8::7::1',
  'localhost',
  '203.0.113.7 evil',
])('what is no address is the connection’s: %j', (text) => {
  expect(from({ 'x-forwarded-for': text })).toBe(CONNECTION);
});

describe('Forwarded', () => {
  test.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="203.0.113.7:4711";proto=https;by=203.0.113.43', '203.0.113.7'],
    ['proto=https; for = "[2001:db8::7]:4711"', '2001:db8::7'],
    ['for=192.0.2.1, for=203.0.113.7', '203.0.113.7'],
    ['for="192.0.2.1, for=198.51.100.1", for=203.0.113.7;host="a,b;for=1.1.1.1"', '203.0.113.7'],
    ['for="203.0.113.7:_gazonk"', '203.0.113.7'],
    ['for=unknown', CONNECTION],
    ['for="_SEVKISEK"', CONNECTION],
    ['for=203.0.113.7, proto=https', CONNECTION],
    ['host=for=203.0.113.7', CONNECTION],
    ['for="203.0.113.7', CONNECTION],
    // The last entry is our proxy's; the caller's own, before it, leaves a quote open.
    ['for=198.51.100.9;x=", for="[2001:db8::7]"', CONNECTION],
    ['for=198.51.100.9;x=", for="203.0.113.7:4711";proto=https;host="homes.example:443"', CONNECTION],
    ['for=198.51.100.9;x=", for=203.0.113.7;host="homes.example:443"', CONNECTION],
    ['for=198.51.100.9;x="\\", for="203.0.113.7:4711"', CONNECTION],
    ['for=198.51.100.9;x="\\\\", for="203.0.113.7:4711"', '203.0.113.7'],
    ['for=198.51.100.9;x="\\\\"", for="203.0.113.7:4711"', CONNECTION],
    ['x"for=198.51.100.9", for="203.0.113.7:4711"', CONNECTION],
    ['for="203.0.113.7:4711" ; proto=https', '203.0.113.7'],
    ['for=203.0.113.7;for=192.0.2.1', CONNECTION],
    ['for=203.0.113.7;proto=https;For="192.0.2.1"', CONNECTION],
    ['for=192.0.2.1;for=192.0.2.2, for=203.0.113.7', '203.0.113.7'],
  ])('%s', (forwarded, address) => expect(from({ forwarded })).toBe(address));

  test('the header that our proxies write is the one that is believed', () => {
    const both = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=203.0.113.7' };
    expect(from(both)).toBe('192.0.2.1');
    expect(from(both, 1, 'x-forwarded-for')).toBe('192.0.2.1');
    expect(from(both, 1, 'forwarded')).toBe('203.0.113.7');
    expect(from({ forwarded: 'for=203.0.113.7' }, 1, 'x-forwarded-for')).toBe(CONNECTION);
  });
});

test('entries are believed from the right, as many as there are proxies, and none without', () => {
  const chain = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2, 192.0.2.3' };
  expect([0, 1, 2, 3, 4].map((hops) => from(chain, hops))).toEqual([
    CONNECTION,
    '192.0.2.3',
    '192.0.2.2',
    '192.0.2.1',
    CONNECTION,
  ]);
});

const many = Array.from({ length: 1000 }, (_, at) => `192.0.2.${at % 256}`);
test.each<[string, string, string]>([
  ['entries of a caller who lies', '1.1.1.1, 192.0.2.1, 203.0.113.7, 198.51.100.1', '203.0.113.7'],
  ['a thousand entries', [...many, '203.0.113.7', '198.51.100.1'].join(','), '203.0.113.7'],
  ['header lines that were joined', '1.1.1.1, 203.0.113.7,198.51.100.1', '203.0.113.7'],
  ['blanks and tabs', '1.1.1.1 ,\t203.0.113.7\t, 198.51.100.1 ', '203.0.113.7'],
  ['a zone and a port', '[2001:db8::7%25eth0]:443, [2001:db8::1]:80', '2001:db8::7'],
  ['empty entries of the caller', ', , ,203.0.113.7,198.51.100.1', '203.0.113.7'],
  ['an entry that the nearer proxy left empty', '1.1.1.1, 203.0.113.7, ', '203.0.113.7'],
  ['an entry that the farther proxy left empty', '1.1.1.1, , 198.51.100.1', CONNECTION],
  ['nothing but commas', ',,,', CONNECTION],
  ['one entry too few', '203.0.113.7', CONNECTION],
  ['a blank for a comma', '203.0.113.7 198.51.100.1', CONNECTION],
])('behind two proxies the second entry from the right is the caller: %s', (_, text, address) => {
  expect(from({ 'x-forwarded-for': text }, 2)).toBe(address);
});

test('an IPv6 caller is counted by its network, an IPv4 caller by its address', () => {
  const ofOne64 = Array.from({ length: 64 }, (_, n) => countedAddress(`2001:db8:0:5:${n.toString(16)}::${n}`, 64));
  expect(new Set(ofOne64)).toEqual(new Set(['2001:db8:0:5::/64']));
  expect(countedAddress('2001:db8:0:5::1', 128)).not.toBe(countedAddress('2001:db8:0:5::2', 128));
  expect(countedAddress('2001:db8:ffff:ffff::1', 36)).toBe('2001:db8:f000::/36');
  expect(countedAddress('203.0.113.7', 64)).toBe('203.0.113.7');
  expect(countedAddress('unknown', 64)).toBe('unknown');
});
