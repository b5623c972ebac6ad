/** Longer than the usual 60 s of a load balancer, so that it closes idle connections and not we. */
export const KEEP_ALIVE_MS = 65_000;

/** Maximum number of requests on one connection, so that long-lived clients are spread over the nodes again. */
export const MAX_REQUESTS_PER_SOCKET = 100_000;

/** Milliseconds in which the headers of a request must arrive, and the whole of it. */
export const HEADERS_MS = 10_000;
export const REQUEST_MS = 30_000;

/** Milliseconds between two checks for connections over their time. */
export const CHECKING_MS = 5000;
