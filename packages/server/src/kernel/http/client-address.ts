import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { canonicalAddress } from './ip-address.ts';

/** What of a request tells where it came from. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** Of the connection; undefined when that is gone. */
  readonly remoteAddress: string | undefined;
}

/** The header in which proxies write where a request came from; `either` is X-Forwarded-For, and Forwarded without one. */
export type ForwardingHeader = 'either' | 'x-forwarded-for' | 'forwarded';

/** The proxies in front that are ours (decision 0100). */
export interface Proxies {
  /** That many entries, from the right, are believed. */
  readonly hops: number;
  readonly header: ForwardingHeader;
}

export const NO_PROXIES: Proxies = { hops: 0, header: 'either' };

/**
 * The address a request came from, in its one spelling. An entry that is missing, or is no address, counts as none: the
 * connection's own address is taken.
 */
export function clientAddress({ headers, remoteAddress = 'unknown' }: Sent, { hops, header }: Proxies): string {
  // An IPv4 address of a connection has one spelling already.
  const ofConnection = () => (remoteAddress.includes(':') ? remembered(remoteAddress) : remoteAddress);
  if (hops === 0) return ofConnection();
  return canonicalAddress(claimedHops(headers, header).at(-hops) ?? '') ?? ofConnection();
}

/** The same of a request that node:http has read. */
export const rawClientAddress = ({ headers, socket }: IncomingMessage, proxies: Proxies): string =>
  clientAddress({ headers, remoteAddress: socket.remoteAddress }, proxies);

function claimedHops(headers: IncomingHttpHeaders, header: ForwardingHeader): string[] {
  const xForwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
  if (header === 'x-forwarded-for' || (header === 'either' && xForwardedFor !== '')) return xForwardedFor.split(',');
  return hopsOf([headers.forwarded ?? []].flat().join(','));
}

/** Pieces of a Forwarded header: a quoted text, a separator, or anything else (RFC 7239, 4). */
const PIECES = /"(?:[^"\\]|\\.)*"|[,;]|[^",;]+/g;
const FOR = /^\s*for\s*=\s*$/i;
const FOR_TOKEN = /^\s*for\s*=\s*([^\s"]+)\s*$/i;

/** @returns What each hop says in `for`; empty where it says nothing. */
function hopsOf(forwarded: string): string[] {
  const hops = [''];
  let name = '';
  for (const piece of forwarded.match(PIECES) ?? []) {
    const last = hops.length - 1;
    if (piece === ',') hops.push('');
    else if (piece.startsWith('"') && FOR.test(name)) hops[last] = piece.slice(1, -1).replace(/\\(.)/g, '$1');
    else hops[last] = FOR_TOKEN.exec(piece)?.[1] ?? hops[last] ?? '';
    name = piece;
  }
  return hops;
}

/** Connections whose spelling is remembered: many calls come over one, and reading it costs more than finding it. */
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
