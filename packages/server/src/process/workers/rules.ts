import type { Config } from '../../config/config.ts';

/**
 * Minimum number of connections to PostgreSQL of a worker: one for reads, and two others, of which one may be busy with
 * a transaction.
 */
const LEAST_CONNECTIONS = 3;

/** A worker's share of the machine: the budgets of the configuration are for all workers together. */
export function shareOf(config: Config): Config {
  return {
    ...config,
    FRAME_CACHE_MB: config.FRAME_CACHE_MB / config.WORKERS,
    DATABASE_POOL_SIZE: Math.max(LEAST_CONNECTIONS, Math.floor(config.DATABASE_POOL_SIZE / config.WORKERS)),
  };
}

/** Failed starts of one worker, before it has ever served, after which the service gives up. */
export const START_TRIES = 3;

/** Timeout for a worker to learn of a change, in milliseconds; then it learns by its own next poll (decision 0015). */
export const LOOK_PATIENCE_MS = 1000;
/** Timeout for the primary to count a request, in milliseconds; then its worker counts alone. */
export const COUNT_PATIENCE_MS = 2000;
/** Timeout for a worker's report on the operator's port, in milliseconds. */
export const REPORT_PATIENCE_MS = 1000;

/** Interval and timeout of a worker's health checks, in milliseconds. */
export const ASK_EVERY_MS = 5000;
/** Consecutive unanswered health checks after which a worker counts as hanging: 15 to 20 seconds. */
export const SILENT_AFTER = 3;

/** A worker that served this long was not broken from the start, in milliseconds. */
export const STEADY_MS = 10_000;
/** Delays before a short-lived worker is replaced, in milliseconds: doubled from the first to the last. */
const FIRST_WAIT_MS = 200;
const LAST_WAIT_MS = 10_000;

/**
 * Delay before a worker is replaced, in milliseconds.
 * @param shortLives How many consecutive workers in this position ended before they had served for STEADY_MS.
 */
export function replacementDelayMs(shortLives: number): number {
  return shortLives === 0 ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (shortLives - 1));
}
