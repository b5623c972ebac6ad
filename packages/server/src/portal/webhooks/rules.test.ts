import { describe, expect, test } from 'vitest';
import { givenAddress } from './rules.ts';

describe('the address of a webhook', () => {
  test.each([
    ['http://example.com/hook', true, '/url begins with http. Events are sent with https only.'],
    ['ftp://example.com/hook', false, '/url is not an http or https address.'],
    ['example.com/hook', false, '/url is not an http or https address.'],
    ['https://user@example.com/hook', true, '/url holds a name or password.'],
    ['https://example.com:10080/hook', true, '/url names port 10080, which no client of HTTP calls.'],
    ['https://:password@example.com/hook', true, '/url holds a name or password.'],
  ])('%s, with TLS required: %s, is refused', (text, requiresTls, says) => {
    expect(String(givenAddress(text, requiresTls))).toContain(says);
  });

  test.each([
    ['http://example.com/hook', false, 'http://example.com/hook'],
    ['https://example.com:8443/hook', true, 'https://example.com:8443/hook'],
    ['https://example.com/hook?of=demo#top', true, 'https://example.com/hook?of=demo'],
  ])('%s, with TLS required: %s, is called as %s', (text, requiresTls, called) => {
    expect((givenAddress(text, requiresTls) as URL).href).toBe(called);
  });
});
