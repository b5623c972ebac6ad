/** Longer than the usual 60 s of a load balancer, so that it, not we, closes an idle connection. */
export const KEEP_ALIVE_MS = 65_000;

/** Requests one connection may carry, so that long-lived clients are spread over nodes again. */
export const MAX_REQUESTS_PER_SOCKET = 100_000;

/** Milliseconds in which the headers of a request must have come, and the whole of it. */
export const HEADERS_MS = 10_000;
export const REQUEST_MS = 30_000;

/** Milliseconds between two looks for connections that are late. */
export const CHECKING_MS = 5000;

/** Largest body an operation takes, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;
