import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';

/** Life of the csrf cookie: 24 hours (SPEC 2.3). */
export const CSRF_LIFETIME_S = 24 * 60 * 60;

const RANDOM_BYTES = 6;
const MAC_BYTES = 12;
/** 18 bytes as base64url: 24 characters without spare bits, so the spelling is unique. */
const TOKEN = /^[A-Za-z0-9_-]{24}$/;

/** Binding of a token that was issued without a session: it fits none. */
export const NO_SESSION = '';

/**
 * 18 bytes, base64url: 6 random ones, 12 of an HMAC over them and the session (decision 0026).
 * @param session Public id of the session, or NO_SESSION.
 */
export function mintCsrfToken(ring: KeyRing, session: string): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, csrfMac(firstKey(ring).key, random, session)]).toString('base64url');
}

/** True when the token was issued with a key of the ring for this session. */
export function isCsrfTokenOf(ring: KeyRing, token: string, session: string): boolean {
  if (!TOKEN.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  const [random, mac] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)];
  return ring.some(({ key }) => timingSafeEqual(mac, csrfMac(key, random, session)));
}

function csrfMac(key: Buffer, random: Buffer, session: string): Buffer {
  return createHmac('sha256', key).update('csrf\0').update(random).update(session).digest().subarray(0, MAC_BYTES);
}

/** Cookie and header, compared verbatim (SPEC 5.1), and the token's session. */
export function isCsrfPair(
  ring: KeyRing,
  pair: { readonly cookie: string | undefined; readonly header: string | undefined },
  session: string,
): boolean {
  return pair.cookie !== undefined && pair.cookie === pair.header && isCsrfTokenOf(ring, pair.cookie, session);
}

/** What a request says about the page that sent it. */
export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly secFetchSite: string | undefined;
}

/**
 * True unless a header says that the request was sent from elsewhere: every Origin and Referer that is present names
 * the portal's origin, and Sec-Fetch-Site is neither same-site nor cross-site (decision 0026).
 * @param portalOrigin As the URL standard serialises it.
 */
export function isFromPortal(portalOrigin: string, { origin, referer, secFetchSite }: RequestOrigin): boolean {
  if (origin !== undefined && !namesOrigin(portalOrigin, origin, false)) return false;
  if (referer !== undefined && !namesOrigin(portalOrigin, referer, true)) return false;
  return secFetchSite !== 'same-site' && secFetchSite !== 'cross-site';
}

/**
 * A header that holds one http(s) address in plain ASCII, as browsers write it; the URL parser alone is too lenient. Hosts of
 * private networks may have an underscore.
 */
const ADDRESS = /^https?:\/\/([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(\/[\x21-\x7e]*|\?[\x21-\x7e]*)?$/i;

function namesOrigin(portalOrigin: string, text: string, withPath: boolean): boolean {
  const match = ADDRESS.exec(text);
  if (match === null || (!withPath && match[3] !== undefined)) return false;
  try {
    return new URL(text).origin === portalOrigin;
  } catch {
    return false;
  }
}
