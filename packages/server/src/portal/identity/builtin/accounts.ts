import { createHash } from 'node:crypto';
import type { TeamRole } from '@openhouse/contract';

/** Somebody who can sign in at the built-in page. */
export interface BuiltinAccount {
  readonly name: string;
  readonly email: string;
}

/** Name of the provider that the built-in page stands in for. */
export const BUILTIN_PROVIDER = 'builtin';

/** An account that the page offers, and its role in the demo Team. */
export interface OfferedAccount extends BuiltinAccount {
  readonly role: TeamRole | null;
}

/** The user id of an account: one per e-mail address, case-insensitive. */
export function builtinSubject(email: string): string {
  return createHash('sha256').update(`builtin\0${email.toLowerCase()}`).digest('base64url');
}

const EMAIL = /^[^\s@<>()",;:\\[\]]{1,64}@[^\s@<>()",;:\\[\]]{1,255}$/u;
const NAME_MAX_CHARS = 128;

/**
 * The account that a submitted form asks for.
 * @param name Empty for an offered account, or to use the first part of the address.
 * @returns undefined for an invalid address.
 */
export function chosenAccount(
  offered: readonly OfferedAccount[],
  email: string,
  name: string,
): BuiltinAccount | undefined {
  const address = email.trim();
  if (!EMAIL.test(address)) return undefined;
  const known = offered.find((account) => account.email.toLowerCase() === address.toLowerCase());
  const called = name.trim().slice(0, NAME_MAX_CHARS);
  return { email: address, name: called === '' ? (known?.name ?? address.slice(0, address.indexOf('@'))) : called };
}
