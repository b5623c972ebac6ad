/** How the portal stands with an OpenID provider. */
export interface OidcOptions {
  /** Issuer of the provider as it names itself, with or without a slash at its end. */
  readonly issuer: string;
  readonly clientId: string;
  /** null for a public client. */
  readonly clientSecret: string | null;
  /** Scopes, space separated; `openid` among them. */
  readonly scope: string;
  readonly callbackUrl: string;
  /** What the developer account names as `currentSource`. */
  readonly source: string;
  /** Milliseconds a call may take. */
  readonly timeoutMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}
