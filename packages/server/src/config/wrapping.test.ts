import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { generateKey } from './secrets.ts';
import { ConfigError } from './variables.ts';
import { configWarnings } from './warnings.ts';

const KEY = generateKey('LINK_KEYS');
const DATABASE = 'postgres://openhouse:word@db.internal/openhouse';
const right = { LINK_KEYS: KEY, DATABASE_URL: DATABASE, OIDC_CLIENT_ID: 'portal', REDIS_URL: 'redis://cache.internal' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('what editors and programs leave around settings', () => {
  test.each([' ', '\t', '\r', '\n\n', '\r\n', '\u00a0', '\ufeff'])('%j at the ends of a value is not read', (stray) => {
    const wrapped = Object.fromEntries(
      Object.entries(right).map(([name, value]) => [name, `${stray}${value}${stray}`]),
    );
    expect(parseConfig(wrapped)).toEqual(parseConfig(right));
  });

  test('blanks alone are no address', () => {
    expect(problemsOf({ PORTAL_URL: ' ' })).toEqual([expect.stringMatching(/^PORTAL_URL takes an http/)]);
  });

  test.each(['"', "'"])('quotes that were kept are named, each setting once, and no value: %s', (quote) => {
    const wrapped = Object.entries(right).map(([name, value]) => [name, `${quote}${value}${quote}`]);
    expect(problemsOf(Object.fromEntries(wrapped)).toSorted()).toEqual(
      Object.keys(right)
        .toSorted()
        .map((name) => `${name} is in quotes, which are taken for a part of it: leave them out`),
    );
  });

  test.each(['ab"c', '"abc', `"abc'`])('quotes that do not enclose a value stay: %s', (value) => {
    expect(parseConfig({ OIDC_CLIENT_ID: value })).toMatchObject({ OIDC_CLIENT_ID: value });
  });

  test('a byte order mark before the first name of a file is said, whatever that name sets', () => {
    expect(problemsOf({ '\ufeffAPP_ENV': 'production' })).toEqual([
      'APP_ENV is not set: its file begins with a byte order mark. Save it as UTF-8 without one',
    ]);
  });

  test.each(['\u0024{OIDC_SECRET}', '$OIDC_SECRET', 'a-\u0024{X}-b'])(
    '%s, which nothing replaced, is warned of',
    (value) => {
      const env = { OIDC_CLIENT_SECRET: value };
      expect(configWarnings(env, parseConfig(env))).toContainEqual(
        expect.stringMatching(/^OIDC_CLIENT_SECRET holds the name of a variable .*: write its value$/),
      );
    },
  );
  test('so is a password that is none, in an address', () => {
    const env = { DATABASE_URL: 'postgres://openhouse:$DB_PASSWORD@db.internal/openhouse' };
    expect(configWarnings(env, parseConfig(env))).toContainEqual(expect.stringMatching(/^DATABASE_URL holds/));
  });
  test('so is a path that begins with ~', () => {
    const env = { DATA_DIR: '~/openhouse' };
    expect(configWarnings(env, parseConfig(env))).toEqual([
      'DATA_DIR begins with ~, which only a shell replaces: write the whole path',
    ]);
  });
  test('a dollar sign in a password is not', () => {
    const env = { DATABASE_URL: 'postgres://openhouse:pa$word$1@db.internal/openhouse' };
    expect(configWarnings(env, parseConfig(env))).toEqual([]);
  });
});

test.each(['sslmod=verify-full', 'SSLMODE=verify-full', 'tls=true', 'sslca=/etc/ca.pem'])(
  'a parameter of an address that would encrypt nothing is refused: %s',
  (parameter) => {
    expect(problemsOf({ DATABASE_URL: `${DATABASE}?${parameter}` })).toEqual([
      expect.stringMatching(/^DATABASE_URL: \w+ is no parameter, so nothing would be encrypted by it: write sslmode/),
    ]);
  },
);
