/** Longer than the usual 60 s of a load balancer, so that it, not we, closes an idle connection. */
export const KEEP_ALIVE_MS = 65_000;

/** Requests one connection may carry, so that long-lived clients are spread over nodes again. */
export const MAX_REQUESTS_PER_SOCKET = 100_000;
