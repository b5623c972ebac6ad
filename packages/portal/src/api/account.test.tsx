import type { SignedInAccount } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { type Account, accountOf, readAccount } from './account.ts';
import type { PortalClient } from './portal-client.ts';
import { PortalError } from './portal-error.ts';

const mara: SignedInAccount = {
  isAuthenticated: true,
  userCode: 'ohu_1',
  email: 'mara@loft.example',
  name: 'Mara Lindqvist',
  avatarUrl: '',
  currentSource: 'SSO_DEVELOPER_APP',
  teams: [],
};
const loft = { id: 'loft', name: 'Loft', role: 'owner', isActive: false } as const;
const active = { ...loft, id: 'demo', isActive: true };

describe('the account', () => {
  test.each([
    ['anonymous', { isAuthenticated: false, teams: [] }, 'anonymous'],
    ['in no Team', mara, 'without-team'],
    ['in a Team that is not active', { ...mara, teams: [loft] }, 'without-team'],
    ['in an active Team', { ...mara, teams: [loft, active] }, 'with-team'],
  ] as const)('of somebody %s', (_, answer, expected) => {
    expect(accountOf(answer as SignedInAccount).case).toBe(expected);
  });

  test('names the active Team, not the first', () => {
    expect(accountOf({ ...mara, teams: [loft, active] })).toMatchObject({ team: { id: 'demo' } });
  });
});

describe('while the identity provider is silent', () => {
  const outage = new PortalError('IDENTITY_PROVIDER_UNAVAILABLE', 'Silent.', 'r-1', 5);
  const portal: Pick<PortalClient, 'call'> = { call: () => Promise.reject(outage) };

  test.each([
    ['nobody is known yet', undefined],
    ['a stranger reads the docs', { case: 'anonymous' }],
    ['the outage goes on', { case: 'provider-unavailable', retryAfterS: 5 }],
  ] as const)('and %s, the account is the outage', async (_, known) => {
    await expect(readAccount(portal, known)).resolves.toEqual({ case: 'provider-unavailable', retryAfterS: 5 });
  });

  test('somebody who is signed in keeps their page: the outage is a failed look, not a sign-out', async () => {
    const known: Account = accountOf({ ...mara, teams: [active] });
    await expect(readAccount(portal, known)).rejects.toBe(outage);
  });

  test('no other failure is taken for an outage', async () => {
    const broken = new PortalError('INTERNAL', 'Broken.', 'r-2');
    await expect(readAccount({ call: () => Promise.reject(broken) })).rejects.toBe(broken);
  });
});
