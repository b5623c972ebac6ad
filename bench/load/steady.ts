import type { Cores } from '../measure/cores.ts';
import { type Outcome, runGenerator } from './generator.ts';
import type { Drive, Load } from './load.ts';

/** What the generator is told. */
export interface Plan {
  readonly load: Load;
  readonly connections: number;
  readonly seconds: number;
  /** Requests begun a second; without it, the next is sent as soon as one is answered. */
  readonly requestsPerSecond?: number;
}

export async function runSteady(cores: Cores, plan: Plan): Promise<Outcome> {
  return (await runGenerator(cores, 'steady.main.ts', plan)) as Outcome;
}

/** Load from a generator of our own, for machines without `wrk`. */
export function steadyDrive(cores: Cores): Drive {
  return (load, connections, seconds) => runSteady(cores, { load, connections, seconds });
}
