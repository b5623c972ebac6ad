import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the suites of one run share the data directory of a first start (demo-data-directory.ts). */
    demoDataDirectory: string;
  }
}

/** Gives the suites of one run a place for what they share, and removes it after them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-e2e-shared-'));
  project.provide('demoDataDirectory', directory);
  return () => rm(directory, { recursive: true, force: true });
}
