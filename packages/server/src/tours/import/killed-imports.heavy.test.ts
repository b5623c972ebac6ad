import { describe, inject, test } from 'vitest';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKillsEmbedded, surviveKillsPostgres } from './testing/killed-imports.ts';

const missing = inject('postgresUrl') === null && !servicesRequired;

describe('kill -9 during an import loses no finished tour and leaves no half one', () => {
  test.skipIf(missing)('on PostgreSQL, 20 times', { timeout: 20 * ROUND_MS }, () => surviveKillsPostgres(20));
  test('on the embedded store, 20 times', { timeout: 20 * ROUND_MS }, () => surviveKillsEmbedded(20));
});
