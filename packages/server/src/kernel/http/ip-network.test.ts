import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInside, networkOf } from './ip-network.ts';

const read = (...texts: string[]) => texts.flatMap((text) => networkOf(text) ?? []);

describe('a network as people write it', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    [' 203.0.113.7/24 ', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::7', '2001:db8::7/128'],
    ['2001:db8:0:0:8::/64', '2001:db8::/64'],
    ['::/0', '::/0'],
  ])('%s is %s', (text, canonical) => {
    expect(networkOf(text)?.text).toBe(canonical);
    // Read again, it is the same.
    expect(networkOf(canonical)?.text).toBe(canonical);
  });

  test.each([
    '',
    '203.0.113.0/33',
    '2001:db8::/129',
    '203.0.113/24',
    '203.0.113.0/',
    '203.0.113.0/24/8',
    '203.0.113.0-203.0.113.9',
    '0x7f.1/8',
    '0177.0.0.1',
    '::ffff:203.0.113.0/120',
    '0:0:0:0:0:FFFF:203.0.113.7',
    '::0:ffff:cb00:7107/128',
    '[2001:db8::]/32',
    '203.0.113.7:80',
    'loft.example',
    '203.0.113.*',
    '/24',
    'fe80::1%eth0/64',
    '203.0.113.0/+8',
  ])('%j is none', (text) => {
    expect(networkOf(text)).toBeUndefined();
  });
});

describe('an address', () => {
  test.each([
    ['203.0.113.255', ['203.0.113.0/24'], true],
    ['203.0.114.0', ['203.0.113.0/24'], false],
    ['203.0.113.7', ['2001:db8::/32', '203.0.113.7'], true],
    ['2001:db8:ffff::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    // One family says nothing of the other.
    ['203.0.113.7', ['::/0'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
  ] as const)('%s in %j: %s', (address, networks, inside) => {
    expect(isInside(read(...networks), address)).toBe(inside);
  });

  test('is inside exactly when it agrees in the bits of the prefix', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), fc.integer({ min: 0, max: 32 }), (one, other, bits) => {
        const dotted = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');
        const same = bits === 0 || one >>> (32 - bits) === other >>> (32 - bits);
        expect(isInside(read(`${dotted(one)}/${bits}`), dotted(other))).toBe(same);
      }),
    );
  });
});
