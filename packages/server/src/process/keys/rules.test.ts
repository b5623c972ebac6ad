import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyRing } from '../../config/variables.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { shownKey } from '../../kernel/keys/key-ring.ts';
import { KeyRefused } from './key-refused.ts';
import { keyOf, ringText, withFirst, withNewKey, withoutKey } from './rules.ts';

const ringOf = (...ids: number[]): KeyRing => ids.map((id) => ({ id, key: randomBytes(32) }));
const numbers = (ring: KeyRing) => ring.map(({ id }) => id);

describe('a key ring', () => {
  test.each([
    [[1], 2, [1, 2]],
    [[2, 1], 3, [2, 3, 1]],
    [[255, 1, 2], 3, [255, 3, 1, 2]],
    [[], 1, [1]],
  ])('%j gets key %i behind the first', (ids, added, after) => {
    const made = withNewKey('LINK_KEYS', ringOf(...ids), randomBytes(32));
    expect([made.added.id, numbers(made.ring)]).toEqual([added, after]);
  });

  test('with every number taken gets none', () => {
    const full = ringOf(...Array.from({ length: 255 }, (_, index) => index + 1));
    expect(() => withNewKey('LINK_KEYS', full, randomBytes(32))).toThrow('LINK_KEYS has 255 keys');
  });

  test('does not lose the key that makes what is new', () => {
    const ring = ringOf(2, 1);
    expect(() => withoutKey('LINK_KEYS', ring, keyOf('LINK_KEYS', ring, 2))).toThrow('openhouse keys use LINK_KEYS 1');
    const last = ringOf(7);
    expect(() => withoutKey('LINK_KEYS', last, keyOf('LINK_KEYS', last, 7))).toThrow('openhouse keys add LINK_KEYS');
  });

  test('says which keys it has when another is named', () => {
    expect(() => keyOf('LINK_KEYS', ringOf(2, 1), 3)).toThrow(
      new KeyRefused('NO_SUCH_KEY', 'LINK_KEYS has no key 3; it has 2, 1.'),
    );
  });

  test('shows a key by its number and a fingerprint, which differ from key to key and hold nothing of it', () => {
    const [one, other] = [ringOf(1), ringOf(1)].flat();
    if (one === undefined || other === undefined) throw new Error('two keys');
    expect(shownKey(one)).toMatch(/^1:[\w-]{8}$/);
    expect([shownKey(one) === shownKey({ ...one }), shownKey(one) === shownKey(other)]).toEqual([true, false]);
    expect(one.key.toString('base64url')).not.toContain(shownKey(one).slice(2));
  });

  test('whatever is done to it, in any order, is read again as it was, has each number once, and never becomes empty', () => {
    const step = fc.record({ kind: fc.constantFrom('add', 'use', 'retire'), at: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let ring = ringOf(1);
        for (const { kind, at } of steps) {
          const key = ring[at % ring.length];
          if (kind === 'add') ring = withNewKey('LINK_KEYS', ring, randomBytes(32)).ring;
          else if (key !== undefined && kind === 'use') ring = withFirst(ring, key);
          else if (key !== undefined && key !== ring[0]) ring = withoutKey('LINK_KEYS', ring, key);
          expect(keyRing.read(ringText(ring))).toEqual(ring);
          expect(new Set(numbers(ring)).size).toBe(ring.length);
        }
        expect(ring.length).toBeGreaterThan(0);
      }),
    );
  });
});
