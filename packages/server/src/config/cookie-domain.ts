import { isIP } from 'node:net';
import { getPublicSuffix } from 'tldts';

/** Value of SVC_AUTH_COOKIE_DOMAIN that asks for host-only cookies (decision 0025). */
const HOST_ONLY = 'host-only';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The Domain attribute of the session cookies (null: host-only), or why the service must not start. */
export type CookieDomain = { readonly domain: string | null } | { readonly problem: string };

/**
 * SPEC 2.3: the parent domain of the portal in production, host-only elsewhere; SVC_AUTH_COOKIE_DOMAIN overrides both.
 * @param given SVC_AUTH_COOKIE_DOMAIN, or null.
 */
export function cookieDomain(portalUrl: string, production: boolean, given: string | null): CookieDomain {
  if (given === HOST_ONLY || (given === null && !production)) return { domain: null };
  const host = new URL(portalUrl).hostname;
  const remedy = `Set SVC_AUTH_COOKIE_DOMAIN to a domain that covers ${host}, or to ${HOST_ONLY}.`;
  if (given === null) {
    const domain = host.slice(host.indexOf('.') + 1);
    const problem = isIP(host.replace(/[[\]]/g, '')) !== 0 ? 'an address has no parent domain' : fault(domain, host);
    return problem === undefined
      ? { domain }
      : { problem: `The session cookies default to the parent domain of PORTAL_URL, but ${problem}. ${remedy}` };
  }
  // Browsers ignore a leading dot; names are case-insensitive.
  const domain = given.toLowerCase().replace(/^\./, '');
  const problem = fault(domain, host);
  return problem === undefined ? { domain } : { problem: `SVC_AUTH_COOKIE_DOMAIN is refused: ${problem}. ${remedy}` };
}

function fault(domain: string, host: string): string | undefined {
  if (!HOST_NAME.test(domain) || isIP(domain) !== 0) return `${JSON.stringify(domain)} is not a domain name`;
  if (host !== domain && !host.endsWith(`.${domain}`)) return `${domain} does not cover ${host}`;
  // Private suffixes (such as those of hosting companies) too: every neighbour would receive the session.
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) return `${domain} is a public suffix`;
  return undefined;
}
