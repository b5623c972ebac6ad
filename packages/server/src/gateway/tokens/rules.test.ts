import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccessToken, sealAccessToken } from '../../apps/access-token.ts';
import { newAppSecret, secretVerifier } from '../../apps/app-secret.ts';
import { NO_SECRET_VERSION, openPortalToken, sealPortalToken, sealTeamToken } from '../../apps/portal-token.ts';
import type { AppStanding } from './app-standing.ts';
import { judgeToken, matchingVersion } from './rules.ts';

const pepper = randomBytes(32);
const peppers = [{ id: 1, key: pepper }];
const keys = [{ id: 1, key: randomBytes(32) }];
const NOW_MS = 1_800_000_000_000;
const [first, second] = [newAppSecret(), newAppSecret()];

const app: AppStanding = {
  appId: 5n,
  teamId: '1',
  teamCode: 'demo',
  appKey: 'ohk_a',
  disabled: false,
  suspended: false,
  closed: false,
  plan: 'default',
  exception: null,
  networks: [],
  mayActivate: true,
  trialEndsAtMs: null,
  secrets: [
    { version: 2, verifier: secretVerifier('ohk_a', second, pepper), endsAtMs: null },
    { version: 1, verifier: secretVerifier('ohk_a', first, pepper), endsAtMs: NOW_MS + 1000 },
  ],
};

describe('which version of the secret an exchange is for', () => {
  const match = (secret: string, nowMs = NOW_MS, of: AppStanding | undefined = app) =>
    matchingVersion(of, 'ohk_a', secret, peppers, nowMs);

  test('both while they overlap', () => {
    expect(match(first)).toBe(1);
    expect(match(second)).toBe(2);
  });
  test('the old one no more when its overlap has ended', () => {
    expect(match(first, NOW_MS + 1000)).toBeUndefined();
    expect(match(second, NOW_MS + 1000)).toBe(2);
  });
  test.each(['', 'ohs_', `${second}A`, second.slice(0, -1), second.toLowerCase(), 'undefined'])(
    'none for %j',
    (secret) => {
      expect(match(secret)).toBeUndefined();
    },
  );
  test('none for an unknown app, even for a secret whose verifier is all zeros', () => {
    expect(matchingVersion(undefined, 'ohk_x', first, peppers, NOW_MS)).toBeUndefined();
  });
  test("none for a right secret under another app's key: the verifier is bound to the key", () => {
    expect(matchingVersion({ ...app, appKey: 'ohk_b' }, 'ohk_b', first, peppers, NOW_MS)).toBeUndefined();
  });
  test('costs the same for a right secret, a wrong one and an unknown key: each pepper is used', () => {
    const costOf = (of: AppStanding | undefined, secret: string) => {
      const used: number[] = [];
      const counted = [1, 2, 3].map((id) => ({
        id,
        get key() {
          used.push(id);
          return pepper;
        },
      }));
      matchingVersion(of, 'ohk_a', secret, counted, NOW_MS);
      return used;
    };
    expect(costOf(app, second)).toEqual([1, 2, 3]);
    expect(costOf(app, newAppSecret())).toEqual([1, 2, 3]);
    expect(costOf(undefined, second)).toEqual([1, 2, 3]);
    expect(costOf({ ...app, secrets: [] }, second)).toEqual([1, 2, 3]);
  });
  test('none under another pepper', () => {
    expect(matchingVersion(app, 'ohk_a', first, [{ id: 1, key: randomBytes(32) }], NOW_MS)).toBeUndefined();
  });
});

describe('an Authorization header', () => {
  const token = (overrides = {}) =>
    sealAccessToken({ appId: 5n, secretVersion: 2, expireAtS: NOW_MS / 1000 + 60, ...overrides }, keys);
  const judge = (header: string | undefined, of: AppStanding | undefined = app, nowMs = NOW_MS) =>
    judgeToken(
      header,
      { access: (text) => openAccessToken(text, keys), portal: (text) => openPortalToken(text, keys) },
      (id) => (id === of?.appId ? of : undefined),
      nowMs,
    );

  test('is admitted with the app of its token', () => {
    expect(judge(token())).toStrictEqual({ app, secretVersion: 2 });
  });
  test.each([
    ['err_access_token_missing', 'none', undefined, app],
    ['err_access_token_missing', 'an empty one', '', app],
    ['err_access_token_invalid', 'a word', 'undefined', app],
    ['err_access_token_invalid', 'one with Bearer', `Bearer ${token()}`, app],
    ['err_access_token_invalid', 'a token of an app that is gone', token({ appId: 6n }), app],
    ['err_access_token_invalid', 'a token of a version that is gone', token({ secretVersion: 9 }), app],
    ['err_access_token_expired', 'a token in the second it ends', token({ expireAtS: NOW_MS / 1000 }), app],
    ['err_app_suspended', 'a token', token(), { ...app, suspended: true, disabled: true }],
    ['err_app_team_closed', 'a token', token(), { ...app, closed: true, disabled: true }],
    ['err_app_disabled', 'a token', token(), { ...app, disabled: true }],
    ['err_app_expired', 'a token', token(), { ...app, trialEndsAtMs: NOW_MS }],
  ])('%s: %s', (refusal, _, header, of) => {
    expect(judge(header, of)).toMatchObject({ refusal });
  });
  test('of a token that ended names its app and version, for the log', () => {
    expect(judge(token({ expireAtS: NOW_MS / 1000 - 1 }))).toEqual({
      refusal: 'err_access_token_expired',
      app,
      secretVersion: 2,
    });
  });
  test('of the portal is admitted for the app while it may call, and for a Team without one', () => {
    expect(judge(sealPortalToken(5n, keys, NOW_MS))).toEqual({ app, secretVersion: NO_SECRET_VERSION });
    expect(judge(sealPortalToken(5n, keys, NOW_MS), { ...app, disabled: true })).toMatchObject({
      refusal: 'err_app_disabled',
    });
    expect(judge(sealPortalToken(6n, keys, NOW_MS))).toMatchObject({ refusal: 'err_access_token_invalid' });
    expect(judge(sealTeamToken(7n, keys, NOW_MS))).toMatchObject({
      app: { teamId: '7', appKey: '', secrets: [], networks: [], mayActivate: true },
    });
    expect(judge(sealTeamToken(7n, keys, NOW_MS))).not.toHaveProperty('refusal');
    expect(judge(sealTeamToken(7n, keys, NOW_MS), app, NOW_MS + 3_600_000)).toMatchObject({
      refusal: 'err_access_token_expired',
    });
  });
  test('is refused once the secret version it came from has ended', () => {
    const old = token({ secretVersion: 1, expireAtS: NOW_MS / 1000 + 600 });
    expect(judge(old)).toMatchObject({ secretVersion: 1 });
    expect(judge(old, app, NOW_MS + 1000)).toMatchObject({ refusal: 'err_access_token_invalid' });
  });
});
