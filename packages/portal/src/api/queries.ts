import { QueryClient } from '@tanstack/react-query';
import { PortalError, PortalUnreachable } from './portal-error.ts';

/** How often a read is repeated when no answer arrives. A failure the portal names is not repeated: it would stay. */
const READ_RETRIES = 2;

/** How often a read that found no portal is tried again: the page mends itself when the portal is back. */
const UNREACHABLE_POLL_MS = 5_000;

/**
 * How often a query is read again by itself.
 * @param usual Milliseconds, or false for not at all.
 */
export function readAgain(error: Error | null, usual: number | false): number | false {
  if (error instanceof PortalUnreachable) return UNREACHABLE_POLL_MS;
  if (error instanceof PortalError && error.retryAfterS !== undefined) return error.retryAfterS * 1000;
  return usual;
}

/** @returns The pages' cache of what the portal answered; in memory only. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => !(error instanceof PortalError) && count < READ_RETRIES,
        refetchInterval: ({ state }) => readAgain(state.error, false),
      },
      // Sent now or not at all: one that waited for the network would happen after it was cancelled.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
