/** The portal's registration at an OpenID provider. */
export interface OidcOptions {
  /** Issuer of the provider as it names itself, with or without a slash at its end. */
  readonly issuer: string;
  readonly clientId: string;
  /** null for a public client. */
  readonly clientSecret: string | null;
  /** Scopes, space separated; `openid` among them. */
  readonly scope: string;
  readonly callbackUrl: string;
  /** Value of the developer account's `currentSource`. */
  readonly source: string;
  /** The claim that operators have (`OPERATOR_CLAIM`); null or absent for none. */
  readonly operatorClaim?: { readonly name: string; readonly value: string } | null;
  /** Milliseconds a call may take. */
  readonly timeoutMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}
