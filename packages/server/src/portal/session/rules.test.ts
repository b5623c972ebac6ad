import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { open, seal } from '../../kernel/keys/sealing.ts';
import {
  commandLineTokenHash,
  isSignedAccount,
  newCode,
  newCommandLineToken,
  newSessionId,
  newSessionToken,
  sessionTokenHash,
  shownUserAgent,
  signAccount,
} from './rules.ts';

const key = (id: number) => ({ id, key: randomBytes(32) });
const ring = [key(2), key(1)];
const selected = { account: 'oha_abcdefgh', session: newSessionId() };

describe('svc_token', () => {
  test('names its kind and carries 32 random bytes', () => {
    expect(newSessionToken()).toMatch(/^ohp_[A-Za-z0-9_-]{43}$/);
    expect(newSessionToken()).not.toBe(newSessionToken());
  });

  test('has one spelling', () => {
    const token = `ohp_${Buffer.alloc(32).toString('base64url')}`;
    expect(sessionTokenHash(token)).toHaveLength(32);
    // The last of 43 characters has two spare bits.
    for (const last of 'BCD') expect(sessionTokenHash(`${token.slice(0, -1)}${last}`)).toBeUndefined();
    for (const other of ['', 'ohp_', token.slice(4), `${token}=`, ` ${token}`, `${token}a`]) {
      expect(sessionTokenHash(other)).toBeUndefined();
    }
  });
});

describe('the token of a command line', () => {
  test('names its kind, and is no token of a browser, nor the other way round', () => {
    const [ofCommand, ofBrowser] = [newCommandLineToken(), newSessionToken()];
    expect(ofCommand).toMatch(/^ohc_[A-Za-z0-9_-]{43}$/);
    expect(commandLineTokenHash(ofCommand)).toHaveLength(32);
    expect([sessionTokenHash(ofCommand), commandLineTokenHash(ofBrowser)]).toEqual([undefined, undefined]);
  });
});

test('a code names its kind and is never the same twice', () => {
  for (const kind of ['ohu_', 'oha_'] as const) {
    expect(newCode(kind)).toMatch(new RegExp(`^${kind}[A-Za-z0-9_-]{16}$`));
    expect(newCode(kind)).not.toBe(newCode(kind));
  }
});

describe('svc_account', () => {
  const value = signAccount(ring, selected);

  test('is base64url and a signature over account and session', () => {
    expect(value).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
    expect(isSignedAccount(ring, value, selected)).toBe(true);
    expect(isSignedAccount(ring, value, { ...selected, session: newSessionId() })).toBe(false);
    expect(isSignedAccount(ring, value, { ...selected, account: 'oha_other' })).toBe(false);
  });

  test('of an earlier process counts: its making never changes', () => {
    const old = [{ id: 1, key: Buffer.alloc(32, 7) }];
    const [payload, mac] = [
      'WyJvaGFfYWJjZGVmZ2giLCJxNGJJMGZZM21UOXNWeGsyWko3dzVBIl0',
      'Ma8gxNLXPAnePWfBXgXeEhPjU66VFV-y_85seUsaAyw',
    ];
    const of = { account: 'oha_abcdefgh', session: 'q4bI0fY3mT9sVxk2ZJ7w5A' };
    expect(isSignedAccount(old, `${payload}.${mac}`, of)).toBe(true);
    expect(isSignedAccount(old, `.${payload}.${mac}`, of)).toBe(false);
  });

  test('still counts under an older key of the ring, not under a removed one', () => {
    expect(isSignedAccount([key(3), ...ring], value, selected)).toBe(true);
    expect(isSignedAccount([key(3)], value, selected)).toBe(false);
  });

  test('with any bit of any character flipped is refused', () => {
    const bytes = Buffer.from(value);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isSignedAccount(ring, flipped.toString('latin1'), selected)).toBe(false);
    }
  });

  test('with any other last character of either part is refused: spare bits do not count', () => {
    const [payload = '', mac = ''] = value.split('.');
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const spellings = [`${payload.slice(0, -1)}${character}.${mac}`, `${payload}.${mac.slice(0, -1)}${character}`];
      for (const spelling of spellings) {
        expect(isSignedAccount(ring, spelling, selected)).toBe(spelling === value);
      }
    }
  });

  test('spliced, swapped, padded, re-encoded or unsigned is refused', () => {
    const [payload = '', mac = ''] = value.split('.');
    const [otherPayload, otherMac] = signAccount(ring, { ...selected, session: newSessionId() }).split('.');
    const unsigned = Buffer.from(JSON.stringify([selected.account, selected.session]));
    const others = [
      `${mac}.${payload}`,
      `${otherPayload}.${mac}`,
      `${payload}.${otherMac}`,
      `${payload}.`,
      `${payload}.${mac}.`,
      `${payload}.${mac}=`,
      `${payload}=.${mac}`,
      payload,
      `.${mac}`,
      value.toUpperCase(),
      `${unsigned.toString('base64')}.${mac}`,
      `${Buffer.from(JSON.stringify([selected.session, selected.account])).toString('base64url')}.${mac}`,
    ];
    for (const other of others) expect(isSignedAccount(ring, other, selected)).toBe(false);
  });

  test('anything else is refused', () => {
    fc.assert(fc.property(fc.string(), (text) => !isSignedAccount(ring, text, selected)));
  });
});

describe('sealing', () => {
  test('opens for its purpose only, under any key of the ring', () => {
    const sealed = seal(ring, 'session:a', Buffer.from('token'));
    expect(open(ring, 'session:a', sealed)?.toString()).toBe('token');
    expect(open([key(9), ...ring], 'session:a', sealed)?.toString()).toBe('token');
    expect(open(ring, 'session:b', sealed)).toBeUndefined();
    expect(open([key(2)], 'session:a', sealed)).toBeUndefined();
    expect(sealed.includes('token')).toBe(false);
  });

  test('the same bytes are sealed differently each time', () => {
    const seals = Array.from({ length: 100 }, () => seal(ring, 'p', Buffer.from('token')));
    // The number of the key, then the nonce.
    const nonces = seals.map((sealed) => sealed.toString('hex', 1, 13));
    expect(new Set(nonces).size).toBe(seals.length);
  });

  test('a changed or shortened seal does not open', () => {
    const sealed = seal(ring, 'p', Buffer.from('token'));
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(open(ring, 'p', changed)).toBeUndefined();
      expect(open(ring, 'p', sealed.subarray(0, index))).toBeUndefined();
    }
  });
});

test('a stored User-Agent is short and printable', () => {
  expect(shownUserAgent(undefined)).toBe('');
  expect(shownUserAgent(`a\u0007\u202e${'b'.repeat(300)}`)).toBe(`a${'b'.repeat(255)}`);
});
