import { describe, expect, test } from 'vitest';
import { parseConfig, requiredKeys } from './config.ts';
import { generateKey } from './secrets.ts';
import { configWarnings } from './warnings.ts';

const proxy = { HTTPS_PROXY: 'http://ada:pass-word@proxy.example:3128' };
const production = {
  ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
  APP_ENV: 'production',
  PORTAL_URL: 'https://developers.example.com',
  BASE_URL: 'https://gateway.example.com',
  LOGIN_URL: 'https://login.example.com',
  DATABASE_URL: 'postgres://openhouse:word@db/openhouse',
  DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
  IDENTITY_PROVIDER: 'oidc',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'openhouse',
  TRUST_PROXY_HOPS: '1',
};
const saysOfProxies = (env: Record<string, string>): string[] =>
  configWarnings(env, parseConfig(env)).filter((line) => line.includes('proxy:'));

describe('a proxy in the environment, which the service does not use', () => {
  test.each([
    ['all', 'OIDC_ISSUER, SMTP_URL and webhooks of Teams'],
    ['portal', 'OIDC_ISSUER and BASE_URL'],
    ['operator-jobs', 'SMTP_URL and webhooks of Teams'],
  ])('%s is warned, and told what needs a direct way out', (SERVE_ONLY, ways) => {
    const mails = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'openhouse@example.com' };
    expect(saysOfProxies({ ...production, ...mails, ...proxy, SERVE_ONLY })).toEqual([
      `HTTPS_PROXY sets nothing for the service, which uses no proxy: let it connect directly, for ${ways}`,
    ]);
  });

  test.each(['HTTP_PROXY', 'ALL_PROXY', 'https_proxy', 'http_proxy', 'all_proxy'])(
    '%s is named as it is written',
    (name) => {
      const said = saysOfProxies({ ...production, [name]: proxy.HTTPS_PROXY });
      expect(said).toEqual([expect.stringMatching(new RegExp(`^${name} sets nothing for the service`))]);
      expect(said.join()).not.toContain('pass-word');
    },
  );

  test('several are named in one sentence', () => {
    const said = saysOfProxies({ ...production, ...proxy, HTTP_PROXY: 'http://proxy.example:3128' });
    expect(said).toEqual([expect.stringMatching(/^HTTPS_PROXY and HTTP_PROXY set nothing for the service/)]);
  });

  test.each([
    ['a gateway, which calls nobody outside', { ...production, ...proxy, SERVE_ONLY: 'gateway' }],
    ['development without a service outside', proxy],
    ['an empty one', { ...production, HTTPS_PROXY: '' }],
    ['none', production],
  ])('%s is not warned', (_, env) => {
    expect(saysOfProxies(env)).toEqual([]);
  });

  test('a bucket and a collector are outside for a gateway too', () => {
    const outside = {
      ASSET_STORE_URL: 's3://tours/files',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
    };
    expect(saysOfProxies({ ...production, ...proxy, ...outside, SERVE_ONLY: 'gateway' })).toEqual([
      expect.stringMatching(/for ASSET_STORE_URL and OTEL_EXPORTER_OTLP_ENDPOINT$/),
    ]);
  });
});
