/** Addresses of the portal's pages. */
export const paths = {
  landing: '/',
  docs: '/docs',
  publicConsole: '/docs/console',
  apps: '/dashboard/apps',
  app: '/dashboard/apps/$appKey',
  tours: '/dashboard/tours',
  tour: '/dashboard/tours/$resourceCode',
  team: '/dashboard/team',
  audit: '/dashboard/audit',
  console: '/dashboard/console',
  join: '/dashboard/join',
  sessions: '/dashboard/sessions',
} as const;

/** Signing out clears the cookies and lands in the docs (SPEC 4.4). */
export const SIGN_OUT_PATH = '/auth/sign-out';

/** @returns The address that signs a person in and then brings them to a path of this portal. */
export function signInPath(target: string): string {
  return `/auth/sign-in?gotoURL=${encodeURIComponent(target)}`;
}
