import { networkInterfaces } from 'node:os';

/** Names that `changing-names.mjs` answers: at once with an address inside, or with one beside another. */
const CHANGING = ['inside', 'ipv6', 'mapped', 'second'].map((name) => `${name}.changing.example`);
/** Those that stand for an address outside when they are asked for the first time, and for one inside from then on. */
export const CHANGED_LATER = ['later', 'later-ipv6', 'later-mapped', 'later-second'].map(
  (name) => `${name}.changing.example`,
);
/** A host that the operator allows: what it answers with is the attacker's. */
export const ALLOWED_HOST = 'inside.allowed.changing.example';

/** This machine, as hosts of addresses are written. */
export function insideHosts(): readonly string[] {
  const own = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one === undefined || one.address.startsWith('fe80') ? [] : [one]))
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  return [
    ...new Set([
      ...own,
      'localhost',
      'LOCALHOST',
      'localhost.',
      'any.localhost',
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '127.0.1',
      '127.127.127.127',
      '0x7f.1',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '0177.0.0.1',
      '0.0.0.0',
      '0',
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '%31%32%37.0.0.1',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      'ⓛocalhost',
      ...CHANGING,
    ]),
  ];
}

/** Addresses that a reader could take for one of this machine, or of another protocol. */
export const oddAddresses = (port: number): readonly string[] => [
  `https://user:word@127.0.0.1:${port}/`,
  `https://integrator.example@127.0.0.1:${port}/`,
  `http:127.0.0.1:${port}/`,
  `http:/\\127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@integrator.example/`,
  `http://127.0.0.1:${port}#@integrator.example/`,
  `\thttp://127.0.0.1:${port}/`,
  `ht\ntp://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_x`,
  `file://127.0.0.1:${port}/etc/passwd`,
  `ws://127.0.0.1:${port}/`,
];
