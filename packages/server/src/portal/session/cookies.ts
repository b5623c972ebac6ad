import { CSRF_COOKIE } from '@openhouse/contract';
import { CSRF_LIFETIME_S } from '../csrf/rules.ts';
import { writeCookie } from '../http/cookies.ts';
import { SESSION_LIFETIME_S } from './rules.ts';

export interface CookieSettings {
  /** `APP_ENV`: names of session cookies carry it as a suffix outside production (SPEC 2.3). */
  readonly environment: string;
  /** Domain attribute of the session cookies; null for host-only. */
  readonly domain: string | null;
  /** True when the portal is reached over https. */
  readonly secure: boolean;
}

/** The portal's cookies by purpose: their names, and the Set-Cookie values that set or remove them. */
export type PortalCookies = ReturnType<typeof portalCookies>;

/** Seconds a browser has to come back from the sign-in page. */
export const HANDSHAKE_LIFETIME_S = 600;

export function portalCookies({ environment, domain, secure }: CookieSettings) {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  const token = `svc_token${suffix}`;
  const account = `svc_account${suffix}`;
  // __Host- keeps sibling domains from planting one; browsers take the prefix over https only.
  const handshake = `${secure ? '__Host-' : ''}svc_handshake${suffix}`;
  const session = { domain, secure, httpOnly: true };
  const own = { domain: null, secure, httpOnly: true };
  return {
    names: { token, account, handshake, csrf: CSRF_COOKIE },
    setSession: (tokenValue: string, accountValue: string): string[] => [
      writeCookie(token, tokenValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
      writeCookie(account, accountValue, { ...session, maxAgeS: SESSION_LIFETIME_S }),
    ],
    clearSession: (): string[] => [
      writeCookie(token, '', { ...session, maxAgeS: 0 }),
      writeCookie(account, '', { ...session, maxAgeS: 0 }),
    ],
    setHandshake: (value: string): string => writeCookie(handshake, value, { ...own, maxAgeS: HANDSHAKE_LIFETIME_S }),
    clearHandshake: (): string => writeCookie(handshake, '', { ...own, maxAgeS: 0 }),
    setCsrf: (value: string): string =>
      writeCookie(CSRF_COOKIE, value, { domain: null, secure, httpOnly: false, maxAgeS: CSRF_LIFETIME_S }),
  };
}
