import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the suites of one run share: the data of a first start (demo-data-directory.ts) and who runs on (demo-service.ts). */
    sharedDirectory: string;
  }
}

/** Folder of the shared directory with one file for each service that goes on until the run ends, named by its process id. */
export const RUNNING = 'running';
/** How long a service may take to end, in milliseconds. */
const END_PATIENCE_MS = 60_000;

/** Gives the suites of one run a place for what they share; ends and removes it after them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-e2e-shared-'));
  await mkdir(join(directory, RUNNING));
  project.provide('sharedDirectory', directory);
  return async () => {
    const running = (await readdir(join(directory, RUNNING))).map(Number);
    await Promise.all(running.map(end));
    await rm(directory, { recursive: true, force: true });
  };
}

async function end(pid: number): Promise<void> {
  const deadline = performance.now() + END_PATIENCE_MS;
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; send(pid, signal); signal = 0) {
    if (performance.now() > deadline) return void send(pid, 'SIGKILL');
    await sleep(50);
  }
}

/** @returns Whether there is such a process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
