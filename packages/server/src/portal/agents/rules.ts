import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AgentRequest, agentScopes, NAME_MAX_LENGTH } from '@openhouse/contract';
import { firstKey, type KeyRing } from '../../kernel/keys/key-ring.ts';
import { sha256 } from '../../kernel/keys/sha256.ts';

/** A program that was registered. Nothing of it is kept here: its client id carries this, signed (decision 0232). */
export interface AgentProgram {
  /** What it calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export type AgentScope = (typeof agentScopes)[number];

/** Addresses that one program may register: editors name each way back to them. */
export const REDIRECT_URIS_MAX = 10;
const REDIRECT_URI_MAX_LENGTH = 512;
const MAC_BYTES = 16;
const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
/** No user, nothing escaped in the host, no empty host, no backslash and no fragment: readers differ on each of them. */
const PLAIN_ADDRESS = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?][!"$-[\]-~]*)?$/i;
const UNNAMED = 'An agent';

/**
 * Where a code may be sent: to a host with TLS, or to a program on the person's own machine (RFC 8252, 7.3). An address that
 * readers could understand differently is none.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > REDIRECT_URI_MAX_LENGTH || !PLAIN_ADDRESS.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || LOOPBACK.includes(hostname);
}

/** An address on the person's own machine, in the one spelling that URLs are written in: what precedes its port, and what follows. */
const LOOPBACK_ADDRESS = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d+)?((?:[/?].*)?)$/;

/**
 * Whether a program may be answered at an address: at one that it registered, to the character. Programs on the person's own machine
 * listen on the port that is free at that moment, so there any port will do (RFC 8252, 7.3).
 */
export function mayBeAnsweredAt({ redirectUris }: AgentProgram, address: string): boolean {
  return isRedirectUri(address) && redirectUris.some((registered) => withoutPort(registered) === withoutPort(address));
}

function withoutPort(address: string): string {
  const [, before, after] = LOOPBACK_ADDRESS.exec(address) ?? [];
  return before === undefined ? address : `${before}${after}`;
}

/** A name on one line, without invisible characters. */
export function shownName(claimed: unknown): string {
  if (typeof claimed !== 'string') return UNNAMED;
  const seen = claimed
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const name = [...seen].slice(0, NAME_MAX_LENGTH).join('').trim();
  return name === '' || name.length > NAME_MAX_LENGTH ? UNNAMED : name;
}

/** The id by which a program is known from now on. */
export function clientIdOf(ring: KeyRing, { name, redirectUris }: AgentProgram): string {
  const facts = Buffer.from(JSON.stringify({ n: name, r: redirectUris })).toString('base64url');
  return `${facts}.${clientMac(firstKey(ring).key, facts)}`;
}

/** @returns The program of an id that was made with a key of the ring; undefined for any other. */
export function programOf(ring: KeyRing, clientId: string): AgentProgram | undefined {
  const [, facts, written] = /^([\w-]+)\.([\w-]{22})$/.exec(clientId) ?? [];
  if (facts === undefined || written === undefined) return undefined;
  // As text: the last character has bits that decode to nothing, and an id has one spelling.
  const mac = Buffer.from(written);
  if (!ring.some(({ key }) => timingSafeEqual(mac, Buffer.from(clientMac(key, facts))))) return undefined;
  const { n: name, r: redirectUris } = JSON.parse(Buffer.from(facts, 'base64url').toString());
  return { name, redirectUris };
}

const clientMac = (key: Buffer, facts: string): string =>
  createHmac('sha256', key)
    .update('agent program\0')
    .update(facts)
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url');

/** Why nobody can let a program in, as it is told. */
export type AgentRefusal = NonNullable<AgentRequest['refusal']>;

/** A challenge of S256: 32 bytes as base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** What is wrong with the form of a request, in sentences of the characters that an `error_description` has (RFC 6749, 4.1.2.1). */
export function malformedRequest(asked: {
  readonly responseType: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  readonly state?: string;
  /** As the program spells them. */
  readonly repeated?: readonly string[];
}): AgentRefusal | undefined {
  const { responseType, codeChallenge, codeChallengeMethod, state = '', repeated = [] } = asked;
  // A server may take several resources (RFC 8707, 2), which is why it has an error of its own.
  const [twice] = repeated.filter((name) => name !== 'resource');
  if (twice !== undefined) return invalidRequest(`${twice} is sent more than once. Send it once (RFC 6749, 3.1).`);
  if (/\p{Cc}/u.test(state)) return invalidRequest('state holds a control character. Send printable ASCII alone.');
  if (responseType === '') return invalidRequest('response_type is missing. Ask for code.');
  if (responseType !== 'code')
    return { error: 'unsupported_response_type', description: 'The only response_type is code. Ask for it.' };
  if (codeChallenge === '') return invalidRequest('code_challenge is missing. Send one, as PKCE has it (RFC 7636).');
  // Without one it would be plain (RFC 7636, 4.3).
  if (codeChallengeMethod !== 'S256')
    return invalidRequest('The only code_challenge_method is S256. Name it, and send the SHA-256 of the verifier.');
  if (!CHALLENGE.test(codeChallenge))
    return invalidRequest(
      'code_challenge is malformed. Send the SHA-256 of the verifier as base64url, without padding.',
    );
  return undefined;
}

const invalidRequest = (description: string): AgentRefusal => ({ error: 'invalid_request', description });

/** @returns The scopes that are asked for, in the portal's order; undefined where one is none that an agent gets. */
export function askedScopes(scope: string | undefined): readonly AgentScope[] | undefined {
  const names = (scope ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0) return agentScopes;
  if (names.some((name) => !(agentScopes as readonly string[]).includes(name))) return undefined;
  return agentScopes.filter((name) => names.includes(name));
}

/** A code, shown to the browser once; its hash is kept. It ends in the mark of the address that it is sent to. */
export const newCode = (redirectUri: string): string =>
  `oha_${randomBytes(32).toString('base64url')}${addressMark(redirectUri)}`;

const addressMark = (redirectUri: string): string => sha256(redirectUri).toString('base64url');
const MARK_LENGTH = addressMark('').length;

/** Whom a code serves, as one hash: nobody else can use it, whatever they have seen of it. */
export function boundTo(clientId: string, redirectUri: string, codeChallenge: string): Buffer {
  return boundToMark(clientId, addressMark(redirectUri), codeChallenge);
}

/** The same for a program that collects a code. It need not name the address again (OAuth 2.1, 10.2): its code has the mark. */
export function boundOfCollecting(
  clientId: string,
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string | undefined },
  codeChallenge: string,
): Buffer {
  if (redirectUri !== undefined) return boundTo(clientId, redirectUri, codeChallenge);
  return boundToMark(clientId, code.slice(-MARK_LENGTH), codeChallenge);
}

const boundToMark = (clientId: string, mark: string, codeChallenge: string): Buffer =>
  sha256(JSON.stringify([clientId, mark, codeChallenge]));

/** Whether a program names the resource, in any spelling of its scheme and host: clients send what people typed. */
export const isResource = (resource: string, named: string): boolean =>
  URL.canParse(named) && new URL(named).href === new URL(resource).href;

/** The challenge of a verifier (RFC 7636, 4.2: S256); undefined for a text that is no verifier. */
export function challengeOf(verifier: string): string | undefined {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return undefined;
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The address with what the program is told: its own query stays. */
export function answerAddress(redirectUri: string, told: Readonly<Record<string, string | undefined>>): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(told)) if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}
