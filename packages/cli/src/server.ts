/** The service's own code. */
export type Server = typeof import('@openhouse/server');

/** Loads the service's own code: half of a command's start, which those that only talk to a portal do without. */
export const loadServer = (): Promise<Server> => import('@openhouse/server');
