import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAccessToken, sealAccessToken } from './access-token.ts';

const keys = [{ id: 1, key: randomBytes(32) }];
const claims = { appId: 7n, secretVersion: 3, expireAtS: 1_793_577_600 };
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a sealed access token', () => {
  test('opens to its claims, whatever they are', () => {
    const anyClaims = fc.record({
      appId: fc.bigInt(0n, 2n ** 63n - 1n),
      secretVersion: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      expireAtS: fc.integer({ min: 0, max: 2 ** 40 }),
    });
    fc.assert(
      fc.property(anyClaims, (some) => {
        expect(openAccessToken(sealAccessToken(some, keys), keys)).toEqual(some);
      }),
    );
  });

  test('is never the same twice', () => {
    expect(sealAccessToken(claims, keys)).not.toBe(sealAccessToken(claims, keys));
  });

  test('opens after the ring has a new first key, and no more once its key is gone', () => {
    const token = sealAccessToken(claims, keys);
    const next = { id: 2, key: randomBytes(32) };
    expect(openAccessToken(token, [next, ...keys])).toEqual(claims);
    expect(openAccessToken(token, [next])).toBeUndefined();
  });

  test('does not open under another key of the same number', () => {
    expect(openAccessToken(sealAccessToken(claims, keys), [{ id: 1, key: randomBytes(32) }])).toBeUndefined();
  });
});

describe('no other text opens', () => {
  const token = sealAccessToken(claims, keys);

  test('every other character at every place', () => {
    for (let at = 0; at < token.length; at += 1) {
      for (const character of BASE64URL) {
        if (character === token[at]) continue;
        const mutated = token.slice(0, at) + character + token.slice(at + 1);
        expect(openAccessToken(mutated, keys), mutated).toBeUndefined();
      }
    }
  });

  test.each([
    ['with Bearer', `Bearer ${token}`],
    ['lower case', token.toLowerCase()],
    ['upper case', token.toUpperCase()],
    ['cut', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['padded', `${token}=`],
    ['spaced', `${token.slice(0, 20)} ${token.slice(20)}`],
    ['in standard base64', token.replace(/[-_]/g, '+')],
    ['reversed', [...token].reverse().join('')],
    ['twice', token + token],
    ['empty', ''],
    ['undefined, as one client sends after a failed exchange', 'undefined'],
  ])('%s', (_, text) => {
    expect(text === token ? undefined : openAccessToken(text, keys)).toBeUndefined();
  });

  test('arbitrary texts and bytes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(openAccessToken(text, keys)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 45, maxLength: 45 }), (bytes) => {
        expect(openAccessToken(`oht_${Buffer.from(bytes).toString('base64url')}`, keys)).toBeUndefined();
      }),
    );
  });
});
