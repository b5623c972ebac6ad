import { describe, expect, test } from 'vitest';
import { cookieDomain } from './cookie-domain.ts';

describe('the session cookies are set for', () => {
  test.each([
    ['https://portal.example.com', true, null, 'example.com'],
    ['https://portal.eu.example.co.uk', true, null, 'eu.example.co.uk'],
    ['https://portal.corp.internal', true, null, 'corp.internal'],
    ['http://localhost:4000', false, null, null],
    ['https://portal.example.com', false, null, null],
    ['https://portal.example.com', true, 'portal.example.com', 'portal.example.com'],
    ['https://portal.example.com', true, '.Example.com', 'example.com'],
    ['https://portal.example.com', false, 'example.com', 'example.com'],
    ['https://portal.example.com', true, 'host-only', null],
    ['https://example.com', true, 'host-only', null],
    ['https://192.0.2.7', true, 'host-only', null],
  ])('%s, production %s, SVC_AUTH_COOKIE_DOMAIN %s: %s', (portal, production, given, domain) =>
    expect(cookieDomain(portal, production, given)).toEqual({ domain }),
  );
});

describe('the service refuses to start with', () => {
  test.each([
    ['https://example.com', null, 'com is a public suffix'],
    ['https://example.co.uk', null, 'co.uk is a public suffix'],
    ['https://tenant.github.io', null, 'github.io is a public suffix'],
    ['https://portal', null, 'public suffix'],
    ['https://192.0.2.7', null, 'an address has no parent domain'],
    ['https://[2001:db8::1]', null, 'an address has no parent domain'],
    ['https://portal.example.com', 'com', 'com is a public suffix'],
    ['https://portal.example.com', 'ample.com', 'does not cover portal.example.com'],
    ['https://portal.example.com', 'a.portal.example.com', 'does not cover'],
    ['https://portal.example.com', 'other.example', 'does not cover'],
    ['https://portal.example.com', 'example.com; Secure', 'not a domain name'],
    ['https://portal.example.com', '', 'not a domain name'],
    ['https://192.0.2.7', '192.0.2.7', 'not a domain name'],
    ['http://localhost:4000', 'localhost', 'localhost is a public suffix'],
  ])('%s and %s: %s', (portal, given, sentence) => {
    const result = cookieDomain(portal, true, given);
    expect(result).toEqual({ problem: expect.stringContaining(sentence) });
    expect(result).toEqual({ problem: expect.stringContaining('Set SVC_AUTH_COOKIE_DOMAIN to') });
  });
});
