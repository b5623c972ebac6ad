import type { Visitor } from './visitor.ts';

/** Who operates the installation (decision 0132). */
export interface Operators {
  /** Addresses that the identity provider confirms, in lower case (`OPERATORS`). */
  readonly addresses: ReadonlySet<string>;
  /** Seconds since signing in within which they act as operators (`OPERATOR_MAX_SIGN_IN_AGE_S`). */
  readonly maxSignInAgeS: number;
}

/** Nobody, for code outside the portal of an installation. */
export const NO_OPERATORS: Operators = { addresses: new Set(), maxSignInAgeS: 1 };

/**
 * Whether a visitor operates the installation: a command at the store that acts for nobody else, the claim of
 * `OPERATOR_CLAIM`, or an address of `OPERATORS` that the provider confirms. An address without confirmation is not
 * enough: with some providers anybody may enter any.
 */
export function isOperatorHere(visitor: Visitor, { addresses }: Operators): boolean {
  if (!('profile' in visitor)) return false;
  const { profile, operator } = visitor;
  if (operator !== undefined) return operator.acts === 'alone';
  return profile.hasOperatorClaim || (profile.isEmailVouched && addresses.has(profile.email.toLowerCase()));
}
