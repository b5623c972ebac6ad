import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from.
 * @param proxyHops Proxies in front that are ours: that many entries, from the right of X-Forwarded-For, are believed.
 */
export function clientAddress(request: IncomingMessage, proxyHops: number): string {
  const connection = request.socket.remoteAddress ?? 'unknown';
  if (proxyHops === 0) return connection;
  const forwarded = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim());
  const claimed = hops.at(-proxyHops);
  return claimed === undefined || claimed === '' ? connection : claimed;
}
