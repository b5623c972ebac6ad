import { defineConfig } from 'vitest/config';

/** Without this file vitest would take the configuration of the repository, two folders up. */
export default defineConfig({ test: { testTimeout: 60_000 } });
