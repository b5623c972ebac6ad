import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests run the sources, not a build that may be stale.
  resolve: { conditions: ['openhouse:source'] },
  ssr: { resolve: { conditions: ['openhouse:source', 'node', 'import', 'default'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'e2e/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
