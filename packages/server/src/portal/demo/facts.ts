import type { OfferedAccount } from '../identity/builtin/accounts.ts';

/** People that the built-in sign-in page offers; they exist on no other provider. */
export const demoAccounts: readonly OfferedAccount[] = [
  { name: 'Ada Lindqvist', email: 'ada@example.com', role: 'owner' },
  { name: '林小雨', email: 'xiaoyu@example.com', role: 'member' },
  { name: 'Sam Okafor', email: 'sam@example.com', role: 'viewer' },
  { name: 'Noor Haddad', email: 'noor@example.com', role: null },
];

/** The Team that owns the demo tours. */
export const demoTeam = { code: 'demo', name: 'Demo Team' } as const;

/** Its tours, by resource code; the first is the one to begin with. */
export const demoTours = ['demo-loft', 'demo-studio', 'demo-garden'] as const;
