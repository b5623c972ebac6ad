import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What of a request tells where it came from. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** Of the connection; undefined when that is gone. */
  readonly remoteAddress: string | undefined;
}

/**
 * The address a request came from.
 * @param proxyHops Proxies in front that are ours: that many entries, from the right of X-Forwarded-For, are believed.
 */
export function clientAddress({ headers, remoteAddress = 'unknown' }: Sent, proxyHops: number): string {
  if (proxyHops === 0) return remoteAddress;
  const forwarded = headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim());
  const claimed = hops.at(-proxyHops);
  return claimed === undefined || claimed === '' ? remoteAddress : claimed;
}

/** The same of a request that node:http has read. */
export const rawClientAddress = ({ headers, socket }: IncomingMessage, proxyHops: number): string =>
  clientAddress({ headers, remoteAddress: socket.remoteAddress }, proxyHops);
