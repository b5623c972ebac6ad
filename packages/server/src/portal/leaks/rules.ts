import { type KeyObject, verify } from 'node:crypto';
import Type, { type Static } from 'typebox';

/** Public keys of code hosts, by the identifiers that they sign under. */
export type ReportKeys = ReadonlyMap<string, KeyObject>;

/** What a code host names the key and the signature in (GitHub's secret scanning partner programme). */
export const KEY_HEADER = 'github-public-key-identifier';
export const SIGNATURE_HEADER = 'github-public-key-signature';

/** Bytes that one call of a code host may have: some thousand reports. */
export const REPORTS_MAX_BYTES = 1024 * 1024;
/** Reports that one call may have. */
export const REPORTS_MAX = 5000;
/** Characters of an address that are kept. */
export const LEAK_URL_MAX = 500;

/** What a code host reports: a text that has the form of a secret, and where it stands. What it sends beyond that is not looked at. */
export const LeakReports = Type.Array(
  Type.Object({ token: Type.String(), type: Type.String(), url: Type.Optional(Type.Unknown()) }),
  { maxItems: REPORTS_MAX },
);
export type LeakReport = Static<typeof LeakReports>[number];

/**
 * Whether the bytes were signed with a key: ECDSA over P-256 and SHA-256.
 * @param signature Base64 of its DER form.
 */
export function isSigned(key: KeyObject, body: Buffer, signature: string): boolean {
  return verify('sha256', body, key, Buffer.from(signature, 'base64'));
}

/** A secret, or the beginning of one, however its underscore is written. */
const SECRET_INSIDE = /ohs(_|%(25)*5f)/i;

/**
 * Where a leak is, as it may be kept and shown: an address of the web without user, query and fragment, which may hold credentials, at
 * most LEAK_URL_MAX characters long. One that has a secret in its path is cut to its host.
 * @returns Empty for what is no such address.
 */
export function cleanLeakUrl(given: unknown): string {
  const url = typeof given === 'string' ? addressOf(given) : undefined;
  if (url === undefined) return '';
  const whole = `${url.origin}${url.pathname}`;
  if (SECRET_INSIDE.test(whole) || whole.length > LEAK_URL_MAX) return `${url.origin}/`.slice(0, LEAK_URL_MAX);
  return whole;
}

function addressOf(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
