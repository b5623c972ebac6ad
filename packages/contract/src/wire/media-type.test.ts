import { expect, test } from 'vitest';
import { hasMediaType, packedBody, wrongCharset } from './media-type.ts';

const JSON_TYPE = 'application/json';

test.each([
  ['application/json', true],
  ['Application/JSON;charset="UTF-8"', true],
  ['application/json ; charset=utf8;', true],
  ['application/json;', true],
  ['application/json; charset=utf-16', false],
  ['application/json; charset=utf-8; charset=utf-7', false],
  ['application/json; charset="utf-8', false],
  ['application/json; boundary=x', false],
  ['application/json, text/plain', false],
  ['text/plain; application/json', false],
  ['application/jsonp', false],
  ['', false],
  [undefined, false],
])('%s is JSON: %s', (header, accepted) => {
  expect(hasMediaType(header, JSON_TYPE)).toBe(accepted);
});

test('another charset is named, and only of the right media type', () => {
  const types = [JSON_TYPE, 'application/x-www-form-urlencoded'];
  for (const charset of ['latin1', '"gbk"', 'UTF-16LE', 'utf-80']) {
    for (const type of types) expect(wrongCharset(`${type}; charset=${charset}`, types)).toMatch(/another charset/);
    expect(wrongCharset(`text/plain; charset=${charset}`, types)).toBe(undefined);
  }
  for (const right of [...types, `${JSON_TYPE}; charset=utf8`, undefined]) {
    expect(wrongCharset(right, types)).toBe(undefined);
  }
});

test('a packed body is named, whatever packed it', () => {
  for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'gzip, identity', 'aws-chunked']) {
    expect(packedBody({ 'content-encoding': coding })).toMatch(/packed, as its Content-Encoding says/);
  }
  for (const coding of [undefined, '', 'identity', ' Identity ']) {
    expect(packedBody({ 'content-encoding': coding })).toBe(undefined);
  }
});
