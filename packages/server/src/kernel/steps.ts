import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that was waited for on the way to an answer: a statement, a call of another service. */
export interface Step {
  /** Few and public: never a value, a path or a secret. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly costMs: number;
  readonly failed: boolean;
  /** By OpenTelemetry's names. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Most steps that are kept of one call; an import of many tours has thousands. */
export const MOST_STEPS = 100;

const underWay = new AsyncLocalStorage<Step[]>();
const collected = new Set<Step[]>();

/** Runs `run` so that what it waits for, however deep, is noted in `steps` until `endSteps` (decision 0131). */
export function collectSteps<T>(steps: Step[], run: () => T): T {
  collected.add(steps);
  return underWay.run(steps, run);
}

/**
 * These steps are complete. Before Node 24 every promise and callback of a process pays for a storage that is in
 * use, whoever's it is, so it is in use only while somebody collects: bench/RESULTS.md says what that saves.
 */
export function endSteps(steps: Step[]): void {
  if (collected.delete(steps) && collected.size === 0) underWay.disable();
}

/** @returns The steps of the call or work that runs here; undefined where nobody collects them. */
export function stepsHere(): Step[] | undefined {
  return underWay.getStore();
}

/** Ends a step. @param failed Whether it failed. */
export type EndStep = (failed: boolean) => void;

/** Begins a step of the call that runs here. @returns Undefined where nobody collects steps, which costs next to nothing. */
export function beginStep(name: string, attributes: Step['attributes'], steps = stepsHere()): EndStep | undefined {
  if (steps === undefined || steps.length >= MOST_STEPS) return undefined;
  const startedAtMs = Date.now();
  const from = performance.now();
  return (failed) => {
    if (steps.length < MOST_STEPS)
      steps.push({ name, startedAtMs, costMs: performance.now() - from, failed, attributes });
  };
}

/** Work of the background that was done, with its steps. */
export type Work = Omit<Step, 'attributes'> & { readonly steps: readonly Step[] };

const listeners = new Set<(work: Work) => void>();

/** Hears of all work of the background. @returns Stops hearing. */
export function onWork(listener: (work: Work) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs work of the background; whoever listens hears of it once it is done. */
export async function asWork<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (listeners.size === 0) return run();
  const steps: Step[] = [];
  const startedAtMs = Date.now();
  const from = performance.now();
  let failed = true;
  try {
    const result = await collectSteps(steps, run);
    failed = false;
    return result;
  } finally {
    endSteps(steps);
    for (const listener of listeners) listener({ name, startedAtMs, costMs: performance.now() - from, failed, steps });
  }
}
