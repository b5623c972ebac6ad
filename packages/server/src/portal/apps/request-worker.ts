import { type CompletionDeps, completeRequests, learnTrials } from './complete-requests.ts';

/** Completes App requests in the background of a portal process. */
export interface RequestWorker {
  /** Looks at once: a request has just been saved here. Never throws. */
  wake(): void;
  /** Looks every `POLL_MS` until `stop()`: for requests of processes that are gone, and for retries. */
  start(): void;
  /** Resolves when what is under way is done. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks. */
const POLL_MS = 1000;

/** @param onBroken Told of what is neither an outage of the upstream nor expected. */
export function requestWorker(deps: CompletionDeps, onBroken: (error: unknown) => void): RequestWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function round(): Promise<void> {
    do {
      again = false;
      await completeRequests(deps);
    } while (again && !stopped);
    await learnTrials(deps);
  }

  function run(): Promise<void> {
    running ??= round()
      .catch(onBroken)
      .finally(() => {
        running = undefined;
        // Somebody asked while the trials were looked after.
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
