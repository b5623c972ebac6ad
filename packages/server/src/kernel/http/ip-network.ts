import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network in canonical form, ready to compare addresses with. */
export interface IpNetwork {
  /** `203.0.113.0/24`, `2001:db8::/32`. */
  readonly text: string;
  readonly base: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

const SLASH_BITS = /^([^/]+)(?:\/(\d{1,3}))?$/;
const BITS = { ipv4: 32, ipv6: 128 } as const;

/**
 * Reads a network as people write it, or a single address. An IPv4-mapped one is taken for none: its prefix means something else
 * than it says.
 * @returns undefined for anything else. Bits behind the prefix are cleared.
 */
export function networkOf(text: string): IpNetwork | undefined {
  const [, written = '', prefix] = SLASH_BITS.exec(text.trim()) ?? [];
  if (isIP(written) === 0 || written.includes('%')) return undefined;
  const address = ipaddr.parse(written);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return undefined;
  const most = BITS[address.kind()];
  const bits = prefix === undefined ? most : Number(prefix);
  if (bits > most) return undefined;
  const of = `${written}/${bits}`;
  const base =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(of) : ipaddr.IPv6.networkAddressFromCIDR(of);
  return { text: `${base.toString()}/${bits}`, base, bits };
}

/**
 * Holds nobody's address: stands for a stored network that cannot be read, so that what is limited to it is not open to all.
 */
export const NOWHERE: IpNetwork = { text: '::/128', base: ipaddr.IPv6.parse('::'), bits: BITS.ipv6 };

/** @param address In canonical form; what is none is in no network. */
export function isInside(networks: readonly IpNetwork[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(({ base, bits }) => base.kind() === parsed.kind() && parsed.match(base, bits));
}
