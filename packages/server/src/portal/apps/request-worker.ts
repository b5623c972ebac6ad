import { asWork } from '../../kernel/steps.ts';
import { type CompletionDeps, completeRequests, learnTrials } from './complete-requests.ts';

/** Completes App requests in the background of a portal process. */
export interface RequestWorker {
  /** Runs at once: a request has just been saved here. Never throws. */
  wake(): void;
  /** Polls every `POLL_MS` until `stop()`: for requests of stopped processes, and for retries. */
  start(): void;
  /** Resolves when the current run is done. */
  stop(): Promise<void>;
}

/** Milliseconds between two polls. */
const POLL_MS = 1000;

/** @param onBroken Called for errors other than an outage of the upstream. */
export function requestWorker(deps: CompletionDeps, onBroken: (error: unknown) => void): RequestWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function round(): Promise<void> {
    do {
      again = false;
      await asWork('App requests', () => completeRequests(deps));
    } while (again && !stopped);
    await learnTrials(deps);
  }

  function run(): Promise<void> {
    running ??= round()
      .catch(onBroken)
      .finally(() => {
        running = undefined;
        // Woken while the trials were asked about.
        if (again && !stopped) void run();
      });
    return running;
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => run().finally(schedule), POLL_MS);
    timer.unref();
  }

  return {
    wake() {
      if (stopped) return;
      again = true;
      void run();
    },
    start: schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
