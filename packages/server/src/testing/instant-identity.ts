import {
  type IdentityProvider,
  IdentityProviderUnavailable,
  providerAddress,
  SignInRefusal,
} from '../portal/identity/identity-provider.ts';

/** A provider that answers at once and in this process, for suites about the portal's side of a sign-in. */
export interface InstantIdentity extends IdentityProvider {
  /** What it does from now on. */
  mood: 'confirms' | 'refuses' | 'away' | 'has ended everything' | 'mixes people up';
  /** How often it was asked to finish a sign-in. */
  finished: number;
}

/** The ticket is the person's user id. */
export function instantIdentity(): InstantIdentity {
  const answer = () => {
    if (identity.mood === 'away') throw new IdentityProviderUnavailable('away', 'provider');
  };
  const identity: InstantIdentity = {
    name: 'ticket',
    mood: 'confirms',
    finished: 0,
    begin: async () => {
      answer();
      return { address: providerAddress(new URL('https://login.example/')), memory: 'verify' };
    },
    ticketsOf: (query) => query.getAll('ticket'),
    isFor: () => 'unknown',
    judge: () => undefined,
    finish: async (query) => {
      answer();
      identity.finished += 1;
      const subject = query.get('ticket');
      if (identity.mood === 'refuses' || subject === null) return new SignInRefusal('the test says so');
      return {
        token: `token of ${subject}`,
        subject: subject.split('#')[0] ?? '',
        source: 'SSO_DEVELOPER_APP',
        providerSession: null,
      };
    },
    profile: async (token) => {
      answer();
      if (identity.mood === 'has ended everything') return 'ended';
      const subject =
        identity.mood === 'mixes people up' ? 'somebody else' : (token.slice('token of '.length).split('#')[0] ?? '');
      const verified = { isEmailVerified: true, isEmailVouched: true, hasOperatorClaim: false };
      return { subject, email: `${subject}@example.com`, name: subject, avatarUrl: '', ...verified };
    },
    keep: (token) => token,
  };
  return identity;
}
