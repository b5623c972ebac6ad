import type { PortalFailureCode } from './failures.ts';

/** In the built `index.html`, the server replaces this by the response's CSP nonce (Vite `html.cspNonce`). */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * In the built `index.html`, the server replaces this by a PageProblem, or by nothing:
 * `<meta name="openhouse-problem" content="__PROBLEM__">`.
 */
export const PROBLEM_PLACEHOLDER = '__PROBLEM__';

/** In the built `index.html`, the server replaces this by the `ProblemFacts` of the problem as JSON, or by nothing. */
export const PROBLEM_FACTS_PLACEHOLDER = '__FACTS__';

/** Name of the meta element that holds the facts. */
export const PROBLEM_FACTS_META = 'openhouse-problem-facts';

/** In the built `index.html`, the server replaces this by the problem in words, for browsers without scripts. */
export const PROBLEM_TEXT_PLACEHOLDER = '__TEXT__';

/** Details of a problem that a page shows. All of it is text, never markup. */
export interface ProblemFacts {
  /** Path of the portal where the person wanted to go. */
  readonly target?: string;
  /** The identity provider's own words, at most 200 characters. */
  readonly says?: string;
  /** Seconds by which the identity provider's clock and the portal's differ. */
  readonly clocksDifferS?: number;
  /** Why operators of the installation have suspended the person, in their words. */
  readonly suspended?: string;
}

/** Name of the meta element that tells a page which problem the address it was loaded from has. */
export const PROBLEM_META = 'openhouse-problem';

/**
 * Problems that a page shows instead of the view its address names. The response has the HTTP status of the failure:
 * `IDENTITY_PROVIDER_UNAVAILABLE`, `SIGN_IN_REFUSED` and `SIGN_IN_COOKIES_MISSING` at /auth/sign-in and
 * /auth/sign-in-callback,
 * `NOT_FOUND` at any address without a page, `RATE_LIMITED` where an address is used up (decision 0029), `UNAVAILABLE` while the store is away.
 */
export type PageProblem = Extract<
  PortalFailureCode,
  | 'IDENTITY_PROVIDER_UNAVAILABLE'
  | 'SIGN_IN_REFUSED'
  | 'SIGN_IN_COOKIES_MISSING'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
>;

/** Addresses that are pages: an exact path, or one that ends in `/*` for a path and everything below it. */
export const pagePaths = ['/', '/docs/*', '/dashboard/*', '/operator/*'] as const;

/** Folder of the demo's loft as a bundle, for the landing page: no session, no token, the same on every installation (decision 0195). */
export const SAMPLE_TOUR_PATH = '/sample-tour';

/**
 * In the built `index.html`, the server replaces this by the gateway's `{base_url}`, so that examples can be run as
 * shown: `<meta name="openhouse-base-url" content="__BASE_URL__">`.
 */
export const BASE_URL_PLACEHOLDER = '__BASE_URL__';

/** Name of the meta element that tells a page where the gateway is. */
export const BASE_URL_META = 'openhouse-base-url';

/** In the built `index.html`, the server replaces this by the portal's own address: previews of links take a whole one. */
export const PORTAL_URL_PLACEHOLDER = '__PORTAL_URL__';
