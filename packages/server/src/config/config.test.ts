import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { generateKey } from './secrets.ts';
import { ConfigError } from './variables.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

test('an empty environment is a development set-up on the documented ports', () => {
  expect(parseConfig({})).toMatchObject({
    APP_ENV: 'development',
    PORTAL_URL: 'http://localhost:4000',
    BASE_URL: 'http://localhost:4001',
    LOGIN_URL: 'http://localhost:4002',
    OPERATOR_PORT: 4003,
    ACCESS_TOKEN_LIFETIME_S: 600,
    APP_LIMIT_PER_MINUTE: 256,
    IP_LIMIT_PER_MINUTE: 500,
  });
});

test('a public address follows its port', () => {
  expect(parseConfig({ GATEWAY_PORT: '5001' }).BASE_URL).toBe('http://localhost:5001');
  expect(parseConfig({ GATEWAY_PORT: '5001', BASE_URL: 'https://gw.example/' }).BASE_URL).toBe('https://gw.example');
});

test('every bad variable is named at once, with what it takes', () => {
  const problems = problemsOf({
    GATEWAY_PORT: '70000',
    LOG_LEVEL: 'loud',
    BASE_URL: 'ftp://x',
    APP_LIMIT_PER_MINUTE: '-1',
  });
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).toMatch(/GATEWAY_PORT takes a whole number from 1 to 65535, not "70000"/);
});

test.each(['http://', 'https://[::1', 'http://a:99999', 'http://\ud800', 'portal.example', '//a', ' '])(
  'an address that cannot be read is named with the others: %j',
  (address) => {
    expect(problemsOf({ PORTAL_URL: address, LOG_LEVEL: 'loud' }).map((problem) => problem.split(' ')[0])).toEqual([
      'PORTAL_URL',
      'LOG_LEVEL',
    ]);
  },
);

test.each(['ASSET_STORE_URL', 'AUDIT_HEADS_TO'])(
  '%s with a path that cannot be read back is named with the others',
  (name) => {
    for (const path of ['/srv/100%', '/srv/a%2Fb', '/srv/%ff']) {
      expect(problemsOf({ [name]: `file://${path}`, LOG_LEVEL: 'loud' })).toEqual(
        expect.arrayContaining([`${name}: write % in the path as %25, and slashes as they are`]),
      );
    }
    expect(problemsOf({ [name]: 'file:///srv/100%25' })).toEqual([]);
  },
);

// URL.canParse says no to the second one on Node 20; the constructor takes it.
test.each(['https://portal.example', 'https://1.2ß', 'http://[::1]:4000'])(
  'an address that can be read: %s',
  (address) => {
    const named = { IDENTITY_PROVIDER: 'ticket', TICKET_GATEWAY_URL: 'http://localhost:1', PORTAL_URL: address };
    expect(parseConfig(named).PORTAL_URL).toBe(new URL(address).origin);
  },
);

test('a bad secret is named but never repeated', () => {
  const problems = problemsOf({ ACCESS_TOKEN_KEYS: '1:hunter2', DATABASE_URL: 'mysql://root:hunter2@host/db' });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain('hunter2');
});

test.each(['redis://cache:6379', 'rediss://:word@cache:6380/1', 'valkey://cache', 'valkeys://user:word@cache:6380'])(
  'REDIS_URL takes %s',
  (REDIS_URL) => expect(problemsOf({ REDIS_URL })).toEqual([]),
);

test.each([
  'redis://a:6379,b:6379',
  'redis-sentinel://hidden@a:26379/main',
  'redis+sentinel://a:26379',
  'redis-cluster://a:6379',
  'cache:6379',
])('REDIS_URL is refused in a sentence: %s', (REDIS_URL) => {
  const [problem, ...others] = problemsOf({ REDIS_URL });
  expect(others).toEqual([]);
  expect(problem).toContain('REDIS_URL takes redis://');
  expect(problem).toContain('no sentinels and no cluster');
  expect(problem).not.toContain('hidden');
});

test('a password of Redis with a bare % is refused, and is not repeated', () => {
  expect(problemsOf({ REDIS_URL: 'redis://:hid%den@cache:6379' })).toEqual([
    'REDIS_URL: write % in the user or password as %25',
  ]);
  expect(problemsOf({ REDIS_URL: 'redis://:hid%25den@cache:6379' })).toEqual([]);
});

test('a user to serve with is refused without a database', () => {
  expect(problemsOf({ DATABASE_SERVICE_URL: 'postgres://server:word@db/openhouse' })).toEqual([
    'DATABASE_SERVICE_URL is set, but DATABASE_URL is not: name the same database with its owner there',
  ]);
});

describe('production', () => {
  const good = {
    APP_ENV: 'production',
    PORTAL_URL: 'https://portal.example.com',
    BASE_URL: 'https://gateway.example.com',
    LOGIN_URL: 'https://login.example.com',
    DATABASE_URL: 'postgres://u:p@db/openhouse',
  };

  test('refuses missing keys, the embedded store and addresses without https, all at once', () => {
    const problems = problemsOf({ APP_ENV: 'production' }).join('\n');
    for (const name of [
      'ACCESS_TOKEN_KEYS',
      'APP_SECRET_PEPPER',
      'LINK_KEYS',
      'DATABASE_URL',
      'PORTAL_URL',
      'BASE_URL',
      'LOGIN_URL',
    ]) {
      expect(problems).toContain(name);
    }
  });

  test.each([
    ['a short key', '1:AAAA'],
    ['a key that is all one byte', `1:${Buffer.alloc(32).toString('base64url')}`],
    ['a number twice', `${generateKey('LINK_KEYS')},${generateKey('LINK_KEYS')}`],
    ['a number above 255', generateKey('LINK_KEYS').replace('1:', '256:')],
    ['no number', generateKey('APP_SECRET_PEPPER')],
  ])('refuses %s', (_, ring) => {
    expect(problemsOf({ ...good, ACCESS_TOKEN_KEYS: ring }).join()).toContain('ACCESS_TOKEN_KEYS');
  });
});
