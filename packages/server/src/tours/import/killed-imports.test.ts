import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsOnPostgres } from './testing/killed-imports.ts';

// Twenty times each: killed-imports.heavy.test.ts.
describe('kill -9 during an import loses no finished tour and leaves no half one', { tags: ['slow', 'long'] }, () => {
  const missing = inject('postgresUrl') === null && !servicesRequired;
  test.skipIf(missing)('on PostgreSQL', { timeout: ROUND_MS }, () => surviveKillsOnPostgres(1));

  test.skipIf(missing)('on PostgreSQL, twice more', { tags: ['slow', 'long'], timeout: 2 * ROUND_MS }, () =>
    surviveKillsOnPostgres(2),
  );

  test('on the embedded store', { tags: ['slow', 'long'], timeout: ROUND_MS }, () => surviveKillsEmbedded(1));
});
