import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Suites that take minutes: not in `npm test`, but in `npm run test:heavy` (vitest's mode `heavy`). */
const heavySuites = '**/*.heavy.test.ts';

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
    exclude: [...configDefaults.exclude, ...(mode === 'heavy' ? [] : [heavySuites])],
    // Tests that start many processes or browsers: `npm test` leaves them out, `npm run test:slow` and CI do not. Each has a
    // faster test beside it (decision 0086).
    tags: [{ name: 'slow', description: 'starts many processes or browsers, or waits long; `npm test` leaves it out' }],
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
