import type { Cores } from '../measure/cores.ts';
import type { Outcome } from './generator.ts';
import type { Load, Pace } from './load.ts';
import { runSteady } from './steady.ts';
import { hasWrk, wrkPaced } from './wrk.ts';

/** Asks about so many times a second for so many seconds, and tells how long answers took. */
export type Paced = (load: Load, pace: Pace) => Promise<Outcome>;

/** Most connections of our own generator; wrk takes as many as the rate needs. */
const CONNECTIONS = 32;

/** By wrk where it is installed; our own generator needs a core for itself. @param folder For files that wrk reads. */
export function pacedLoad(cores: Cores, folder: string): Paced {
  if (hasWrk()) return (load, pace) => wrkPaced(cores, folder, load, pace);
  return (load, pace) => runSteady(cores, { ...pace, load, connections: CONNECTIONS });
}
