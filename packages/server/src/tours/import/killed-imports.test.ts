import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsOnPostgres } from './testing/killed-imports.ts';

// Twenty times each: killed-imports.heavy.test.ts.
describe('kill -9 during an import loses no finished tour and leaves no half one', () => {
  const missing = inject('postgresUrl') === null && !servicesRequired;
  test.skipIf(missing)('on PostgreSQL, 3 times', { tags: 'slow', timeout: 3 * ROUND_MS }, () =>
    surviveKillsOnPostgres(3),
  );

  test('on the embedded store', { timeout: ROUND_MS }, () => surviveKillsEmbedded(1));
});
