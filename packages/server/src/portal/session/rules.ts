import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_DAYS } from '@openhouse/contract';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { newPublicId } from '../../kernel/keys/public-id.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';

/** Absolute lifetime of a session and of both its cookies, in seconds (SPEC 2.3). */
export const SESSION_LIFETIME_S = SESSION_DAYS * 24 * 60 * 60;

/** Identifies the kind of credential, so that scanners and people recognise a leaked one. */
const TOKEN_PREFIX = 'ohp_';
const COMMAND_LINE_PREFIX = 'ohc_';
const TOKEN_BYTES = 32;
const RANDOM_PART = /^[A-Za-z0-9_-]{43}$/;
const SIGNED = /^([A-Za-z0-9_-]{1,512})\.([A-Za-z0-9_-]{43})$/;

/** A new value of svc_token. */
export function newSessionToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** A new token for a session of the command line. Its prefix keeps it from being used as svc_token, and vice versa. */
export function newCommandLineToken(): string {
  return `${COMMAND_LINE_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** A new public session id: 22 characters, known to the person's own session list. */
export function newSessionId(): string {
  return newPublicId();
}

/** A new public code of a person or an account. */
export function newCode(prefix: 'ohu_' | 'oha_'): string {
  return `${prefix}${randomBytes(12).toString('base64url')}`;
}

/** @returns The hash of a token in its session's row, or undefined when the text cannot be a token. */
export function sessionTokenHash(token: string): Buffer | undefined {
  return hashOf(TOKEN_PREFIX, token);
}

/** The same for a token of the command line. */
export function commandLineTokenHash(token: string): Buffer | undefined {
  return hashOf(COMMAND_LINE_PREFIX, token);
}

function hashOf(prefix: string, token: string): Buffer | undefined {
  const random = token.slice(prefix.length);
  const isToken = token.startsWith(prefix) && RANDOM_PART.test(random) && isCanonical(random);
  return isToken ? sha256(token) : undefined;
}

/** The content of svc_account: which account is selected, in which session. */
export interface SelectedAccount {
  /** Public code of the account at the identity provider. */
  readonly account: string;
  /** Public id of the session: a cookie of another session does not fit. */
  readonly session: string;
}

/** The value of svc_account: base64url of JSON, a dot, base64url of its HMAC-SHA256 (SPEC 2.3, decision 0025). */
export function signAccount(ring: KeyRing, selected: SelectedAccount): string {
  const payload = Buffer.from(JSON.stringify([selected.account, selected.session])).toString('base64url');
  return `${payload}.${accountMac(firstKey(ring).key, payload).toString('base64url')}`;
}

/** True when a svc_account value names exactly this selection and was signed with a key of the ring. */
export function isSignedAccount(ring: KeyRing, value: string, selected: SelectedAccount): boolean {
  const match = SIGNED.exec(value);
  const [payload, mac] = [match?.[1], match?.[2]];
  if (payload === undefined || mac === undefined || !isCanonical(payload) || !isCanonical(mac)) return false;
  const given = Buffer.from(mac, 'base64url');
  const signed = ring.some(({ key }) => timingSafeEqual(given, accountMac(key, payload)));
  const expected = JSON.stringify([selected.account, selected.session]);
  return signed && Buffer.from(payload, 'base64url').toString() === expected;
}

function accountMac(key: Buffer, payload: string): Buffer {
  return createHmac('sha256', key).update(`svc_account\0${payload}`).digest();
}

/** Decoders ignore spare bits; only one spelling of the same bytes counts. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

/** @returns A User-Agent fit to be stored and shown: printable ASCII, at most 256 characters. */
export function shownUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 256);
}
