/** The environment variables from which samples read the app secret and the access token. */
export const SECRET_VARIABLE = 'OPENHOUSE_APP_SECRET';
export const TOKEN_VARIABLE = 'OPENHOUSE_TOKEN';

/** The body of the exchange. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What a program of a sample does, in any language. */
export interface SampleProgram {
  /** The exchange of key and secret for a token. Without it the program reads the token from the environment. */
  readonly exchange?: { readonly address: string; readonly appKey: string };
  /** The call that takes the token. Without it the program prints what the exchange answers. */
  readonly call?: {
    readonly method: string;
    /** With its query. */
    readonly address: string;
    /** Of the body; empty where there is none. */
    readonly mediaType: string;
    readonly body: string;
  };
}
