import { describe, expect, test } from 'vitest';
import { parseConfig, requiredKeys } from './config.ts';
import { generateKey } from './secrets.ts';
import { ConfigError } from './variables.ts';

const keys = Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)]));
const production = {
  ...keys,
  APP_ENV: 'production',
  PORTAL_URL: 'https://portal.example.com',
  BASE_URL: 'https://gateway.example.com',
  LOGIN_URL: 'https://login.example.com',
  DATABASE_URL: 'postgres://u:p@db/openhouse',
  IDENTITY_PROVIDER: 'ticket',
  TICKET_GATEWAY_URL: 'https://sso.internal.example.com',
};

const problemsOf = (env: Record<string, string>): string => {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n');
    throw error;
  }
  return '';
};

test('a complete production set-up is accepted', () => expect(problemsOf(production)).toBe(''));

describe('is refused at start', () => {
  test.each([
    [{ IDENTITY_PROVIDER: 'ticket' }, 'TICKET_GATEWAY_URL must be set for IDENTITY_PROVIDER=ticket'],
    [{ IDENTITY_PROVIDER: 'oidc' }, 'OIDC_ISSUER must be set for IDENTITY_PROVIDER=oidc'],
    [{ IDENTITY_PROVIDER: 'oidc', OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID must be set'],
    [
      { IDENTITY_PROVIDER: 'oidc', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_SCOPE: 'email' },
      'OIDC_SCOPE must name openid',
    ],
    [{ PORTAL_URL: 'http://localhost/portal' }, 'PORTAL_URL takes an address without a path'],
    [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER takes the issuer'],
    [{ APP_ENV: 'my test; Path=/' }, 'APP_ENV takes one of development, test, production'],
    [{ SVC_AUTH_COOKIE_DOMAIN: 'example.com' }, 'example.com does not cover localhost'],
    [{ IDENTITY_TIMEOUT_MS: '60000' }, 'IDENTITY_TIMEOUT_MS takes a whole number from 100 to 10000'],
  ])('%j', (env, problem) => expect(problemsOf(env)).toContain(problem));

  test.each([
    [{ IDENTITY_PROVIDER: 'builtin' }, 'the built-in page asks for no password'],
    [{ TICKET_GATEWAY_URL: 'http://sso.internal' }, 'TICKET_GATEWAY_URL must be an https address'],
    [{ PORTAL_URL: 'https://example.com' }, 'com is a public suffix'],
    [{ SVC_AUTH_COOKIE_DOMAIN: 'co.uk' }, 'does not cover portal.example.com'],
    [{ COOKIE_SECRETS: '' }, 'COOKIE_SECRETS must be set in production'],
    [{ SESSION_SEALING_KEYS: '' }, 'SESSION_SEALING_KEYS must be set in production'],
    [{ COOKIE_SECRETS: '1:short' }, 'COOKIE_SECRETS takes number:base64url of 32'],
  ])('in production: %j', (env, problem) => expect(problemsOf({ ...production, ...env })).toContain(problem));
});

test('secrets are never repeated in the message', () => {
  const problems = problemsOf({
    COOKIE_SECRETS: '1:hunter2',
    OIDC_CLIENT_SECRET: 'hunter2',
    IDENTITY_PROVIDER: 'oidc',
  });
  expect(problems).toContain('COOKIE_SECRETS');
  expect(problems).not.toContain('hunter2');
});
