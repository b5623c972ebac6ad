import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsOnPostgres } from './testing/killed-imports.ts';

describe('kill -9 during an import loses no finished tour and leaves no half one, 20 times', () => {
  const missing = inject('postgresUrl') === null && !servicesRequired;
  test.skipIf(missing)('on PostgreSQL', { timeout: 20 * ROUND_MS }, () => surviveKillsOnPostgres(20));

  test('on the embedded store', { timeout: 20 * ROUND_MS }, () => surviveKillsEmbedded(20));
});
