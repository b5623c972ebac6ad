import { createPublicKey } from 'node:crypto';
import { optional, type Reader, variable } from './variables.ts';

/** Public keys of code hosts in PEM, by their identifiers: a configuration is sent to workers, and what `createPublicKey` makes is not. */
type KeysByName = ReadonlyMap<string, string>;

/** Maximum number of keys in one list: a code host has two or three. */
const KEYS_MAX = 100;

/** The list of keys as GitHub publishes it; other members of it are not looked at. */
const publishedKeys: Reader<KeysByName> = {
  takes:
    'the JSON in which a code host publishes its keys: {"public_keys": [{"key_identifier": "…", "key": "-----BEGIN PUBLIC KEY-----…"}]}',
  isLong: true,
  read: (value) => {
    const keys = readKeys(value);
    return typeof keys === 'string' ? undefined : keys;
  },
  problem: (value) => {
    const keys = readKeys(value);
    return typeof keys === 'string' ? keys : undefined;
  },
};

/** @returns The keys, or what is wrong with them. */
function readKeys(text: string): KeysByName | string {
  const listed = listOf(text);
  if (listed === undefined || listed.length === 0 || listed.length > KEYS_MAX) {
    return `takes ${publishedKeys.takes}, with 1 to ${KEYS_MAX} keys; save the list of the code host as it is, and name its file`;
  }
  const keys = new Map<string, string>();
  for (const [index, one] of listed.entries()) {
    const { key_identifier: name, key: pem } = (one ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '' || keys.has(name)) {
      return `key ${index + 1} has no key_identifier, or that of another: give each its own`;
    }
    if (typeof pem !== 'string' || !isPublicKey(pem))
      return `key ${index + 1} is no public key of the curve P-256 in PEM: copy it whole`;
    keys.set(name, pem);
  }
  return keys;
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const { public_keys: list } = JSON.parse(text) as { public_keys?: unknown };
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isPublicKey(pem: string): boolean {
  // A private key would do as well, and must not lie here.
  if (!pem.trimStart().startsWith('-----BEGIN PUBLIC KEY-----')) return false;
  try {
    return createPublicKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** The environment variables of reports about leaked secrets (decision 0193). */
export const leakReportVariables = {
  LEAK_REPORTS_SIGNED_BY: variable(
    optional(publishedKeys),
    '',
    'Public keys of code hosts that may report leaked app secrets to /api/leaked-secrets; empty takes no reports. LEAK_REPORTS_SIGNED_BY_FILE names a file with them.',
  ),
};
