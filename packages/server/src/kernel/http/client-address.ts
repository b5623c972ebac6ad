import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { canonicalAddress } from './ip-address.ts';

/** The parts of a request that say where it came from. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** Of the connection; undefined when that is closed. */
  readonly remoteAddress: string | undefined;
}

/**
 * The header in which proxies write where a request came from; `either` is X-Forwarded-For, or Forwarded without one.
 */
export type ForwardingHeader = 'either' | 'x-forwarded-for' | 'forwarded';

/** Our own proxies in front of the service (decision 0100). */
export interface Proxies {
  /** That many entries, from the right, are trusted. */
  readonly hops: number;
  readonly header: ForwardingHeader;
}

export const NO_PROXIES: Proxies = { hops: 0, header: 'either' };

/**
 * The address a request came from, in canonical form. When the entry is missing or is no address, the connection's own
 * address is used.
 */
export function clientAddress({ headers, remoteAddress = 'unknown' }: Sent, { hops, header }: Proxies): string {
  // An IPv4 address of a connection is canonical already.
  const ofConnection = () => (remoteAddress.includes(':') ? remembered(remoteAddress) : remoteAddress);
  if (hops === 0) return ofConnection();
  return canonicalAddress(claimedHops(headers, header).at(-hops) ?? '') ?? ofConnection();
}

/** How the entries of a request differ from the trusted proxies; undefined when they fit. */
export type ForwardingMismatch = 'unbelieved' | 'missing' | 'beyond';

/**
 * Whether what proxies wrote fits the configuration. Callers may write entries too, so a single call proves nothing.
 */
export function forwardingMismatch(headers: IncomingHttpHeaders, proxies: Proxies): ForwardingMismatch | undefined {
  const entries = claimedHops(headers, proxies.header).filter((entry) => entry !== '').length;
  if (proxies.hops === 0) return entries > 0 ? 'unbelieved' : undefined;
  if (entries === proxies.hops) return undefined;
  return entries < proxies.hops ? 'missing' : 'beyond';
}

/** `clientAddress` of a request that node:http has read. */
export const rawClientAddress = ({ headers, socket }: IncomingMessage, proxies: Proxies): string =>
  clientAddress({ headers, remoteAddress: socket.remoteAddress }, proxies);

function claimedHops(headers: IncomingHttpHeaders, header: ForwardingHeader): string[] {
  const xForwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
  if (header === 'x-forwarded-for' || (header === 'either' && xForwardedFor !== '')) return xForwardedFor.split(',');
  return hopsOf([headers.forwarded ?? []].flat().join(','));
}

/** Pieces of a Forwarded header: a quoted text, a separator, or anything else (RFC 7239, 4). */
const PIECES = /"(?:[^"\\]|\\.)*"|[,;]|[^",;]+/g;
/** What stands before a quoted value, and after it. */
const NAME = /=\s*$/;
const END = /^(?:[,;]|\s*$)/;
const FOR = /^\s*for\s*=\s*$/i;
const FOR_TOKEN = /^\s*for\s*=\s*([^\s"]+)\s*$/i;

/**
 * @returns What each hop says in `for`; empty where it says nothing, or says it twice, which the RFC forbids. None where quotes do not
 * pair, or stand elsewhere than around a whole value: an open one of the caller's would swallow what our proxy appends.
 */
function hopsOf(forwarded: string): string[] {
  const hops: string[][] = [[]];
  const pieces = forwarded.match(PIECES) ?? [];
  // An unpaired quote belongs to no piece.
  if (pieces.join('') !== forwarded) return [];
  for (const [at, piece] of pieces.entries()) {
    const name = pieces[at - 1] ?? '';
    const isQuoted = piece.startsWith('"');
    if (isQuoted && !(NAME.test(name) && END.test(pieces[at + 1] ?? ''))) return [];
    const said = isQuoted && FOR.test(name) ? piece.slice(1, -1).replace(/\\(.)/g, '$1') : FOR_TOKEN.exec(piece)?.[1];
    if (piece === ',') hops.push([]);
    else if (said !== undefined) hops.at(-1)?.push(said);
  }
  return hops.map(([said = '', ...others]) => (others.length === 0 ? said : ''));
}

/** Cache size of canonical addresses: many calls come over one connection, and parsing costs more than a lookup. */
const MOST_REMEMBERED = 10_000;
const spellings = new Map<string, string>();

function remembered(remoteAddress: string): string {
  const known = spellings.get(remoteAddress);
  if (known !== undefined) return known;
  const spelling = canonicalAddress(remoteAddress) ?? remoteAddress;
  if (spellings.size >= MOST_REMEMBERED) spellings.clear();
  spellings.set(remoteAddress, spelling);
  return spelling;
}
