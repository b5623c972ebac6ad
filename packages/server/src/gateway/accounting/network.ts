import { isIP } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** Groups of 16 bits in a /48, the usual allocation of one site. */
const NETWORK_GROUPS = 3;

/**
 * The part of an address that is kept: enough to distinguish one's own servers, not enough to identify a person.
 * @returns `203.0.113.0/24` or `2001:db8:1::/48`; empty for what is no address.
 */
export function networkOf(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  switch (isIP(plain)) {
    case 4:
      return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
    case 6:
      return `${groupsOf(plain).slice(0, NETWORK_GROUPS).join(':')}::/48`;
    default:
      return '';
  }
}

/** The groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group])),
  );
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}
