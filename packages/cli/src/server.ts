import { loadSparingly } from '@openhouse/server/load-program';

/** The service's code. */
export type Server = typeof import('@openhouse/server');

/** Loads the service's code lazily: it is half of a command's start-up time, and commands for a portal do not need it. */
export function loadServer(): Promise<Server> {
  loadSparingly(import.meta.url, '@openhouse/server');
  return import('@openhouse/server');
}
