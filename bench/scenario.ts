import type { Load } from './load/load.ts';
import type { Server } from './servers/server.ts';

/** One server in a comparison, and what it is asked. */
export interface Contender {
  readonly name: string;
  readonly load: Load;
  readonly server: Server;
}

/** A ratio that must hold: ours to a peer, by processor time a request. */
export interface Target {
  /** Which contender of ours; the first unless it is said. */
  readonly ours?: string;
  readonly against: string;
  readonly atLeast: number;
}

/** A comparison under the same load. The first contender is ours. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly targets: readonly Target[];
  /** Starts the peers; ours may be running already. */
  start(): Promise<{ readonly contenders: readonly Contender[]; stop(): Promise<void> }>;
}

export const OURS = 'openhouse';
/** The service of another build, where the command line names one. */
export const OTHER_BUILD = 'the other build';
/** What another build is held to. */
export const BESIDE_OTHER_BUILD: Target = { against: OTHER_BUILD, atLeast: 0.95 };
