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
};
