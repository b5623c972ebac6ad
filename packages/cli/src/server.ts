/** The service's code. */
export type Server = typeof import('@openhouse/server');

/** Loads the service's code lazily: it is half of a command's start-up time, and commands for a portal do not need it. */
export const loadServer = (): Promise<Server> => import('@openhouse/server');
