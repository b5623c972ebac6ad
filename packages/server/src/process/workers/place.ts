import type { Config } from '../../config/config.ts';
import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { Logger } from '../../observe/log.ts';
import type { MetricJson } from '../../observe/metrics-export.ts';
import type { ServiceFolders } from '../service.ts';
import type { HandOver, Taker } from './hand-over.ts';
import type { Question, ToPrimary, WorkerReport } from './messages.ts';
import { ASK_EVERY_MS, LOOK_PATIENCE_MS, replacementDelayMs, SILENT_AFTER, START_TRIES, STEADY_MS } from './rules.ts';
import { fallsSilent } from './silence.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import { type HowItEnded, startWorkerProcess, type WorkerEvents, type WorkerProcess } from './worker-process.ts';

/** The place of one worker: of the processes that hold it one after another, each replaces the one before. */
export interface Place {
  /** Starts the first process. */
  start(): void;
  serves(): boolean;
  /**
   * @returns The answer of the process; undefined when there is none that has served, or it does not answer in time.
   */
  ask(question: Question, patienceMs: number): Promise<WorkerReport | undefined>;
  /** What its process has counted, as far as it has told. */
  counted(): readonly MetricJson[];
  /** Resolves when the process has finished what was under way and ended; no other follows. */
  stop(graceMs: number): Promise<void>;
}

export interface PlaceParts {
  /** Its number: 1 and up. */
  readonly worker: number;
  /** What one worker may take (`shareOf`). */
  readonly config: Config;
  readonly folders: ServiceFolders;
  readonly log: Logger;
  readonly handOver: HandOver;
  readonly metrics: WorkerMetrics;
  /** Counts for all workers. */
  readonly take: (key: string, quota: number) => LimitVerdict;
  /** Resolves when the other workers know what changed, or have had their time. */
  readonly tellOthers: () => Promise<unknown>;
  readonly onServing: () => void;
  /** Told why no process can be started here, and whether what it needs is only away. */
  readonly onStartFailed: (reason: string, isAway: boolean) => void;
}

/** One process that holds the place. */
interface Life {
  readonly process: WorkerProcess;
  readonly taker: Taker;
  phase: 'starting' | 'serving' | 'leaving';
  /** When it was ready, in milliseconds of `performance.now()`. */
  readySinceMs: number | undefined;
  failure: string | undefined;
  counted: readonly MetricJson[];
}

export function workerPlace(parts: PlaceParts): Place {
  const { worker, config, folders, log, handOver, metrics } = parts;
  let now: Life | undefined;
  let shortLives = 0;
  let pending: NodeJS.Timeout | undefined;
  let stopping = false;

  function launch(): void {
    const process = startWorkerProcess({
      onMessage: (message) => hear(life, message),
      onGone: (how) => end(life, how),
    });
    const taker = { give: process.give };
    const life: Life = { process, taker, phase: 'starting', readySinceMs: undefined, failure: undefined, counted: [] };
    now = life;
    process.say({ kind: 'start', worker, config, folders });
  }

  function hear(life: Life, message: Parameters<WorkerEvents['onMessage']>[0]): void {
    const { process, taker } = life;
    if (message.kind === 'ready') void serve(life);
    else if (message.kind === 'taken') handOver.taken(taker, message.id);
    else if (message.kind === 'declined') handOver.declined(taker, message.id);
    else if (message.kind === 'take') {
      const verdicts = message.takes.map(([key, quota]) => parts.take(key, quota));
      process.say({ kind: 'verdicts', id: message.id, verdicts });
    } else if (message.kind === 'changed') {
      void parts.tellOthers().then(() => process.say({ kind: 'known', id: message.id }));
    } else if (message.kind === 'leaving') {
      life.phase = 'leaving';
      handOver.leave(taker, false);
    } else if (message.kind === 'left') life.counted = message.metrics;
    else fail(life, message);
  }

  async function serve(life: Life): Promise<void> {
    life.readySinceMs = performance.now();
    // Changes made after it read the apps did not reach it; from now on it is notified.
    await life.process.ask({ kind: 'look' }, LOOK_PATIENCE_MS);
    if (now !== life || life.phase !== 'starting') return;
    life.phase = 'serving';
    log.info({ worker, pid: life.process.pid }, 'worker serves');
    handOver.join(life.taker);
    parts.onServing();
    void watch(life);
  }

  /** Ends a process that hangs: its clients would wait for ever, and its place stay empty. */
  async function watch(life: Life): Promise<void> {
    const answers = async (patienceMs: number) => (await ask(life, { kind: 'report' }, patienceMs)) !== undefined;
    if (!(await fallsSilent(answers, () => now !== life || stopping))) return;
    life.failure = `it hung: it answered nothing for ${(SILENT_AFTER * ASK_EVERY_MS) / 1000} s and was killed`;
    life.process.kill();
  }

  async function ask(life: Life, question: Question, patienceMs: number): Promise<WorkerReport | undefined> {
    const report = await life.process.ask(question, patienceMs);
    if (report !== undefined) life.counted = report.metrics;
    return report;
  }

  function fail(life: Life, { message, expected, isAway }: Extract<ToPrimary, { kind: 'failed' }>): void {
    life.failure = message;
    if (expected) parts.onStartFailed(message, isAway);
  }

  function end(life: Life, how: HowItEnded): void {
    handOver.leave(life.taker, true);
    metrics.retire(life.counted);
    now = undefined;
    if (!stopping) replace(life, how);
  }

  function replace({ process, phase, readySinceMs, failure }: Life, { code, signal }: HowItEnded): void {
    const asked = phase === 'leaving' && failure === undefined;
    const wasSteady = readySinceMs !== undefined && performance.now() - readySinceMs >= STEADY_MS;
    shortLives = asked || wasSteady ? 0 : shortLives + 1;
    if (readySinceMs === undefined && shortLives >= START_TRIES) {
      parts.onStartFailed(`The workers end before they serve: ${failure ?? 'see what they wrote above'}`, false);
    }
    const delayMs = replacementDelayMs(shortLives);
    const facts = { worker, pid: process.pid, code, signal };
    if (asked) log.info(facts, 'worker ended as asked and is replaced');
    else {
      metrics.workerLost();
      log.error({ ...facts, reason: failure, replaced_in_ms: delayMs }, 'worker lost');
    }
    pending = setTimeout(launch, delayMs);
  }

  return {
    start: launch,
    serves: () => now?.phase === 'serving',
    ask: async (question, patienceMs) => (now?.readySinceMs === undefined ? undefined : ask(now, question, patienceMs)),
    counted: () => now?.counted ?? [],
    async stop(graceMs) {
      stopping = true;
      clearTimeout(pending);
      await now?.process.stop(graceMs);
    },
  };
}
