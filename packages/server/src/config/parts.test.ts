import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { codeHost } from '../testing/code-host.ts';
import { parseConfig, requiredKeys, secretNames, variables } from './config.ts';
import { parts, usesSecret } from './parts.ts';
import { generateKey } from './secrets.ts';
import { ConfigError } from './variables.ts';
import { configWarnings } from './warnings.ts';

const ALONE = parts.filter((part) => part !== 'all');

test('every secret variable is used by a part that runs as a process of its own', () => {
  const unused = secretNames.filter((name) => !ALONE.some((SERVE_ONLY) => usesSecret({ SERVE_ONLY }, name)));
  expect(unused).toEqual([]);
});

test.each(ALONE)('%s sends its traces with the headers that the collector asks for', (part) => {
  const env = {
    SERVE_ONLY: part,
    DATABASE_SERVICE_URL: 'postgres://server:word@db/openhouse',
    DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  };
  const { DATABASE_GATEWAY_URL, DATABASE_SERVICE_URL, ...shared } = env;
  const config = parseConfig(
    part === 'gateway' ? { ...shared, DATABASE_GATEWAY_URL } : { ...shared, DATABASE_SERVICE_URL },
  );
  expect(config.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ 'x-key': 'secret' });
  expect(configWarnings(shared, config).filter((line) => line.startsWith('OTEL'))).toEqual([]);
});

test('a part does not keep the secret of another', () => {
  const config = parseConfig({
    SERVE_ONLY: 'gateway',
    DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
    UPSTREAM_APPS_TOKEN: 'a token of many characters',
  });
  expect(config.UPSTREAM_APPS_TOKEN).toBeNull();
});

/** A production environment that the parts share, with every feature that is off otherwise. */
const everything: Readonly<Record<string, string>> = {
  ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
  APP_ENV: 'production',
  PORTAL_URL: 'https://developers.example.com',
  BASE_URL: 'https://gateway.example.com',
  LOGIN_URL: 'https://login.example.com',
  GATEWAY_INTERNAL_URL: 'http://gateway.internal:4001',
  ASSET_STORE_URL: 's3://tours/files',
  ASSET_DELIVERY: 'redirect',
  S3_ENDPOINT: 'https://s3.example.com',
  DATABASE_URL: 'postgres://owner:word@db/openhouse',
  DATABASE_SERVICE_URL: 'postgres://server:word@db/openhouse',
  DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
  DATABASE_READ_URL: 'postgres://gateway:word@replica/openhouse',
  REDIS_URL: 'redis://cache:6379',
  TRUST_PROXY_HOPS: '1',
  IDENTITY_PROVIDER: 'oidc',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'openhouse-portal',
  OIDC_CLIENT_SECRET: 'a secret of the client',
  SVC_AUTH_COOKIE_DOMAIN: 'example.com',
  OPERATORS: 'ada@example.com',
  OPERATOR_CLAIM: 'groups:operators',
  UPSTREAM_APPS_URL: 'https://apps.example.com',
  UPSTREAM_APPS_TOKEN: 'a token of many characters',
  DEFAULT_CREDENTIAL_XID: 'the-default',
  BOT_CHECK: 'turnstile',
  BOT_CHECK_SITE_KEY: 'a site key',
  BOT_CHECK_SECRET: 'a secret of the site',
  BOT_CHECK_VERIFY_URL: 'https://check.example.com/verify',
  BOT_CHECK_SCRIPT_URL: 'https://check.example.com/check.js',
  NOTIFY_WEBHOOK_URL: 'https://chat.example.com/hook',
  ALLOW_INSIDE_HOSTS: 'chat.internal',
  SMTP_URL: 'smtp://user:word@mail.example.com',
  MAIL_FROM: 'openhouse@example.com',
  LEAK_REPORTS_SIGNED_BY: codeHost().published,
  AUDIT_HEADS_TO: 'https://heads.example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
};
/** Another provider's, and where secrets come from that are not in the environment. */
const INSTEAD = ['KEY_COMMAND', 'TICKET_GATEWAY_URL'];

const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('an environment that the parts share', () => {
  test('has every variable that is empty by default', () => {
    const optional = Object.entries(variables).flatMap(([name, { default: usual }]) => (usual === '' ? [name] : []));
    expect(optional.filter((name) => !(name in everything))).toEqual(INSTEAD);
  });

  // They are sent it as Node.js serialises it (`startWorkerProcess`), and read nothing of the environment themselves.
  test('reaches a worker as it was read', () => {
    const config = parseConfig(everything);
    expect(deserialize(serialize(config))).toStrictEqual(config);
  });

  test.each(parts)('%s takes it whole, and warns of nothing but secrets of other parts', (SERVE_ONLY) => {
    const env = { ...everything, SERVE_ONLY };
    expect(problemsOf(env)).toEqual([]);
    const warnings = configWarnings(env, parseConfig(env));
    expect(warnings.filter((line) => !line.includes(`is of no use to SERVE_ONLY=${SERVE_ONLY}`))).toEqual([]);
  });

  test.each(['turnstile', 'hcaptcha', 'recaptcha'])(
    '%s is no matter of operator-jobs, nor are its keys',
    (BOT_CHECK) => {
      const { BOT_CHECK_SECRET: _, BOT_CHECK_SITE_KEY: __, ...others } = everything;
      expect(problemsOf({ ...others, BOT_CHECK, SERVE_ONLY: 'operator-jobs' })).toEqual([]);
      const needed = ['BOT_CHECK_SITE_KEY', 'BOT_CHECK_SECRET'].map(
        (name) => `${name} must be set for BOT_CHECK=${BOT_CHECK}`,
      );
      expect(problemsOf({ ...others, BOT_CHECK, SERVE_ONLY: 'portal' })).toEqual(needed);
    },
  );

  test.each(['portal', 'operator-jobs'])(
    '%s without the token of the upstream is refused: it calls it',
    (SERVE_ONLY) => {
      const { UPSTREAM_APPS_TOKEN: _, ...others } = everything;
      expect(problemsOf({ ...others, SERVE_ONLY })).toEqual(['UPSTREAM_APPS_TOKEN must be set for UPSTREAM_APPS_URL']);
    },
  );

  test.each([
    ['portal', ['BOT_CHECK_SCRIPT_URL']],
    ['operator-jobs', []],
    ['gateway', []],
  ])('%s is asked for outside addresses of its own alone: %j', (SERVE_ONLY, named) => {
    const problems = problemsOf({ ...everything, BOT_CHECK_SCRIPT_URL: 'https://cdn.internal/check.js', SERVE_ONLY });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(named);
  });
});

describe('operator-jobs that send mails', () => {
  const { PORTAL_URL = '', SMTP_URL = '', ...shared } = everything;
  const others: Readonly<Record<string, string>> = { ...shared, SERVE_ONLY: 'operator-jobs' };
  const needed = [expect.stringMatching(/^PORTAL_URL must be an https address .* links in mails .*: set it/)];

  test.each([{}, { PORTAL_URL: 'http://developers.example.com' }])('are refused in production with %j', (given) => {
    expect(problemsOf({ ...others, SMTP_URL, ...given })).toEqual(needed);
  });

  test('know where the portal is, and need not where there are no mails', () => {
    expect(problemsOf({ ...others, SMTP_URL, PORTAL_URL })).toEqual([]);
    const { MAIL_FROM: _, ...withoutMails } = others;
    expect(problemsOf(withoutMails)).toEqual([]);
  });
});
