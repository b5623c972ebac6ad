import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGateway, type GatewayOptions } from './index.ts';

const secret = 'ohs_canary-of-the-options';
const good: GatewayOptions = { baseUrl: 'https://gateway.example.com', appKey: 'ohk_key', appSecret: secret };
const made = (options: Partial<Record<keyof GatewayOptions, unknown>>) => () =>
  createGateway({ ...good, ...options } as GatewayOptions);

test('no options at all', () => {
  expect(() => (createGateway as (options?: GatewayOptions) => unknown)()).toThrow(/^appKey takes the app key/);
});

describe('baseUrl', () => {
  test.each([
    ['https://gateway.example.com', 'https://gateway.example.com'],
    ['https://gateway.example.com/', 'https://gateway.example.com'],
    ['https://example.com/tours//', 'https://example.com/tours'],
    ['http://localhost:4001', 'http://localhost:4001'],
    ['http://127.0.0.1:4001/', 'http://127.0.0.1:4001'],
    ['http://[::1]:4001', 'http://[::1]:4001'],
    ['gateway.example.com', 'https://gateway.example.com'],
    [' gateway.example.com:8443/behind/\n', 'https://gateway.example.com:8443/behind'],
    ['localhost:4001', 'http://localhost:4001'],
    ['[::1]:4001/', 'http://[::1]:4001'],
  ])('%s is %s', (baseUrl, kept) => {
    expect(made({ baseUrl })().baseUrl).toBe(kept);
  });

  test.each([
    undefined,
    '',
    '/open',
    '//gateway.example.com',
    'mailto:me@example.com',
    // A port alone would be an address: 0.0.15.161.
    '4001',
    '4001/behind',
    'me:hunter2@example.com',
    'ftp://example.com',
    'https://me:hunter2@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
  ])('%j is refused and not repeated', (baseUrl) => {
    expect(made({ baseUrl })).toThrow(/^baseUrl takes the address of the gateway/);
    expect(made({ baseUrl })).not.toThrow(/hunter2/);
  });

  test.each([
    'http://gateway.example.com',
    'http://10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('%s would carry the secret in the open; allowHttp takes it', (baseUrl) => {
    expect(made({ baseUrl })).toThrow('Use https, or allowHttp');
    expect(made({ baseUrl, allowHttp: true })().baseUrl).toBe(baseUrl);
  });
});

test.each([
  ['appKey', ''],
  ['appKey', undefined],
  ['appSecret', ''],
  ['appSecret', 5],
  ['maxAttempts', 0],
  ['totalTimeoutMs', Number.NaN],
  ['attemptTimeoutMs', 2 ** 31],
  ['expiryMarginS', -1],
  ['maxResponseBytes', '5'.repeat(20)],
  // As a variable of the environment is.
  ['totalTimeoutMs', '20000'],
  ['maxAttempts', true],
  ['allowHttp', 'false'],
  ['ids', 'bigint'],
  ['ids', ['number']],
  ['fetch', {}],
  ['onRequest', 'trace'],
  ['onResponse', []],
  ['middleware', () => undefined],
  ['middleware', ['count']],
  ['copies', new Set()],
  ['copies', 5],
])('%s %j is refused by name, without the secret', (name, value) => {
  expect(made({ [name]: value })).toThrow(new RegExp(`^${name} takes`));
  expect(made({ [name]: value })).not.toThrow(secret);
});

test.each(['allowHttp', 'ids', 'fetch', 'onRequest', 'onResponse', 'middleware', 'copies'])(
  '%s null is as if it were not given',
  (name) => {
    expect(made({ [name]: null })).not.toThrow();
  },
);

test('the sentence has the bounds that hold', () => {
  expect(made({ expiryMarginS: -1 })).toThrow('expiryMarginS takes a number from 0 to 2147483647.');
  expect(made({ expiryMarginS: 0 })).not.toThrow();
  expect(made({ maxAttempts: 0 })).toThrow('maxAttempts takes a number from 1 to 2147483647.');
});

describe('in a browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('it refuses to start, says why and what to do', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    expect(made({})).toThrow(/everybody can read the app secret.*your back end.*createProxy/);
    expect(made({})).not.toThrow(secret);
  });

  test('a runtime with window but no document is none', () => {
    vi.stubGlobal('window', {});
    expect(made({})).not.toThrow();
  });
});

test('the guide explains every option', () => {
  const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  const fieldsOf = (text: string, name: string) => {
    const [, body = ''] = new RegExp(`export interface ${name} [^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
    return [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, field]) => field);
  };
  const options = [
    ...fieldsOf(source('options.ts'), 'GatewayOptions'),
    ...fieldsOf(source('connection.ts'), 'CallLimits'),
    ...fieldsOf(source('connection.ts'), 'CallOptions'),
  ];
  const guide = source('../../../docs/guides/sdk.md');
  expect(options.length).toBeGreaterThan(10);
  expect(options.filter((option) => !guide.includes(`\`${option}\``))).toEqual([]);
});
