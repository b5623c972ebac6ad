import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownVectors, publicRedirectPayloads } from '../../testing/corpora.ts';
import { leavesPortal, specialTargets } from '../../testing/random-targets.ts';
import { chooseTarget, dashboard, fixedPath, legacyTarget, safeTarget, withQueryOf } from './rules.ts';

interface RedirectVector {
  readonly value: string;
  readonly expect_location?: string;
}

const vectors = ownVectors<RedirectVector>('redirect-vectors');
const attacks = [...vectors.filter((vector) => vector.expect_location === undefined).map(({ value }) => value)];
const payloads = publicRedirectPayloads('portal.example.com', 'evil.example');

describe('a target that a browser could read as another origin goes to the dashboard', () => {
  test.each([
    '',
    'docs',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/docs%0d%0aSet-Cookie:a=b',
    '/docs?a=%00',
    '/ /evil.example',
    '/\u3000/evil.example',
    '/\ud800',
    `/${'a'.repeat(2048)}`,
    // Longer than 2,048 characters once its characters are escaped.
    `/docs?q=${'漢'.repeat(320)}`,
    `/docs#${'é'.repeat(500)}`,
    `/docs?q=${'"'.repeat(1000)}`,
  ])('%j', (raw) => expect(safeTarget(raw)).toBe(dashboard));
});

describe('an ordinary target inside the portal survives', () => {
  test.each([
    ...vectors.flatMap(({ value, expect_location }) =>
      expect_location === undefined ? [] : [[value, expect_location]],
    ),
    ['/dashboard/apps?tab=keys#secret', '/dashboard/apps?tab=keys#secret'],
    ['/docs?path=a%2Fb%2F%2Fc', '/docs?path=a%2Fb%2F%2Fc'],
    ['/docs?q=100%', '/docs?q=100%'],
    ['/docs/你好', '/docs/%E4%BD%A0%E5%A5%BD'],
    ['/docs/a/../b', '/docs/b'],
    [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
    [`/docs?q=${'漢'.repeat(226)}`, `/docs?q=${'%E6%BC%A2'.repeat(226)}`],
  ])('%j → %j', (raw, location) => expect(safeTarget(raw)).toBe(location));
});

describe('never takes a browser off the portal', () => {
  test(`${attacks.length} vectors of this project, as they are, once and twice decoded or encoded`, () => {
    const leaving = attacks.flatMap(spellings).filter((raw) => leavesPortal(safeTarget(raw)));
    expect(leaving).toEqual([]);
  });

  test.skipIf(payloads.length === 0)(
    payloads.length === 0 ? 'SKIPPED: public payloads, CORPORA_DIR is not set' : `${payloads.length} public payloads`,
    () => {
      expect(payloads.flatMap(spellings).filter((raw) => leavesPortal(safeTarget(raw)))).toEqual([]);
    },
  );

  test('anything made of the characters that browsers treat specially', () => {
    fc.assert(
      fc.property(specialTargets, (raw) => !leavesPortal(safeTarget(raw))),
      { numRuns: 5000 },
    );
  });

  test('any text', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (raw) => !leavesPortal(safeTarget(raw)) && !leavesPortal(safeTarget(`/${raw}`)),
      ),
    );
  });

  test('what comes out is accepted again, unchanged', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const once = safeTarget(`${path}?${query}`);
        return safeTarget(once) === once;
      }),
    );
  });
});

describe('gotoURL comes before redirect_to, redirect_to before next', () => {
  const missing = fixedPath('/docs');
  test.each([
    ['', '/docs'],
    ['other=/x', '/docs'],
    ['next=/c', '/c'],
    ['next=/c&redirect_to=/b', '/b'],
    ['next=/c&gotoURL=/a&redirect_to=/b', '/a'],
    ['gotoURL=&next=/c', dashboard],
    ['gotoURL=//evil.example&next=/c', dashboard],
    ['gotoURL=/a&gotoURL=/a', dashboard],
    ['gotoURL=/a&next=/b&next=/c', dashboard],
    ['gotourl=/a', '/docs'],
    ['gotoURL=%2Fdocs%3Fa%3D1%23b', '/docs?a=1#b'],
  ])('%j → %j', (query, target) => expect(chooseTarget(query, missing)).toBe(target));
});

describe('old addresses keep their query byte for byte', () => {
  test.each([
    ['/login', '/login', '/auth/sign-in'],
    ['/login', '/login?', '/auth/sign-in?'],
    ['/login', '/login?next=/docs&&x=%2f+%zz?y', '/auth/sign-in?next=/docs&&x=%2f+%zz?y'],
    ['/signup/callback', '/signup/callback?ticket=a%2Bb&ticket=c', '/auth/sign-up-callback?ticket=a%2Bb&ticket=c'],
  ] as const)('%s: %s → %s', (path, rawUrl, target) => expect(legacyTarget(path, rawUrl)).toBe(target));

  test('whatever the query is', () => {
    fc.assert(
      fc.property(fc.string(), (query) => withQueryOf('/auth/sign-in', `/login?${query}`) === `/auth/sign-in?${query}`),
    );
  });
});

test('a fixed path that is not one of the portal is a mistake that shows at start', () => {
  expect(() => fixedPath('//evil.example')).toThrow('not a path of the portal');
});

function spellings(raw: string): string[] {
  const decoded = [raw, tryDecode(raw), tryDecode(tryDecode(raw))];
  const encoded = raw.isWellFormed() ? [encodeURIComponent(raw), encodeURI(raw)] : [];
  return [...decoded, ...encoded].flatMap((text) => [text, `/${text}`]);
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
