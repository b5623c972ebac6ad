import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { KeyRing } from '../../../kernel/keys/key-ring.ts';
import { sha256 } from '../../../kernel/keys/sha256.ts';
import type { BuiltinAccount } from './accounts.ts';

/** Lifetimes of a source-verify ticket and of a ticket, in milliseconds. */
const SOURCE_VERIFY_LIFETIME_MS = 10 * 60 * 1000;
const TICKET_LIFETIME_MS = 60 * 1000;

const SourceVerify = Type.Object({ source: Type.String(), nonce: Type.String(), endsAtMs: Type.Number() });
const Ticket = Type.Object({
  source: Type.String(),
  /** SHA-256 of the source-verify ticket it was issued for. */
  issuedFor: Type.String(),
  email: Type.String(),
  name: Type.String(),
  nonce: Type.String(),
  endsAtMs: Type.Number(),
});
const Token = Type.Object({ email: Type.String(), name: Type.String() });

const kinds = { 'source-verify': SourceVerify, ticket: Ticket, token: Token } as const;
type Kind = keyof typeof kinds;

/** The built-in provider's tickets. They carry their content, signed, so they survive a restart. */
export interface BuiltinTickets {
  issueSourceVerify(source: string): string;
  isSourceVerify(text: string, source: string): boolean;
  issueTicket(source: string, sourceVerify: string, account: BuiltinAccount): string;
  /** @returns The account's long-lived token; undefined when the ticket does not fit, has expired or was used. */
  exchange(
    ticket: string,
    source: string,
    sourceVerify: string,
  ): { token: string; account: BuiltinAccount } | undefined;
  accountOf(token: string): BuiltinAccount | undefined;
}

export function builtinTickets(keys: KeyRing, nowMs: () => number): BuiltinTickets {
  /** Tickets that were exchanged, until they expire: text and end. */
  const used = new Map<string, number>();
  const hashOf = (text: string) => sha256(text).toString('base64url');
  const isSourceVerify = (text: string, source: string) => {
    const read = readSigned(keys, 'source-verify', text);
    return read !== undefined && read.source === source && read.endsAtMs > nowMs();
  };
  return {
    issueSourceVerify: (source) =>
      sign(keys, 'source-verify', { source, nonce: nonce(), endsAtMs: nowMs() + SOURCE_VERIFY_LIFETIME_MS }),
    isSourceVerify,
    issueTicket: (source, sourceVerify, { email, name }) => {
      const endsAtMs = nowMs() + TICKET_LIFETIME_MS;
      return sign(keys, 'ticket', { source, issuedFor: hashOf(sourceVerify), email, name, nonce: nonce(), endsAtMs });
    },
    exchange: (text, source, sourceVerify) => {
      const now = nowMs();
      for (const [old, endsAtMs] of used) if (endsAtMs <= now) used.delete(old);
      const ticket = readSigned(keys, 'ticket', text);
      if (ticket === undefined || ticket.endsAtMs <= now || used.has(text)) return undefined;
      if (ticket.source !== source || ticket.issuedFor !== hashOf(sourceVerify)) return undefined;
      if (!isSourceVerify(sourceVerify, source)) return undefined;
      used.set(text, ticket.endsAtMs);
      const account = { email: ticket.email, name: ticket.name };
      return { token: sign(keys, 'token', account), account };
    },
    accountOf: (token) => readSigned(keys, 'token', token),
  };
}

function nonce(): string {
  return randomBytes(12).toString('base64url');
}

function sign<K extends Kind>(keys: KeyRing, kind: K, content: Static<(typeof kinds)[K]>): string {
  const [first] = keys;
  if (first === undefined) throw new Error('the ring of signing keys is empty');
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${mac(first.key, kind, payload).toString('base64url')}`;
}

function readSigned<K extends Kind>(keys: KeyRing, kind: K, text: string): Static<(typeof kinds)[K]> | undefined {
  const [payload = '', signature = '', ...rest] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.toString('base64url') !== signature) return undefined;
  const signed = keys.some(({ key }) => {
    const expected = mac(key, kind, payload);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!signed) return undefined;
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const schema: (typeof kinds)[K] = kinds[kind];
  return Value.Check(schema, content) ? (content as Static<(typeof kinds)[K]>) : undefined;
}

function mac(key: Buffer, kind: Kind, payload: string): Buffer {
  return createHmac('sha256', key).update(`builtin ${kind}\0${payload}`).digest();
}
