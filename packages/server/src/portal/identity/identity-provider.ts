declare const provider: unique symbol;

/** An address of the identity provider's sign-in page, ready for a Location header. Only adapters create one. */
export type ProviderAddress = string & { readonly [provider]: 'ProviderAddress' };

/** @param address Built from the configuration by an adapter, never from a request. */
export function providerAddress(address: URL): ProviderAddress {
  return address.href as ProviderAddress;
}

/** A sign-in that the provider confirmed. */
export interface ConfirmedSignIn {
  /** What the adapter needs to fetch the profile later; sealed with the session. */
  readonly token: string;
  /** The provider's user id. It is hashed at once and stored nowhere. */
  readonly subject: string;
  /** Source of the sign-in (`currentSource`). */
  readonly source: string;
  /** The provider's own session id, when it has one, so that its logout finds our session. */
  readonly providerSession: string | null;
}

/** A person's profile at the provider, fit to be shown. */
export interface Profile {
  /** The provider's user id, for comparison with the account only. */
  readonly subject: string;
  /** May be empty. */
  readonly email: string;
  /** False when the provider says that the address is not verified: then others are not shown it as this person's. */
  readonly isEmailVerified: boolean;
  /**
   * True when the provider confirms the address, or knows verified addresses only. An address without a statement is
   * shown, but makes nobody an operator.
   */
  readonly isEmailVouched: boolean;
  /** Whether the person has the claim of `OPERATOR_CLAIM`. */
  readonly hasOperatorClaim: boolean;
  /** Never empty. */
  readonly name: string;
  /** An https address, or empty. */
  readonly avatarUrl: string;
}

/** Why somebody was not signed in. It concerns the browser that asked, and nobody else (decision 0090). */
export class SignInRefusal {
  /** The reason, for the log. Names no person, token or address. */
  readonly reason: string;
  /** For the page. */
  readonly told: ToldOfRefusal;
  /** The provider's user id, if its answer names somebody; null otherwise. For the audit of their Teams. */
  readonly subject: string | null;

  constructor(reason: string, told: ToldOfRefusal = {}, subject: string | null = null) {
    this.reason = reason;
    this.told = told;
    this.subject = subject;
  }
}

/** What a person is told about a refusal. */
export interface ToldOfRefusal {
  /** The provider's own words, shortened and fit to be shown as text. */
  readonly says?: string;
  /** Seconds by which the provider's clock and ours differ. */
  readonly clocksDifferS?: number;
  /** Why operators have suspended the person. */
  readonly suspended?: string;
}

/**
 * What sign-in needs of an identity provider (SPEC 3.1). Every call ends within its timeout. Every call may throw
 * {IdentityProviderUnavailable}: that is an outage, never a refusal (decision 0024).
 */
export interface IdentityProvider {
  /** Name the accounts are stored under: `builtin`, `ticket`, or the issuer of an OpenID provider. */
  readonly name: string;
  /** Starts a handshake: where to send the browser, and what `finish` must be given back. */
  begin(): Promise<{ readonly address: ProviderAddress; readonly memory: string }>;
  /** The parts of a callback's query that may be used only once, such as its ticket. */
  ticketsOf(query: URLSearchParams): readonly string[];
  /**
   * Whether a callback belongs to this handshake. `unknown` where the protocol does not say: then each is tried at the
   * provider in turn (decision 0091).
   */
  isFor(query: URLSearchParams, memory: string): boolean | 'unknown';
  /**
   * Checks a callback without asking the provider: it is browser input, so it never counts as the provider's answer.
   * @returns undefined when the provider is to be asked.
   */
  judge(query: URLSearchParams, memory: string): SignInRefusal | undefined;
  /**
   * @param query Of the callback, checked.
   * @param from The caller's key: failures are counted by caller, because it is not known yet who it is.
   * @returns A refusal when the provider does not confirm this sign-in.
   */
  finish(query: URLSearchParams, memory: string, from: string): Promise<ConfirmedSignIn | SignInRefusal>;
  /**
   * @param person Whose token it is, as a text that is the same at each sign-in: failures are counted by person.
   * @returns `ended` when the provider says that the token is no longer valid.
   */
  profile(token: string, person: string): Promise<Profile | 'ended'>;
  /**
   * @param profile Fetched with the token at sign-in.
   * @returns The token to seal with the session: with the profile, where a time comes in which it can no longer be fetched.
   */
  keep(token: string, profile: Profile): string;
}

/** @returns Whom the logout token names, or undefined when it is not a valid one of this provider. */
export type BackChannelLogout = (logoutToken: string) => Promise<NamedByLogout | undefined>;

/** Whose sessions a logout token ends. */
export interface NamedByLogout {
  readonly subject: string | null;
  readonly providerSession: string | null;
  /** Identifies the token; it counts once. */
  readonly id: string;
  /** Seconds until it expires by itself. */
  readonly leftS: number;
}

/**
 * Why there is no usable answer (decision 0090). `provider`: no answer, a timeout, or a 5xx; only this opens a breaker.
 * `answer`: an answer that cannot be used. `person`: a 4xx that refuses one person's token or code without saying that
 * it has ended. `breaker`: the provider was not asked.
 */
export type UnavailableBecause = 'provider' | 'answer' | 'person' | 'breaker';

/** There is no usable answer. The reason is logged; it names no person, token or address. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
  readonly because: UnavailableBecause;
  /** Seconds after which the provider takes the next call of this person; null when it did not say. */
  readonly retryAfterS: number | null;

  constructor(reason: string, because: UnavailableBecause, retryAfterS: number | null = null) {
    super(reason);
    this.because = because;
    this.retryAfterS = retryAfterS;
  }
}
