import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAccessToken, sealAccessToken } from '../../apps/access-token.ts';
import { rememberedTokens } from './remembered-tokens.ts';

const keys = [{ id: 1, key: randomBytes(32) }];
const tokenOf = (appId: bigint) => sealAccessToken({ appId, secretVersion: 1, expireAtS: 4_000_000_000 }, keys);

test('a remembered token says what it says without memory', () => {
  const open = rememberedTokens(keys);
  const token = tokenOf(7n);
  for (let time = 0; time < 3; time += 1) expect(open(token)).toEqual(openAccessToken(token, keys));
});

test('what is not ours is refused as often as it is sent, beside a remembered token too', () => {
  const open = rememberedTokens(keys);
  const token = tokenOf(7n);
  open(token);
  const foreign = sealAccessToken({ appId: 7n, secretVersion: 1, expireAtS: 4e9 }, [{ id: 1, key: randomBytes(32) }]);
  for (const text of [foreign, `${token} `, token.toLowerCase(), token.slice(0, -1), '', '__proto__']) {
    for (let time = 0; time < 3; time += 1) expect(open(text)).toBeUndefined();
  }
});

test('beyond its bound it forgets the oldest, and no other', () => {
  const ring = [...keys];
  const open = rememberedTokens(ring, 2);
  const tokens = [1n, 2n, 3n].map(tokenOf);
  for (const token of tokens) open(token);
  // Without a key only what is remembered opens.
  ring.length = 0;
  expect(tokens.map((token) => open(token)?.appId)).toEqual([undefined, 2n, 3n]);
});

test('beyond its bound it forgets, and opens again what it forgot', () => {
  const open = rememberedTokens(keys, 2);
  const tokens = [1n, 2n, 3n, 4n].map(tokenOf);
  for (const round of [1, 2]) {
    for (const [index, token] of tokens.entries()) expect(open(token)?.appId, `round ${round}`).toBe(BigInt(index + 1));
  }
});
