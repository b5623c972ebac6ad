import { isIP } from 'node:net';
import { isLoopback, isPublic } from './ip-address.ts';

/** Names of private networks: reserved ones (RFC 6761, RFC 6762, RFC 8375), and what clouds and offices use. */
const INSIDE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|corp|private)$/;

/** A host in comparable form: in lower case, without brackets and the dot at its end. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

export const isSameHost = (one: string, other: string): boolean => bareHost(one) === bareHost(other);

/** Whether a host reaches only this machine: localhost, 127.0.0.1, [::1]. */
export function isLoopbackHost(host: string): boolean {
  const name = bareHost(host);
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
}

/**
 * Whether a host belongs to the operator's own network: an address that is not public, a name without a dot, or one of
 * the names that such networks use.
 * @param host As `URL.hostname` has it: 0x7f.1 has become 127.0.0.1 there.
 */
export function leadsInside(host: string): boolean {
  const name = bareHost(host);
  if (isIP(name) !== 0) return !isPublic(name);
  return !name.includes('.') || INSIDE_NAMES.test(name);
}
