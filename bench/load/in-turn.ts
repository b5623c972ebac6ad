import type { Cores } from '../measure/cores.ts';
import { type Outcome, runGenerator } from './generator.ts';
import type { Load } from './load.ts';

/** What the generator is told. */
export interface InTurnPlan {
  readonly loads: readonly Load[];
  readonly seconds: number;
}

/**
 * One request at a time, some of each load in turn: whatever else the machine does for a tenth of a second or longer falls on
 * all of them.
 * @returns What came of each load, in their order.
 */
export async function askInTurn(cores: Cores, plan: InTurnPlan): Promise<Outcome[]> {
  return (await runGenerator(cores, 'in-turn.main.ts', plan)) as Outcome[];
}
