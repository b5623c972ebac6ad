import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testKeys } from '../../testing/portal.ts';
import {
  answerAddress,
  askedScopes,
  boundTo,
  challengeOf,
  clientIdOf,
  isRedirectUri,
  isResource,
  mayBeAnsweredAt,
  programOf,
  shownName,
} from './rules.ts';

describe('an address that a code may be sent to', () => {
  test.each([
    'http://127.0.0.1:33418/callback',
    'http://localhost:6274/oauth/callback?from=here',
    'http://[::1]:8080/',
    'https://agents.example/callback',
    'https://agents.example:8443?to=[a]',
    'https://AGENTS.example/%0d%0a~',
  ])('is %s', (address) => {
    expect(isRedirectUri(address)).toBe(true);
  });

  test.each([
    '',
    '/callback',
    'http://agents.example/callback',
    'http://127.0.0.1.agents.example/callback',
    'http://localhost.agents.example/',
    'http://127.0.0.2:1/',
    'http://127.0.0.1:80@agents.example/',
    'https://ada@agents.example/',
    'https://@agents.example/',
    'https://agents.example/#code',
    'https://agents.example\\@127.0.0.1/',
    'https://agents.example/\\a',
    'https:///agents.example/',
    'https://agents%2eexample/',
    'https://agents.example%2f@127.0.0.1/',
    'https://agents.example:65536/',
    'https://agents.example?a#b',
    'https://agents.example/a b',
    'https://agents.example/\n',
    'javascript:alert(1)',
    'data:text/html,x',
    'cursor://callback',
    'https:agents.example',
    'https://',
    `https://agents.example/${'a'.repeat(512)}`,
  ])('is not %j', (address) => {
    expect(isRedirectUri(address)).toBe(false);
  });
});

describe('a program is answered', () => {
  test.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:50123/callback'],
    ['http://127.0.0.1:33418/callback', 'http://127.0.0.1/callback'],
    ['http://localhost:33418/callback?from=here', 'http://localhost:1/callback?from=here'],
    ['http://[::1]:8080', 'http://[::1]:8081'],
    ['https://agents.example/callback', 'https://agents.example/callback'],
  ])('registered at %s: at %s too', (registered, asked) => {
    expect(mayBeAnsweredAt({ name: 'Notebook', redirectUris: ['https://other.example/', registered] }, asked)).toBe(
      true,
    );
  });

  test.each([
    ['https://agents.example:8443/callback', 'https://agents.example/callback'],
    ['https://agents.example:8443/callback', 'https://agents.example:8444/callback'],
    ['https://127.0.0.1:8443/callback', 'https://127.0.0.1:8444/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:2/callback/'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:2/callback?a'],
    ['http://127.0.0.1:1/callback', 'http://localhost:1/callback'],
    ['http://127.0.0.1:1/callback', 'http://[::1]:1/callback'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:2/'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:99999/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:1@agents.example/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:1\n:2/callback'],
    ['http://localhost:1/', 'http://localhost.agents.example:1/'],
  ])('registered at %s: not at %j', (registered, asked) => {
    expect(mayBeAnsweredAt({ name: 'Notebook', redirectUris: [registered] }, asked)).toBe(false);
  });
});

describe('the id of a program', () => {
  const ring = testKeys(2, 1);
  const program = { name: '笔记本', redirectUris: ['http://127.0.0.1:33418/callback'] };
  const id = clientIdOf(ring, program);

  test('carries the program, for as long as its key is in the ring', () => {
    expect(programOf(ring, id)).toEqual(program);
    expect(programOf([...testKeys(3), ...ring], id)).toEqual(program);
    expect(programOf(testKeys(2), id)).toBeUndefined();
  });

  test('is refused with any character changed, left out or added', () => {
    for (let at = 0; at < id.length; at += 1) {
      expect(programOf(ring, `${id.slice(0, at)}${id[at] === 'B' ? 'C' : 'B'}${id.slice(at + 1)}`)).toBeUndefined();
      expect(programOf(ring, `${id.slice(0, at)}${id.slice(at + 1)}`)).toBeUndefined();
      expect(programOf(ring, `${id.slice(0, at)}A${id.slice(at)}`)).toBeUndefined();
    }
  });

  test('ends in one way', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const taken = [...characters].filter((last) => programOf(ring, `${id.slice(0, -1)}${last}`) !== undefined);
    expect(taken).toEqual([id.at(-1)]);
  });

  test('is no text of somebody else', { tags: 'slow' }, () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => programOf(ring, text) === undefined)),
  );
});

test.each([
  ['Notebook', 'Notebook'],
  ['  Two\n lines\u202e ', 'Two lines'],
  [undefined, 'An agent'],
  [7, 'An agent'],
  ['\u200b', 'An agent'],
  ['a'.repeat(80), 'a'.repeat(64)],
])('the name %j is shown as %s', (claimed, shown) => {
  expect(shownName(claimed)).toBe(shown);
});

test.each([
  [undefined, ['tours:read', 'apps:read']],
  ['', ['tours:read', 'apps:read']],
  ['apps:read tours:read', ['tours:read', 'apps:read']],
  ['apps:read', ['apps:read']],
  ['tours:write', undefined],
  ['tours:read tours:write', undefined],
  ['openid', undefined],
])('the scope %j asks for %j', (scope, scopes) => {
  expect(askedScopes(scope)).toEqual(scopes);
});

test.each([
  ['https://portal.example/mcp', true],
  ['HTTPS://Portal.Example/mcp', true],
  ['https://portal.example:443/mcp', true],
  ['http://portal.example/mcp', false],
  ['https://portal.example:444/mcp', false],
  ['https://portal.example/mcp/', false],
  ['https://portal.example/MCP', false],
  ['https://portal.example/mcp?a', false],
  ['https://portal.example/mcp#a', false],
  ['https://ada@portal.example/mcp', false],
  ['/mcp', false],
])('the resource is named by %s: %s', (named, expected) => {
  expect(isResource('https://portal.example/mcp', named)).toBe(expected);
});

test('the challenge is that of RFC 7636, appendix B; a short or foreign text is no verifier', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  expect([challengeOf(verifier.slice(1)), challengeOf(`${verifier}=`), challengeOf('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('what a code is bound to is one thing, however its parts are cut', () =>
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 3, maxLength: 3 }),
      fc.array(fc.string(), { minLength: 3, maxLength: 3 }),
      (one, other) => {
        const [a = '', b = '', c = ''] = one;
        const [x = '', y = '', z = ''] = other;
        const same = a === x && b === y && c === z;
        expect(boundTo(a, b, c).equals(boundTo(x, y, z))).toBe(same);
      },
    ),
  ));

test('the answer keeps the query of the address, and its own fields win', () => {
  expect(
    answerAddress('https://a.example/cb?from=here&code=mine', { code: 'c', state: undefined, iss: 'https://p' }),
  ).toBe('https://a.example/cb?from=here&code=c&iss=https%3A%2F%2Fp');
});
