/**
 * The rooms of each source folder, the highest floor first. An entry imports from lower floors only; two on the same
 * floor do not know each other. ARCHITECTURE.md says what each room is for.
 * @type {Readonly<Record<string, import('./judge.mjs').Floors>>}
 */
export const FLOORS = {
  'packages/server/src': [
    ['index.ts'],
    ['process'],
    ['gateway', 'portal'],
    ['apps', 'tours'],
    ['observe', 'config'],
    ['kernel'],
  ],
  'packages/portal/src': [
    ['main.tsx'],
    ['portal.tsx', 'router.tsx'],
    ['pages'],
    ['shell'],
    ['ui'],
    ['languages'],
    ['api', 'styles'],
  ],
  // Pages do not import each other: what two of them share lies on a lower floor.
  'packages/portal/src/pages': [
    [
      'apps',
      'audit',
      'authorize',
      'connect',
      'console',
      'docs',
      'explorer',
      'join',
      'landing',
      'operator',
      'sessions',
      'team',
      'tours',
      'usage',
    ],
    ['samples'],
  ],
};
