/**
 * Query parameters that name where to go after signing in or out, in order of precedence (SPEC 4.4, decision 0022):
 * the first one present counts, and one that occurs twice sends the browser to the default.
 */
export const targetParameters = ['gotoURL', 'redirect_to', 'next'] as const;

/** Where sign-in lands when no usable target is named (SPEC 4.6). */
export const DASHBOARD_PATH = '/dashboard/apps';

/** Where sign-out lands when no target is named (SPEC 4.4). */
export const DOCS_PATH = '/docs';

/** A portal route that answers with a redirect, never with JSON data. */
export interface NavigationRoute {
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly query: readonly string[];
  readonly summary: string;
}

/** The portal's navigation routes (SPEC 4.4; decision 0023 for the last three). */
export const navigationRoutes = {
  signIn: {
    path: '/auth/sign-in',
    methods: ['GET'],
    query: targetParameters,
    summary: '302 to the sign-in page of the identity provider; 503 while it is unavailable.',
  },
  signInCallback: {
    path: '/auth/sign-in-callback',
    methods: ['GET'],
    query: ['source', 'ticket', 'login_type'],
    summary: 'Finishes the handshake: sets the session cookies, 302 to the validated target or /dashboard/apps.',
  },
  signOut: {
    path: '/auth/sign-out',
    methods: ['GET', 'POST'],
    query: targetParameters,
    summary: 'Ends the session, clears both session cookies, 302 to the target, by default /docs.',
  },
  signUp: {
    path: '/auth/sign-up',
    methods: ['GET'],
    query: targetParameters,
    summary: '302 to /auth/sign-in with the same query: the identity provider registers new people.',
  },
  signUpCallback: {
    path: '/auth/sign-up-callback',
    methods: ['GET'],
    query: ['source', 'ticket', 'login_type'],
    summary: '302 to /auth/sign-in-callback with the same query.',
  },
  signOutCallback: {
    path: '/auth/sign-out-callback',
    methods: ['GET'],
    query: targetParameters,
    summary: '302 to the target, by default /docs; changes nothing.',
  },
} as const satisfies Record<string, NavigationRoute>;

/** Old addresses, answered with 302 and the query string byte for byte (SPEC 4.5). */
export const legacyRedirects = {
  '/login': '/auth/sign-in',
  '/logout': '/auth/sign-out',
  '/signup': '/auth/sign-up',
  '/register': '/auth/sign-up',
  '/login/callback': '/auth/sign-in-callback',
  '/logout/callback': '/auth/sign-out-callback',
  '/signup/callback': '/auth/sign-up-callback',
} as const;
