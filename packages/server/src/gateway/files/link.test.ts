import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { filesUrl, judgeFileLink, secondsLeft, signedFileUrl } from './link.ts';

const keys = [{ id: 1, key: randomBytes(32) }];
const address = { team: 'demo', tour: 'demo-loft', path: 'private/保修 单.txt' };
const EXPIRES_S = 1_800_000_000;
const link = new URL(signedFileUrl('https://gateway.example', address, EXPIRES_S, keys));
const query = link.search.slice(1);
const BEFORE_MS = EXPIRES_S * 1000 - 1;

test('a link opens until it expires', () => {
  expect(judgeFileLink(address, query, keys, BEFORE_MS)).toBe('valid');
  expect(judgeFileLink(address, query, keys, BEFORE_MS + 1)).toBe('expired');
});

test('a link of a key with several digits opens', () => {
  const many = [{ id: 120, key: randomBytes(32) }];
  const signed = new URL(signedFileUrl('https://gateway.example', address, EXPIRES_S, many)).search.slice(1);
  expect(judgeFileLink(address, signed, many, BEFORE_MS)).toBe('valid');
});

test('the seconds left are whole, and at least one', () => {
  expect(secondsLeft(query, (EXPIRES_S - 90.5) * 1000)).toBe(90);
  expect(secondsLeft(query, EXPIRES_S * 1000)).toBe(1);
});

test('its path is percent-encoded once', () => {
  expect(link.pathname).toBe(`/files/demo/demo-loft/private/${encodeURIComponent('保修 单.txt')}`);
});

test('the folder of a tour’s files ends with a slash, and its parts are encoded', () => {
  expect(filesUrl('https://gateway.example', 'de mo', 'a/b')).toBe('https://gateway.example/files/de%20mo/a%2Fb/');
});

describe('a link opens nothing else', () => {
  test.each([
    ['another Team', { ...address, team: 'other' }],
    ['another tour', { ...address, tour: 'demo-studio' }],
    ['another path', { ...address, path: 'private/other.txt' }],
    ['another path of the same length', { ...address, path: address.path.replace('单', '甲') }],
    ['parts moved across their borders', { ...address, tour: 'demo-loft/private', path: '保修 单.txt' }],
  ])('%s', (_, other) => {
    expect(judgeFileLink(other, query, keys, BEFORE_MS)).toBe('invalid');
  });
});

describe('a changed link does not open', () => {
  test.each([
    ['a later end', query.replace(`expires=${EXPIRES_S}`, `expires=${EXPIRES_S + 1}`)],
    ['no signature', query.replace(/&signature.*/, '')],
    ['an empty query', ''],
    ['another key number', query.replace('signature=1.', 'signature=2.')],
    ['something added', `${query}&x=1`],
    ['something before', `x=1&${query}`],
    ['parts swapped', query.split('&').reverse().join('&')],
    ['a leading zero', query.replace('expires=', 'expires=0')],
  ])('%s', (_, changed) => {
    expect(judgeFileLink(address, changed, keys, BEFORE_MS)).toBe('invalid');
  });

  test('every other last character, spare bits included', () => {
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (character === query.at(-1)) continue;
      expect(judgeFileLink(address, query.slice(0, -1) + character, keys, BEFORE_MS)).toBe('invalid');
    }
  });

  test('a removed key', () => {
    expect(judgeFileLink(address, query, [{ id: 2, key: randomBytes(32) }], BEFORE_MS)).toBe('invalid');
  });
});
