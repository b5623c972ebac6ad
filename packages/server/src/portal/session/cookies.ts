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
  /** True when the portal is served over https. */
  readonly secure: boolean;
}

/** The portal's cookies by purpose: their names, and the Set-Cookie values that set or remove them. */
export type PortalCookies = ReturnType<typeof portalCookies>;

/** Seconds in which a browser must come back from the sign-in page. */
export const HANDSHAKE_LIFETIME_S = 600;

/**
 * Maximum number of handshake cookies that are read: tabs that start at the same moment can leave more than are kept.
 */
export const HANDSHAKES_READ_MAX = 32;

export function portalCookies({ environment, host, domain, secure }: CookieSettings) {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  const token = `svc_token${suffix}`;
  const account = `svc_account${suffix}`;
  // __Host- keeps sibling domains from setting one; browsers accept the prefix over https only. One cookie for each
  // sign-in, so that tabs that start at the same moment do not overwrite each other's (decision 0091).
  const handshake = `${secure ? '__Host-' : ''}svc_handshake${suffix}.`;
  /**
   * Set when a callback without its handshake starts sign-in again: whether it is sent back shows whether the browser
   * keeps cookies.
   */
  const again = `${secure ? '__Host-' : ''}svc_sign_in_again${suffix}`;
  const session = { domain, secure, httpOnly: true };
  // The same cookie of another domain would be sent beside ours, and count as a conflict for ever (decision 0025).
  const twins = domainsOf(host).filter((other) => other !== domain);
  const clearTwins = (header: string | undefined, name: string, httpOnly: boolean): string[] =>
    readCookie(header, name).kind === 'absent'
      ? []
      : twins.map((other) => writeCookie(name, '', { domain: other, secure, httpOnly, maxAgeS: 0 }));
  /** Ours is host-only; others of the name come from parent domains, and are removed only when they conflict. */
  const clearParents = (name: string): string[] =>
    domainsOf(host).flatMap((other) =>
      other === null ? [] : [writeCookie(name, '', { domain: other, secure, httpOnly: false, maxAgeS: 0 })],
    );
  const own = { domain: null, secure, httpOnly: true };
  const clearHandshake = (id: string): string => writeCookie(`${handshake}${id}`, '', { ...own, maxAgeS: 0 });
  return {
    names: { token, account, csrf: CSRF_COOKIE },
    /** Prefix of the names of handshake cookies; the handshake's id follows. */
    handshakePrefix: handshake,
    /** @param header The request's Cookie header: its cookies of the same names in other domains are removed. */
    setSession: (tokenValue: string, accountValue: string, header: string | undefined): string[] => [
      ...clearTwins(header, token, true),
      ...clearTwins(header, account, true),
      ...(readCookie(header, CSRF_COOKIE).kind === 'conflict' ? clearParents(CSRF_COOKIE) : []),
      writeCookie(token, tokenValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
      writeCookie(account, accountValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
    ],
    /** @param leftS Seconds until the session ends. */
    renewAccount: (accountValue: string, leftS: number): string =>
      writeCookie(account, accountValue, { ...session, maxAgeS: leftS }),
    /** Ends running sign-ins as well: signing out leaves none behind. @param header The request's Cookie header. */
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
    setAgain: (): string => writeCookie(again, '1', { ...own, maxAgeS: HANDSHAKE_LIFETIME_S }),
    hasAgain: (header: string | undefined): boolean => readCookie(header, again).kind !== 'absent',
    clearAgain: (): string => writeCookie(again, '', { ...own, maxAgeS: 0 }),
    setCsrf: (value: string): string =>
      writeCookie(CSRF_COOKIE, value, { domain: null, secure, httpOnly: false, maxAgeS: CSRF_LIFETIME_S }),
  };
}

/** Domains that a cookie sent to the host may have: host-only (null), the host's own name, and its parents. */
function domainsOf(host: string): (string | null)[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [null];
  const labels = host.split('.');
  // Browsers accept no cookie for a name of one label.
  return [null, ...labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))];
}
