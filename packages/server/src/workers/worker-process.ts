import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { SurfaceName } from '../surfaces.ts';
import type { ToPrimary, ToWorker, WorkerReport } from './messages.ts';

/** A worker as the primary sees it. */
export interface WorkerProcess {
  /** Its number: 1 and up; its replacement has the same. */
  readonly worker: number;
  readonly pid: number | undefined;
  say(message: ToWorker): void;
  give(id: number, surface: SurfaceName, connection: Socket): void;
  /** @returns Undefined when it does not answer in time. */
  report(): Promise<WorkerReport | undefined>;
  /** Asks it to end by itself; it is killed when it is still there after `graceMs`. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

/** Told of what a worker says and of its end. */
export interface WorkerEvents {
  onMessage(message: Exclude<ToPrimary, { kind: 'reported' }>): void;
  /** It cannot say anything any more; everything it said has been told. */
  onGone(how: { readonly code: number | null; readonly signal: NodeJS.Signals | null }): void;
}

/** How long the operator's port waits for a worker, in milliseconds. */
const REPORT_PATIENCE_MS = 1000;

const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.main.ts' : './worker.main.js', import.meta.url),
);

/** Starts a process for a worker. It waits for `start`. */
export function startWorkerProcess(worker: number, events: WorkerEvents): WorkerProcess {
  const child = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const reports = new Map<number, (report: WorkerReport | undefined) => void>();
  let asked = 0;

  child.on('message', (message) => {
    const said = message as ToPrimary;
    if (said.kind === 'reported') {
      reports.get(said.id)?.(said.report);
      reports.delete(said.id);
    } else events.onMessage(said);
  });
  const gone = goneOf(child).then((how) => {
    for (const settle of reports.values()) settle(undefined);
    events.onGone(how);
  });

  function send(message: ToWorker, connection?: Socket): void {
    // What a worker does not hear any more, its end answers: the error is known as such already.
    const ignore = () => {};
    if (child.connected) child.send(message, connection, { keepOpen: true }, ignore);
  }

  return {
    worker,
    pid: child.pid,
    say: send,
    give: (id, surface, connection) => send({ kind: 'connection', id, surface }, connection),
    report() {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        const patience = setTimeout(() => {
          reports.delete(id);
          resolve(undefined);
        }, REPORT_PATIENCE_MS);
        reports.set(id, (report) => {
          clearTimeout(patience);
          resolve(report);
        });
        send({ kind: 'report', id });
      });
    },
    async stop(graceMs) {
      send({ kind: 'stop' });
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await gone;
      clearTimeout(kill);
    },
  };
}

/** Resolves when the process has ended and the last of what it said has arrived. */
async function goneOf(child: ChildProcess): Promise<Parameters<WorkerEvents['onGone']>[0]> {
  const silent = new Promise<void>((resolve) => {
    child.once('disconnect', resolve);
    child.once('error', () => resolve());
  });
  const how = await new Promise<Parameters<WorkerEvents['onGone']>[0]>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // It could not be started, or not be killed.
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  if (child.connected) await silent;
  return how;
}
