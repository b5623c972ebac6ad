const at = 'packages/server/src/kernel';
const migrations = 'packages/server/migrations';

/** What everything stands on: addresses, limits, keys, the database. @type {import('../defect.mjs').Defect[]} */
export const kernel = [
  {
    name: 'kernel/trusts-forwarded-for-without-a-proxy',
    file: `${at}/http/client-address.ts`,
    find: 'if (hops === 0) return ofConnection();',
    replace: '',
    suites: [`${at}/http/client-address.test.ts`],
  },
  {
    name: 'kernel/limit-allows-one-more',
    file: `${at}/limiter/memory.ts`,
    find: 'const allowed = window.used < quota;',
    replace: 'const allowed = window.used <= quota;',
    suites: [`${at}/limiter/memory.test.ts`],
  },
  {
    name: 'kernel/row-level-security-not-forced-on-one-table',
    file: `${migrations}/0060-webhooks.sql`,
    find: 'alter table webhook_delivery force row level security;',
    replace: '',
    suites: [`${at}/database/team-tables.test.ts`],
  },
  {
    name: 'kernel/sealed-bytes-open-for-another-purpose',
    file: `${at}/keys/sealing.ts`,
    find: 'decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES));\n  try {\n    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);',
    replace:
      'decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES));\n  try {\n    return decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES));',
    suites: ['packages/server/src/portal/apps/reveal.test.ts'],
  },
  {
    name: 'kernel/poll-that-ran-before-the-commit-counts',
    file: `${at}/changes/change-feed.ts`,
    find: 'if (running === undefined) return run();',
    replace: 'return running ?? run();',
    suites: [`${at}/changes/change-feed.test.ts`],
  },
  {
    name: 'kernel/forwarded-for-read-from-the-left',
    file: `${at}/http/client-address.ts`,
    find: '.at(-hops)',
    replace: '.at(hops - 1)',
    suites: [`${at}/http/client-address.test.ts`],
  },
  {
    name: 'kernel/ipv6-address-counted-alone',
    file: `${at}/http/ip-address.ts`,
    find: "if (address.kind() === 'ipv4') return address.toString();",
    replace: "if (address.kind() === 'ipv4' || ipv6Bits < 128) return address.toString();",
    suites: [`${at}/http/client-address.test.ts`, 'packages/server/src/gateway/limits/limits.test.ts'],
  },
  {
    name: 'kernel/fetch-reaches-inside-through-ipv6',
    file: `${at}/http/ip-address.ts`,
    find: "return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);",
    replace: "return address.kind() === 'ipv4' || address.match(ipaddr.IPv6.parseCIDR('::/0'));",
    suites: [`${at}/http/outside-fetch.test.ts`, 'packages/server/src/process/inside-addresses.test.ts'],
  },
  {
    name: 'kernel/fetch-reaches-names-of-the-intranet',
    file: `${at}/http/hosts.ts`,
    find: "return !name.includes('.') || INSIDE_NAMES.test(name);",
    replace: "return !name.includes('.');",
    suites: [`${at}/http/outside-fetch.test.ts`],
  },
  {
    name: 'kernel/log-shows-fields-of-the-contract',
    file: 'packages/server/src/observe/log.ts',
    find: 'new Set([...secretFieldNames(), ...SECRET_HEADERS])',
    replace: 'new Set([...secretFieldNames().slice(0, 0), ...SECRET_HEADERS])',
    suites: ['packages/server/src/observe/log.test.ts'],
  },
  {
    name: 'kernel/connection-that-cannot-roll-back-is-reused',
    file: `${at}/database/transaction.ts`,
    find: 'client.release(broken);',
    replace: 'client.release();',
    suites: [`${at}/database/transaction.test.ts`],
  },
  {
    name: 'kernel/rolled-back-commit-counts',
    file: `${at}/database/transaction.ts`,
    find: "if (command !== 'COMMIT') throw",
    replace: 'if (command === undefined) throw',
    suites: [`${at}/database/transaction.test.ts`],
  },
  {
    name: 'config/cookie-for-a-public-suffix',
    file: 'packages/server/src/config/cookie-domain.ts',
    find: 'if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)',
    replace: 'if (getPublicSuffix(domain, { allowPrivateDomains: false }) === domain)',
    suites: ['packages/server/src/config/cookie-domain.test.ts'],
  },
  {
    name: 'config/secret-file-that-others-read',
    file: 'packages/server/src/config/secret-files.ts',
    find: 'const ANYBODY_ELSE = 0o077;',
    replace: 'const ANYBODY_ELSE = 0o070;',
    suites: ['packages/server/src/config/secret-files.test.ts'],
  },
  {
    name: 'config/one-key-for-two-purposes',
    file: 'packages/server/src/config/shared-keys.ts',
    find: 'const earlier = places.slice(0, index).find((other) => other.key.equals(key));',
    replace: 'const earlier = places.slice(0, index).find((other) => other.name === name && other.key.equals(key));',
    suites: ['packages/server/src/process/start-failures.test.ts'],
  },
];
