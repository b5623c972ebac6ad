declare const provider: unique symbol;

/** An address of the identity provider's sign-in page, ready for a Location header. Only adapters make one. */
export type ProviderAddress = string & { readonly [provider]: 'ProviderAddress' };

/** @param address Built from the configuration by an adapter, never from a request. */
export function providerAddress(address: URL): ProviderAddress {
  return address.href as ProviderAddress;
}

/** A sign-in that the provider confirmed. */
export interface ConfirmedSignIn {
  /** What the adapter needs to ask for the profile later; kept sealed with the session. */
  readonly token: string;
  /** The provider's user id. It is hashed at once and goes nowhere. */
  readonly subject: string;
  /** Source of the sign-in (`currentSource`). */
  readonly source: string;
  /** The provider's own session id, when it has one, so that its logout finds our session. */
  readonly providerSession: string | null;
}

/** What the provider tells of a person, fit to be shown. */
export interface Profile {
  /** The provider's user id, for comparison with the account only. */
  readonly subject: string;
  /** May be empty. */
  readonly email: string;
  /** Never empty. */
  readonly name: string;
  /** An https address, or empty. */
  readonly avatarUrl: string;
}

/**
 * What sign-in needs of an identity provider (SPEC 3.1). Every call ends within the time budget.
 * Every call may throw {IdentityProviderUnavailable}: that is an outage, never a refusal (decision 0024).
 */
export interface IdentityProvider {
  /** Name the accounts are kept under: `builtin`, `ticket`, or the issuer of an OpenID provider. */
  readonly name: string;
  /** Starts a handshake: where to send the browser, and what `finish` must be given back. */
  begin(): Promise<{ readonly address: ProviderAddress; readonly memory: string }>;
  /** What of a callback's query may be used once only, such as its ticket. */
  ticketsOf(query: URLSearchParams): readonly string[];
  /** @param query Of the callback. @returns `refused` when the provider does not confirm this sign-in. */
  finish(query: URLSearchParams, memory: string): Promise<ConfirmedSignIn | 'refused'>;
  /** @returns `ended` when the provider says that the token no longer stands for anybody. */
  profile(token: string): Promise<Profile | 'ended'>;
}

/** @returns Whom the logout token names, or undefined when it is not a valid one of this provider. */
export type BackChannelLogout = (
  logoutToken: string,
) => Promise<{ readonly subject: string | null; readonly providerSession: string | null } | undefined>;

/** The provider gave no usable answer. The reason goes to the log; it names no person, token or address. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
}
