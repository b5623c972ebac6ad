import { asWork } from './steps.ts';

/** Something that a process does again and again in the background. */
export interface Repeated {
  /** Waits, looks, waits again, until `stop()`. */
  start(): void;
  /** Resolves when the look under way is done. */
  stop(): Promise<void>;
}

export interface RepeatedOptions {
  /** What it is called in traces. */
  readonly name: string;
  /** Milliseconds from the end of one look to the next. */
  readonly everyMs: number;
  /** @param signal Aborted when it is to come to an end. */
  readonly look: (signal: AbortSignal) => Promise<void>;
  /** Called with what a look throws, unless it was stopped. */
  readonly onFailed: (error: unknown) => void;
}

export function repeated({ name, everyMs, look, onFailed }: RepeatedOptions): Repeated {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const once = async () => {
    try {
      await asWork(name, () => look(signal));
    } catch (error) {
      if (!signal.aborted) onFailed(error);
    }
  };

  function schedule(): void {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = once().finally(schedule);
    }, everyMs);
    timer.unref();
  }

  return {
    start: schedule,
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
