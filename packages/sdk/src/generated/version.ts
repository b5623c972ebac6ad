// Generated from the contract by `npm run reference`: change the contract instead.

/** Version of this package. */
export const version = '0.1.0';
