/** Marks an error for which a server breaks the connection off, in place of answering it; known to other copies of the package too. */
export const BREAKS_CONNECTION = Symbol.for('@openhouse/sdk: breaks the connection');

export const breaksConnection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && BREAKS_CONNECTION in error;
