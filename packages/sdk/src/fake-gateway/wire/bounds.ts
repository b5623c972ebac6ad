// Generated from the contract by `npm run reference`: change the contract instead.

/** Maximum size of a body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Maximum size of the request line and the headers together, in bytes. */
export const MAX_HEAD_BYTES = 16 * 1024;
