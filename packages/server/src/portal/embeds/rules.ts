import { randomBytes } from 'node:crypto';
import { type embedStates, explorerOperations } from '@openhouse/contract';

/** A tour and the state of its public address. */
export interface EmbedRow {
  /** Resource code. */
  readonly code: string;
  /** Null for a tour that nobody made public yet. */
  readonly id: string | null;
  readonly hosts: readonly string[];
  readonly state: (typeof embedStates)[number];
  /** Of the tour as it is now: the hash of its import, in hexadecimal digits. */
  readonly version: string;
}

/** What somebody changes; what is undefined stays. */
export interface EmbedChange {
  readonly on?: boolean;
  /** With on: the one that was looked at. */
  readonly version?: string;
  readonly hosts?: readonly string[];
}

/** A tour that anybody with the id may see now. */
export interface PublicTour {
  /** In digits. */
  readonly teamId: string;
  /** Public code of the Team: in no answer. */
  readonly team: string;
  readonly code: string;
  readonly name: string;
  readonly hosts: readonly string[];
  /** SHA-256 of the cover picture; null without one. */
  readonly cover: Buffer | null;
}

/** 128 random bits. */
export const newEmbedId = (): string => randomBytes(16).toString('base64url');

/** Whether a text can be an id at all: nothing else is looked up. */
export const isEmbedId = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** Every read besides the first, which the viewer always makes. */
export const embedReads: readonly string[] = explorerOperations.filter((name) => name !== 'vr-info');

/** Hosts of this machine, which a developer's page comes from without https. */
const LOCAL = /^(localhost|127\.0\.0\.1)$/;
/** Plain names: CSP has a meaning for `*`, `;`, and spaces, and none for addresses of IPv6. */
const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * The origins as browsers compare them, each once.
 * @returns What is wrong with the first that is none, for the person who typed it.
 */
export function givenHosts(texts: readonly string[]): readonly string[] | { readonly problem: string } {
  const origins = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const problem = (what: string) => ({ problem: `/hosts/${index} ${what}` });
    if (!URL.canParse(text)) return problem('is not an origin. Write one as https://homes.example.');
    const { origin, protocol, hostname, href } = new URL(text);
    if (protocol !== 'https:' && !(protocol === 'http:' && LOCAL.test(hostname)))
      return problem('is not https. Pages on this machine alone may be http://localhost.');
    if (href !== `${origin}/`) return problem('has more than an origin. Leave out path, query, user and password.');
    if (!HOST.test(hostname)) return problem('does not name one host. Name each host by itself, without a wildcard.');
    origins.add(origin);
  }
  return [...origins];
}

/**
 * Replaces the addresses of the Team's files in an answer of the gateway, whatever host they name and however they are spelt: the
 * tour's own become those below the public page, and those of other tours of the Team become empty, so that no answer
 * names the Team.
 * @param json Numbers keep their digits: only texts are read.
 * @param files Address of the public tour's files, without a slash at its end.
 */
export function withPublicFiles(
  json: string,
  { team, code }: Pick<PublicTour, 'team' | 'code'>,
  files: string,
): string {
  const ofTeam = spelt(`/files/${encodeURIComponent(team)}`);
  // With an escape by its number, any character of an address may be spelt so: then every text is read.
  if (!json.includes('\\u') && !ofTeam.test(json.replaceAll('\\/', '/'))) return json;
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (literal) => {
    const text = JSON.parse(literal) as string;
    if (!ofTeam.test(text)) return literal;
    const parts = text.split(ADDRESSES).map((part) => publicAddress(part, ofTeam, code, files));
    return JSON.stringify(parts.join(''));
  });
}

/** Finds a text in addresses: also with characters that are percent-encoded, once or in the parameter of another, or in HTML's way. */
function spelt(text: string): RegExp {
  const ways = [...text].map((character) => {
    const number = character.charCodeAt(0);
    const hex = number.toString(16);
    return `(?:${character.replace(/\W/, '\\$&')}|%(?:25)*${hex}|&#(?:0*${number}|x0*${hex});?)`;
  });
  return new RegExp(`${ways.join('')}(?![\\w-])`, 'i');
}

/** Between addresses, and what stands around them in a text. */
const ADDRESSES = /([\s"'<>()]+)|(?=https?:\/\/)|(?<![:/])(?=\/\/)/;

/** @param part An address, or what stands between two. */
function publicAddress(part = '', ofTeam: RegExp, code: string, files: string): string {
  const found = ofTeam.exec(part);
  if (found === null) return part;
  const before = part.slice(0, found.index);
  const host = /^(?:https?:)?\/\//.test(before) ? '' : before;
  // Slashes that are encoded belong to a parameter of another address.
  const isPlain = /^\/[^/]+\/[^/]+$/.test(found[0]);
  const [, tour, path = ''] = /^\/([^/?#]+)(.*)$/s.exec(part.slice(found.index + found[0].length)) ?? [];
  // What else the address names of the Team, as in its query, would stay.
  return isPlain && tour !== undefined && decoded(tour) === code && !ofTeam.test(path) ? host + files + path : host;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
