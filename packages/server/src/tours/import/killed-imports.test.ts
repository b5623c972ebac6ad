import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsPostgres } from './testing/killed-imports.ts';

const missing = inject('postgresUrl') === null && !servicesRequired;

// Twenty times each: killed-imports.heavy.test.ts.
describe('kill -9 during an import loses no finished tour and leaves no half one', () => {
  test.skipIf(missing)('on PostgreSQL, 4 times', { timeout: 4 * ROUND_MS }, () => surviveKillsPostgres(4));
  test('on the embedded store', { timeout: 2 * ROUND_MS }, () => surviveKillsEmbedded(1));
});
