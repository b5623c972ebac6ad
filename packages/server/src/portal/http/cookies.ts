/** The result of reading one cookie from a request. */
export type CookieReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'one'; readonly value: string }
  /** Several values, or an invalid one: it is ambiguous which one counts. */
  | { readonly kind: 'conflict' };

/** RFC 6265, 4.1.1: no quotes, comma, semicolon, backslash, spaces or controls. Nothing is decoded or unquoted. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Reads one cookie from a Cookie header, strictly (decision 0025). Names are case-sensitive. The same cookie twice with
 * the same value counts once; with different values it is a conflict, whatever their order: a cookie of a sibling
 * domain or of a longer path must not replace ours.
 */
export function readCookie(header: string | undefined, name: string): CookieReading {
  const values = new Set<string>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || trimmed(pair.slice(0, equals)) !== name) continue;
    values.add(trimmed(pair.slice(equals + 1)));
  }
  const [value] = values;
  if (value === undefined) return { kind: 'absent' };
  if (values.size > 1 || !COOKIE_VALUE.test(value)) return { kind: 'conflict' };
  return { kind: 'one', value };
}

/**
 * The cookies whose names have a common prefix.
 * @param most Maximum number of names; the first count.
 * @returns The rest of each name, with the value, where the cookie occurs once and is valid.
 */
export function cookiesNamedAlike(
  header: string | undefined,
  prefix: string,
  most: number,
): { readonly rest: string; readonly value: string }[] {
  const names = new Set((header ?? '').split(';').map((pair) => trimmed(pair.split('=', 1)[0] ?? '')));
  const alike = [...names].filter((name) => name.startsWith(prefix)).slice(0, most);
  return alike.flatMap((name) => {
    const reading = readCookie(header, name);
    return reading.kind === 'one' ? [{ rest: name.slice(prefix.length), value: reading.value }] : [];
  });
}

/** @returns The value of a cookie that occurs once and is valid. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const reading = readCookie(header, name);
  return reading.kind === 'one' ? reading.value : undefined;
}

/** Trims space and tab only: String.trim would also remove characters that another reader keeps. */
function trimmed(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}

export interface CookieAttributes {
  /** null for host-only. */
  readonly domain: string | null;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds; 0 removes the cookie. */
  readonly maxAgeS: number;
}

/** A Set-Cookie header value; every cookie of the portal is `Path=/` and `SameSite=Lax`. */
export function writeCookie(name: string, value: string, attributes: CookieAttributes): string {
  if (!COOKIE_NAME.test(name) || !COOKIE_VALUE.test(value)) throw new Error(`cookie ${name} cannot be written`);
  const { domain, secure, httpOnly, maxAgeS } = attributes;
  return [
    `${name}=${value}`,
    ...(domain === null ? [] : [`Domain=${domain}`]),
    'Path=/',
    `Max-Age=${maxAgeS}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');
}
