/** Addresses of the portal's pages. */
export const paths = {
  landing: '/',
  docs: '/docs',
  publicConsole: '/docs/console',
  docPage: '/docs/$',
  apps: '/dashboard/apps',
  app: '/dashboard/apps/$appKey',
  tours: '/dashboard/tours',
  tour: '/dashboard/tours/$resourceCode',
  makeTour: '/dashboard/make-tour',
  usage: '/dashboard/usage',
  team: '/dashboard/team',
  webhooks: '/dashboard/team/webhooks',
  credentials: '/dashboard/team/credentials',
  audit: '/dashboard/audit',
  console: '/dashboard/console',
  join: '/dashboard/join',
  sessions: '/dashboard/sessions',
  /** The command line opens it (contract: AUTHORIZE_PATH). */
  authorize: '/dashboard/authorize',
  /** Programs of agents open it (contract: CONNECT_PATH). */
  connect: '/dashboard/connect',
  operator: '/operator',
  operatorApp: '/operator/apps/$appKey',
  operatorTeam: '/operator/teams/$id',
  operatorPerson: '/operator/people/$userCode',
  operatorAudit: '/operator/audit',
  operatorPlans: '/operator/plans',
  /** Where a sign-in ends that was begun beside a page. */
  signedIn: '/dashboard/signed-in',
} as const;

/** Signing out clears the cookies and lands in the docs (SPEC 4.4). */
export const SIGN_OUT_PATH = '/auth/sign-out';

/**
 * @returns The address that signs a person in and then brings them to a path of this portal. What stands behind `#` is not in
 * it: it may be a secret, and signing-in.ts keeps it meanwhile.
 */
export function signInPath(target: string): string {
  return `/auth/sign-in?gotoURL=${encodeURIComponent(target.replace(/#.*/s, ''))}`;
}

/** @returns Where the docs describe an operation of the gateway. @param name Kebab-case, as in the contract: `vr-info`. */
export function operationDocs(name: string): string {
  return `/docs/reference/${name}`;
}

/** @returns Where the docs explain a failure. @param name `status` of the gateway or `error.code` of the portal. */
export function failureDocs(name: string): string {
  return `/docs/reference/errors#${name}`;
}
