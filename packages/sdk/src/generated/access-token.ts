// Generated from the contract by `npm run reference`: change the contract instead.

export interface AccessTokenData {
  /**
   * Opaque token. Send it raw as "Authorization: <access_token>"; never to a browser. Secret: keep it out of logs,
   * addresses and stores.
   */
  access_token: string;
  /** When the token ends: Unix timestamp in seconds. */
  expire_at: number;
}
