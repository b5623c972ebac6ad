import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownVectors } from '../../testing/corpora.ts';
import { isCsrfPair, isCsrfTokenOf, isFromPortal, mintCsrfToken, NO_SESSION } from './rules.ts';

const key = (id: number) => ({ id, key: randomBytes(32) });
const ring = [key(2), key(1)];
const session = 'q4bI0fY3mT9sVxk2ZJ7w5A';

describe('the csrf token', () => {
  const token = mintCsrfToken(ring, session);

  test('is 18 bytes in base64url', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(18);
  });

  test('belongs to one session', () => {
    expect(isCsrfTokenOf(ring, token, session)).toBe(true);
    expect(isCsrfTokenOf(ring, token, 'another')).toBe(false);
    expect(isCsrfTokenOf(ring, mintCsrfToken(ring, NO_SESSION), session)).toBe(false);
  });

  test('still counts when its key is no longer the first, not when it has left the ring', () => {
    expect(isCsrfTokenOf([key(3), ...ring], token, session)).toBe(true);
    expect(isCsrfTokenOf([key(3)], token, session)).toBe(false);
  });

  test('of an earlier process counts: its making never changes', () => {
    const old = [{ id: 1, key: Buffer.alloc(32, 7) }];
    expect(isCsrfTokenOf(old, 'AQIDBAUG-R9DKUyImIesHvSk', session)).toBe(true);
  });

  test('with anything before or behind it is refused, whatever it is', () => {
    for (const other of [
      `A${token}`,
      `AAAA${token}`,
      `${token}A`,
      `${token}AAAA`,
      `${token}\n`,
      token.slice(0, -1),
      '',
    ]) {
      expect(isCsrfTokenOf(ring, other, session), other).toBe(false);
    }
  });

  test('with any bit flipped is refused', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isCsrfTokenOf(ring, flipped.toString('base64url'), session)).toBe(false);
    }
  });

  test('cannot be guessed', () => {
    const guess = fc.uint8Array({ minLength: 18, maxLength: 18 });
    fc.assert(fc.property(guess, (bytes) => !isCsrfTokenOf(ring, Buffer.from(bytes).toString('base64url'), session)));
  });

  test('counts only when cookie and header are the same text', () => {
    expect(isCsrfPair(ring, { cookie: token, header: token }, session)).toBe(true);
    for (const header of [undefined, '', ` ${token}`, `${token} `, `"${token}"`, `${token}, ${token}`]) {
      expect(isCsrfPair(ring, { cookie: token, header }, session)).toBe(false);
    }
    expect(isCsrfPair(ring, { cookie: undefined, header: token }, session)).toBe(false);
    expect(isCsrfPair(ring, { cookie: undefined, header: undefined }, session)).toBe(false);
  });
});

describe('sent from a page of the portal', () => {
  interface OriginVector {
    readonly portal_origin: string;
    readonly origin: string | null;
    readonly referer: string | null;
    readonly sec_fetch_site: string | null;
    readonly accept: boolean | 'either';
  }
  test.each(
    ownVectors<OriginVector>('csrf-origin-vectors')
      .filter(({ accept }) => accept !== 'either')
      .map((vector) => [JSON.stringify(vector), vector] as const),
  )('%s', (_text, { portal_origin, origin, referer, sec_fetch_site, accept }) => {
    const from = {
      origin: origin ?? undefined,
      referer: referer ?? undefined,
      secFetchSite: sec_fetch_site ?? undefined,
    };
    expect(isFromPortal(portal_origin, from)).toBe(accept);
  });

  test('nothing sent at all counts: such a client has no ambient cookies', () => {
    // Values that a later standard may add say nothing that we know of.
    for (const secFetchSite of ['same-origin', 'none', 'same-party', '']) {
      expect(isFromPortal('https://p.example', { origin: undefined, referer: undefined, secFetchSite })).toBe(true);
    }
    expect(isFromPortal('https://p.example', { origin: undefined, referer: undefined, secFetchSite: undefined })).toBe(
      true,
    );
  });

  test('a host with an underscore, as private networks have them, is one like any other', () => {
    const from = { referer: undefined, secFetchSite: 'same-origin' };
    expect(isFromPortal('http://open_house:4000', { ...from, origin: 'http://open_house:4000' })).toBe(true);
    expect(isFromPortal('http://open_house:4000', { ...from, origin: 'http://open_horse:4000' })).toBe(false);
  });

  test('a good Origin does not make up for a bad Referer', () => {
    const [origin, referer] = ['https://p.example', 'https://evil.example/'];
    expect(isFromPortal(origin, { origin, referer, secFetchSite: 'same-origin' })).toBe(false);
  });
});
