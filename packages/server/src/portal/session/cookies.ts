import { isIP } from 'node:net';
import { CSRF_COOKIE } from '@openhouse/contract';
import { CSRF_LIFETIME_S } from '../csrf/rules.ts';
import { cookiesNamedAlike, readCookie, writeCookie } from '../http/cookies.ts';
import { SESSION_LIFETIME_S } from './rules.ts';

export interface CookieSettings {
  /** `APP_ENV`: names of session cookies carry it as a suffix outside production (SPEC 2.3). */
  readonly environment: string;
  /** Host name of the portal. */
  readonly host: string;
  /** Domain attribute of the session cookies; null for host-only. */
  readonly domain: string | null;
  /** True when the portal is reached over https. */
  readonly secure: boolean;
}

/** The portal's cookies by purpose: their names, and the Set-Cookie values that set or remove them. */
export type PortalCookies = ReturnType<typeof portalCookies>;

/** Seconds a browser has to come back from the sign-in page. */
export const HANDSHAKE_LIFETIME_S = 600;

/** Handshake cookies that are read at most: tabs that began at the same moment can have left more than are kept. */
export const HANDSHAKES_READ_MAX = 32;

export function portalCookies({ environment, host, domain, secure }: CookieSettings) {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  const token = `svc_token${suffix}`;
  const account = `svc_account${suffix}`;
  // __Host- keeps sibling domains from planting one; browsers take the prefix over https only.
  // One cookie a sign-in, so that tabs that begin at the same moment do not overwrite each other's (decision 0091).
  const handshake = `${secure ? '__Host-' : ''}svc_handshake${suffix}.`;
  const session = { domain, secure, httpOnly: true };
  // The same cookie of another domain would be sent beside ours, and count as a conflict for ever (decision 0025).
  const twins = domainsOf(host).filter((other) => other !== domain);
  const clearTwins = (header: string | undefined, name: string, httpOnly: boolean): string[] =>
    readCookie(header, name).kind === 'absent'
      ? []
      : twins.map((other) => writeCookie(name, '', { domain: other, secure, httpOnly, maxAgeS: 0 }));
  /** Ours is host-only; others of the name come from parent domains, and only while they stop us are they removed. */
  const clearParents = (name: string): string[] =>
    domainsOf(host).flatMap((other) =>
      other === null ? [] : [writeCookie(name, '', { domain: other, secure, httpOnly: false, maxAgeS: 0 })],
    );
  const own = { domain: null, secure, httpOnly: true };
  const clearHandshake = (id: string): string => writeCookie(`${handshake}${id}`, '', { ...own, maxAgeS: 0 });
  return {
    names: { token, account, csrf: CSRF_COOKIE },
    /** What the names of handshake cookies begin with; the handshake's id follows. */
    handshakePrefix: handshake,
    /** @param header The Cookie header that came: its cookies of the same names in other domains are removed. */
    setSession: (tokenValue: string, accountValue: string, header: string | undefined): string[] => [
      ...clearTwins(header, token, true),
      ...clearTwins(header, account, true),
      ...(readCookie(header, CSRF_COOKIE).kind === 'conflict' ? clearParents(CSRF_COOKIE) : []),
      writeCookie(token, tokenValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
      writeCookie(account, accountValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
    ],
    /** Ends sign-ins under way as well: whoever signs out leaves none behind. @param header The Cookie header that came. */
    clearSession: (header: string | undefined): string[] => [
      ...[token, account].flatMap((name) =>
        readCookie(header, name).kind === 'conflict' ? clearTwins(header, name, true) : [],
      ),
      writeCookie(token, '', { ...session, maxAgeS: 0 }),
      writeCookie(account, '', { ...session, maxAgeS: 0 }),
      ...cookiesNamedAlike(header, handshake, HANDSHAKES_READ_MAX).map(({ rest }) => clearHandshake(rest)),
    ],
    setHandshake: (id: string, value: string): string =>
      writeCookie(`${handshake}${id}`, value, { ...own, maxAgeS: HANDSHAKE_LIFETIME_S }),
    clearHandshake,
    setCsrf: (value: string): string =>
      writeCookie(CSRF_COOKIE, value, { domain: null, secure, httpOnly: false, maxAgeS: CSRF_LIFETIME_S }),
  };
}

/** Domains that a cookie which reaches the host may have: host-only (null), the host's own name, and those above it. */
function domainsOf(host: string): (string | null)[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [null];
  const labels = host.split('.');
  // Browsers take no cookie for a name of one label.
  return [null, ...labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))];
}
