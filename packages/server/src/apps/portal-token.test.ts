import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AppStanding } from '../gateway/tokens/app-standing.ts';
import { judgeToken } from '../gateway/tokens/rules.ts';
import { openAccessToken, sealAccessToken } from './access-token.ts';
import { openPortalToken, sealPortalToken } from './portal-token.ts';

const keys = [{ id: 1, key: randomBytes(32) }];
const NOW_MS = 1_800_000_000_000;
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
  // No secret at all: a token of the portal needs none.
  secrets: [],
};
const opened = {
  access: (text: string) => openAccessToken(text, keys),
  portal: (text: string) => openPortalToken(text, keys),
};
const judge = (header: string, of: AppStanding = app, nowMs = NOW_MS) =>
  judgeToken(header, opened, (id) => (id === of.appId ? of : undefined), nowMs);

describe('a token of the portal', () => {
  const token = sealPortalToken(5n, keys, NOW_MS);

  test('is admitted for its app, as the use of no secret version', () => {
    expect(judge(token)).toEqual({ app, secretVersion: 0 });
  });

  const disabled = { ...app, disabled: true };
  const expired = { ...app, trialEndsAtMs: NOW_MS };
  test.each([
    ['err_access_token_expired', token, app, NOW_MS + 60_000, { app, secretVersion: 0 }],
    ['err_access_token_invalid', sealPortalToken(6n, keys, NOW_MS), app, NOW_MS, { secretVersion: 0 }],
    ['err_access_token_invalid', sealPortalToken(5n, [{ id: 1, key: randomBytes(32) }], NOW_MS), app, NOW_MS, {}],
    ['err_access_token_invalid', `${token}A`, app, NOW_MS, {}],
    ['err_app_disabled', token, disabled, NOW_MS, { app: disabled, secretVersion: 0 }],
    ['err_app_expired', token, expired, NOW_MS, { app: expired, secretVersion: 0 }],
  ])('%s: %s', (refusal, header, of, nowMs, known) => {
    expect(judge(header, of, nowMs)).toEqual({ refusal, ...known });
  });

  test('does not become an access token by its prefix, nor the other way round', () => {
    const accessToken = sealAccessToken({ appId: 5n, secretVersion: 1, expireAtS: NOW_MS / 1000 + 60 }, keys);
    const renamed = [`oht_${token.slice(4)}`, `ohc_${accessToken.slice(4)}`];
    expect(renamed.map((header) => judge(header))).toEqual([
      // Its app is known, and so the refusal is shown to its Team; no secret version of it is live.
      { refusal: 'err_access_token_invalid', app, secretVersion: 0 },
      { refusal: 'err_access_token_invalid' },
    ]);
    expect(openAccessToken(token, keys)).toBeUndefined();
    expect(openPortalToken(accessToken, keys)).toBeUndefined();
  });
});
