import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample } from './read-samples.ts';

/** False where Python is not installed; its samples are then left out, and suites say so in their names. */
const hasPython =
  (process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, 'python3'))) ||
  process.env.OPENHOUSE_REQUIRE_SERVICES === '1';

/** What the names of the suites end with. */
export const pythonNote = hasPython ? '' : ' (SKIPPED for Python: no python3)';

export const runnable = (sample: Sample): boolean => hasPython || sample.language !== 'python';
