import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Maximum length of an address with a zone, brackets and a port, in characters. */
const LONGEST = 100;
/** A number, or an obfuscated port (RFC 7239, 6.3). */
const PORT = String.raw`(?::(?:\d{1,5}|_[\w.-]+))?`;
const BRACKETED = new RegExp(`^\\[([^\\]]+)\\]${PORT}$`);
const DOTTED = new RegExp(`^(\\d+\\.\\d+\\.\\d+\\.\\d+)${PORT}$`);
const ZONE = /%[\w.~-]+$/;

const BITS_PER_BYTE = 8;

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an address as servers and proxies write it: with or without quotes, brackets, a port and a zone.
 * @returns An IPv4-mapped address as IPv4; undefined for what is no address.
 */
function parse(text: string): Parsed | undefined {
  if (text.length > LONGEST) return undefined;
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const plain = DOTTED.exec(bare)?.[1] ?? (BRACKETED.exec(bare)?.[1] ?? bare).replace(ZONE, '');
  // ipaddr.js also accepts 0x7f.1 and 0177.0.0.1, which programs read differently.
  if (isIP(plain) === 0) return undefined;
  return ipaddr.process(plain);
}

/**
 * The canonical form of an address: `203.0.113.7`, `2001:db8::7` (RFC 5952).
 * @returns undefined for what is no address.
 */
export function canonicalAddress(text: string): string | undefined {
  return parse(text)?.toString();
}

/**
 * The key that a caller is counted by: an IPv4 address, or the network of an IPv6 address, because one caller has all
 * of it.
 * @param ipv6Bits Length of that network's prefix, in bits.
 * @returns `203.0.113.7` or `2001:db8:1:2::/64`; the text itself when it is no address.
 */
export function countedAddress(text: string, ipv6Bits: number): string {
  const address = parse(text);
  if (address === undefined) return text;
  if (address.kind() === 'ipv4') return address.toString();
  return `${networkAddress(address, ipv6Bits)}/${ipv6Bits}`;
}

/** @returns The address with every bit behind the prefix cleared. */
function networkAddress(address: Parsed, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(BITS_PER_BYTE, Math.max(0, bits - index * BITS_PER_BYTE));
    return byte & (0xff << (BITS_PER_BYTE - kept));
  });
  return ipaddr.fromByteArray(bytes).toString();
}

/** Whether it is a loopback address: `127.0.0.0/8` or `::1`. */
export const isLoopback = (text: string): boolean => parse(text)?.range() === 'loopback';

/**
 * IPv6 addresses allocated for the internet (RFC 4291, 2.4); ipaddr.js calls the rest unicast too, such as `::7f00:1`.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether it is an address of the public internet: not of this machine, a private network, a link or a test network.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
