import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsOnPostgres } from './testing/killed-imports.ts';

// Twenty times each: killed-imports.heavy.test.ts.
describe('kill -9 during an import loses no finished tour and leaves no half one', () => {
  const missing = inject('postgresUrl') === null && !servicesRequired;
  test.skipIf(missing)('on PostgreSQL, 8 times', { timeout: 8 * ROUND_MS }, () => surviveKillsOnPostgres(8));

  test('on the embedded store, 2 times', { timeout: 2 * ROUND_MS }, () => surviveKillsEmbedded(2));
});
