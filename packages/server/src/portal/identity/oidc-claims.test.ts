import { expect, test } from 'vitest';
import { profileClaims } from './oidc-claims.ts';

const kept = { email: 'mara@loft.example', name: 'Mara', picture: '' };
const told = (email: string, email_verified: unknown) => ({ email, email_verified });

test.each([
  ['nobody says anything', kept, {}, true],
  ['userinfo', kept, told('other@loft.example', false), false],
  ['userinfo, as a text', kept, told('other@loft.example', 'false'), false],
  ['the ID token, about this address', { ...kept, emailVerified: false }, {}, false],
  [
    'the ID token, about an address that userinfo has replaced',
    { ...kept, emailVerified: false },
    told('other@loft.example', true),
    true,
  ],
])('an address counts as verified unless somebody says that it is not: %s', (_, ofToken, ofUserinfo, verified) => {
  expect(profileClaims('u-1', ofToken, null, ofUserinfo).isEmailVerified).toBe(verified);
});
