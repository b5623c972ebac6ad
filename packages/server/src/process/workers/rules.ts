import type { Config } from '../../config/config.ts';

/** Connections to PostgreSQL that a worker needs: one to read with, and two others, of which one may be busy with a transaction. */
const LEAST_CONNECTIONS = 3;

/** What one worker may take of the machine: the budgets of the configuration are those of all workers together. */
export function shareOf(config: Config): Config {
  return {
    ...config,
    FRAME_CACHE_MB: config.FRAME_CACHE_MB / config.WORKERS,
    DATABASE_POOL_SIZE: Math.max(LEAST_CONNECTIONS, Math.floor(config.DATABASE_POOL_SIZE / config.WORKERS)),
  };
}

/** Processes of one place that may end before the first of them has served. */
export const START_TRIES = 3;

/** How long a worker may take to learn of a change, in milliseconds; then its own next look tells it (decision 0015). */
export const LOOK_PATIENCE_MS = 1000;
/** How long a request waits for the primary to count it, in milliseconds; then its worker counts alone. */
export const COUNT_PATIENCE_MS = 2000;
/** How long the operator's port waits for what a worker says of itself, in milliseconds. */
export const REPORT_PATIENCE_MS = 1000;

/** How often a worker is asked whether it is there, and how long it may take to say so, in milliseconds. */
export const ASK_EVERY_MS = 5000;
/** Questions in a row without an answer after which a worker hangs: 15 to 20 seconds. */
export const SILENT_AFTER = 3;

/** A worker that served this long was not broken from the start, in milliseconds. */
export const STEADY_MS = 10_000;
/** Waits before a worker is replaced that did not serve for long, in milliseconds: doubled from the first to the last. */
const FIRST_WAIT_MS = 200;
const LAST_WAIT_MS = 10_000;

/**
 * How long to wait before a worker is replaced, in milliseconds.
 * @param shortLives How many workers of this place in a row ended before they had served for STEADY_MS.
 */
export function replacementDelayMs(shortLives: number): number {
  return shortLives === 0 ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (shortLives - 1));
}
