import type { Config } from '../config/config.ts';
import { descriptorLimit, openDescriptors } from '../kernel/process-limits.ts';
import { type Connecting, mostConnections } from './open-store.ts';

/** Descriptors for the operator's port, open files, and calls of neighbours. */
const FOR_THE_REST = 24;
/** Files that the embedded store may open beyond those it has open at the start. */
const FOR_EMBEDDED = 32;
/** The gateway's share of callers' connections, of four, where the process serves the portal too. */
const GATEWAY_OF_FOUR = 3;
const FEWEST = 8;

/**
 * How many connections each surface may have at once, by the descriptors of this process: the rest stays for health
 * checks, the database and files.
 * @returns undefined where the system has no limit.
 */
export function connectionShares(
  config: Connecting,
  limit = descriptorLimit(),
  open = openDescriptors(),
): { readonly gateway: number; readonly portal: number } | undefined {
  if (limit === undefined) return undefined;
  const left = Math.max(2 * FEWEST, limit - open - (mostConnections(config) ?? FOR_EMBEDDED) - FOR_THE_REST);
  if (config.SERVE_ONLY !== 'all') return { gateway: left, portal: left };
  const gateway = Math.max(FEWEST, Math.floor((left * GATEWAY_OF_FOUR) / 4));
  return { gateway, portal: Math.max(FEWEST, left - gateway) };
}

/** Connections that may wait for a worker where the system has no lower limit. */
const MOST_WAITING = 10_000;
/** Descriptors of the process that owns the ports, for each worker: its channel, its output, and what both are made with. */
const FOR_WORKER = 4;

/** How many connections may wait for a worker, by the descriptors of the process that owns the ports. */
export function mostWaiting(
  { WORKERS }: Pick<Config, 'WORKERS'>,
  limit = descriptorLimit(),
  open = openDescriptors(),
): number {
  if (limit === undefined) return MOST_WAITING;
  return Math.min(MOST_WAITING, Math.max(FEWEST, limit - open - WORKERS * FOR_WORKER - FOR_THE_REST));
}
