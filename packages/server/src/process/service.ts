import type { Config } from '../config/config.ts';
import type { Logger } from '../observe/log.ts';
import type { DemoFacts } from './demo/load-demo.ts';

/** Public addresses. */
export interface Addresses {
  readonly portal: string;
  readonly gateway: string;
  readonly signIn: string;
}

/** A running service. */
export interface Service {
  readonly addresses: Addresses;
  /** What was loaded for the demo; undefined if no demo was requested. */
  readonly demo: DemoFacts | undefined;
  /** Drains requests, then stops everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** What a service reads of the disk that is not its data. */
export interface ServiceFolders {
  /** Folder of the demo's bundles. */
  readonly demoBundles: string;
  /** Build output of the portal's pages. */
  readonly pages: string;
}

export interface ServiceOptions extends ServiceFolders {
  readonly log?: Logger;
}

/** The public addresses, of all parts of the service. */
export function addressesOf(config: Config): Addresses {
  return { portal: config.PORTAL_URL, gateway: config.BASE_URL, signIn: config.LOGIN_URL };
}

/** Milliseconds that the last ports get in any case: they are closed one after another and share one grace. */
const LEAST_GRACE_MS = 500;

/** @param endsAtMs When the grace of the whole stop ends, by `performance.now()`. @returns Milliseconds of it that are left. */
export function graceLeft(endsAtMs: number): number {
  return Math.max(LEAST_GRACE_MS, endsAtMs - performance.now());
}

/** Runs it on the first call; every call resolves with that run. */
export function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
