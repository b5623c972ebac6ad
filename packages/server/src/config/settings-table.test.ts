import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig, requiredKeys, variables } from './config.ts';
import { generateKey } from './secrets.ts';
import { ConfigError, type Reader } from './variables.ts';
import { configWarnings, misspeltNames } from './warnings.ts';

const guide = readFileSync(new URL('../../../../docs/guides/going-to-production.md', import.meta.url), 'utf8');

/** What the guide says a production service is started with, and its keys. */
const production = {
  ...assignments(/```env file=production\.env\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''),
  ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
};

function assignments(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/\s+/).flatMap((one) => {
      const [, name, value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(one) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

const rows = [
  ...guide.matchAll(/^\| `(.*=.*)` \| (any|development|production) \| (refused|warned) \| `(\w+)` \|$/gm),
].map(([, setting = '', environment = '', answer = '', named = '']) => ({ setting, environment, answer, named }));

function answerOf(env: Record<string, string>): { refused: string[]; warned: string[] } {
  const warned = misspeltNames(env);
  try {
    return { refused: [], warned: [...warned, ...configWarnings(env, parseConfig(env))] };
  } catch (error) {
    if (error instanceof ConfigError) return { refused: [...error.problems], warned };
    throw error;
  }
}

const KEY = generateKey('LINK_KEYS');
const inEnvironments = rows.flatMap(({ environment, ...row }) =>
  (environment === 'any' ? ['development', 'production'] : [environment]).map((one) => ({ ...row, environment: one })),
);

test('the guide’s own settings are neither refused nor warned about', () => {
  expect(answerOf(production)).toEqual({ refused: [], warned: [] });
  expect(answerOf({})).toEqual({ refused: [], warned: [] });
});

test('the guide lists at least 40 weak or mistyped settings', () => expect(rows.length).toBeGreaterThanOrEqual(40));

test.each(inEnvironments)(
  '$setting is $answer in $environment, by name: $named',
  ({ setting, environment, answer, named }) => {
    const given = assignments(setting.replaceAll('<key>', KEY));
    const { refused, warned } = answerOf({ ...(environment === 'production' ? production : {}), ...given });
    const said = answer === 'refused' ? refused : warned;
    expect(said.filter((problem) => problem.includes(named))).not.toEqual([]);
    if (answer === 'warned') expect(refused).toEqual([]);
    const [[name = '', value = ''] = []] = Object.entries(given);
    const reader: Reader<unknown> | undefined = Reflect.get(variables, name)?.reader;
    if (reader?.secret && value !== '') expect([...refused, ...warned].join()).not.toContain(value);
  },
);

test.each([
  ['IP_LIMIT_PER_MINUT', 'IP_LIMIT_PER_MINUTE'],
  ['APP_LIMIT_PER_MIN', 'APP_LIMIT_PER_MINUTE'],
  ['PORTAL_IP_LIMITPER_MINUTE', 'PORTAL_IP_LIMIT_PER_MINUTE'],
  ['GATEWAY_PROT', 'GATEWAY_PORT'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['access_token_keys', 'ACCESS_TOKEN_KEYS'],
  ['ip_limit_per_minute', 'IP_LIMIT_PER_MINUTE'],
  ['Trust_Proxy_Hops', 'TRUST_PROXY_HOPS'],
  ['TRUST_PROXY', 'TRUST_PROXY_HOPS'],
  ['TRUST_PROXIES', 'TRUST_PROXY_HOPS'],
  ['OIDC_SECRET', 'OIDC_CLIENT_SECRET'],
])('%s names the nearest setting, %s', (given, meant) => {
  expect(misspeltNames({ [given]: 'x' })).toEqual([expect.stringContaining(`did you mean ${meant}?`)]);
});

test('an address in brackets names the one without', () => {
  expect(answerOf({ OPERATOR_HOST: '[::1]' }).refused).toEqual([expect.stringContaining('did you mean ::1?')]);
});

test.each(['staging', 'nosuch', 'live'])('APP_ENV=%s is no slip of any', (given) => {
  expect(answerOf({ APP_ENV: given }).refused.join()).not.toContain('did you mean');
});

test.each([
  ['prod', 'production'],
  ['PROD', 'production'],
  ['prd', 'production'],
  ['productoin', 'production'],
  ['dev', 'development'],
  ['tset', 'test'],
])('APP_ENV=%s names the nearest', (given, meant) => {
  expect(answerOf({ APP_ENV: given }).refused.join()).toContain(`did you mean ${meant}?`);
});
