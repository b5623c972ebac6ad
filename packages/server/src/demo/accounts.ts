/** People that the built-in sign-in page offers; they exist on no other provider. */
export const demoAccounts = [
  { name: 'Ada Lindqvist', email: 'ada@example.com' },
  { name: '林小雨', email: 'xiaoyu@example.com' },
  { name: 'Sam Okafor', email: 'sam@example.com' },
] as const;

/** The Team that owns the demo tours. */
export const demoTeam = { code: 'demo', name: 'Demo Team' } as const;
