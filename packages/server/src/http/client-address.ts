import type { IncomingMessage } from 'node:http';
import type { GatewayRequest } from './gateway-request.ts';

/**
 * The address a request came from.
 * @param proxyHops Proxies in front that are ours: that many entries, from the right of X-Forwarded-For, are believed.
 */
export function clientAddress(
  { headers, remoteAddress = 'unknown' }: Pick<GatewayRequest, 'headers' | 'remoteAddress'>,
  proxyHops: number,
): string {
  if (proxyHops === 0) return remoteAddress;
  const forwarded = headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim());
  const claimed = hops.at(-proxyHops);
  return claimed === undefined || claimed === '' ? remoteAddress : claimed;
}

/** The same of a request that node:http has read. */
export const rawClientAddress = ({ headers, socket }: IncomingMessage, proxyHops: number): string =>
  clientAddress({ headers, remoteAddress: socket.remoteAddress }, proxyHops);
