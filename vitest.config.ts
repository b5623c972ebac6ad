import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites that take minutes: not in `npm test`, but in `npm run test:heavy` (vitest's mode `heavy`). */
const heavySuites = '**/*.heavy.test.ts';

/** Suites of whole programs take longest, however short their files are. */
const isLong = ({ moduleId }: TestSpecification) => /\/e2e\/|\/killed-/.test(moduleId);

/** Files that have a page around them. */
const needsPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');

/**
 * Starts the long suites early, each beside a suite of parts: they wait while those compute, and none is left for the end,
 * when the other workers have nothing to do. Vitest's own order goes by what it remembers, or by the size of the files.
 * Files with a page are the last: vitest ends a worker whose next file has another environment, and the new one loads
 * everything again, which takes two seconds of a processor.
 */
class LongSuitesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const pages = sorted.filter(needsPage);
    const parts = sorted.filter((file) => !isLong(file) && !needsPage(file));
    return [...sorted.filter(isLong).flatMap((file) => [file, ...parts.splice(0, 1)]), ...parts, ...pages];
  }
}

export default defineConfig(({ mode }) => ({
  // Tests run the sources, not a build that may be stale.
  resolve: { conditions: ['openhouse:source'] },
  ssr: { resolve: { conditions: ['openhouse:source', 'node'] } },
  test: {
    include:
      mode === 'heavy'
        ? [heavySuites]
        : [
            'packages/*/src/**/*.test.{ts,tsx}',
            'e2e/**/*.test.ts',
            'demo/content/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
    sequence: { sequencer: LongSuitesEarly },
    exclude: [...configDefaults.exclude, ...(mode === 'heavy' ? [] : [heavySuites])],
    // Tests that start many processes or browsers: `npm test` leaves them out, CI the longest of them, `npm run test:slow`
    // none. Each has a faster test beside it (decisions 0086 and 0237).
    tags: [
      { name: 'slow', description: 'takes half a second or more; `npm test` leaves it out' },
      { name: 'long', description: 'slow, of a file that takes ten seconds and more; CI leaves it out too' },
    ],
    // What commands and programs print must not depend on the machine's locale.
    env: { LC_ALL: 'C.UTF-8' },
    // Start what the tests of one run share: a PostgreSQL server, and a place for a first start's data.
    globalSetup: ['packages/server/src/testing/services.ts', 'e2e/shared-directory.ts'],
    // By default one core would be left idle. Suites wait for processes, browsers and disks as well as they compute: on a
    // machine of two cores three of them at once keep both busy.
    maxWorkers: Math.max(3, availableParallelism()),
    // Loading the service takes longer than most files' tests: a worker loads it once, and its files share it.
    isolate: false,
    // A list of faults is shown whole.
    chaiConfig: { truncateThreshold: 1000 },
    // Bounds for what hangs, not for what is slow: a loaded machine takes ten times as long as an idle one.
    testTimeout: mode === 'heavy' ? 1_800_000 : 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
