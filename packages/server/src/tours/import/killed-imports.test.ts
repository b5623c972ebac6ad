import { describe, inject, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { postgresUrl } from '../../testing/database.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { ROUND_MS, surviveKills, surviveKillsEmbedded } from './testing/killed-imports.ts';

describe('kill -9 during an import loses no finished tour and leaves no half one', () => {
  const missing = inject('postgresUrl') === null && !servicesRequired;
  test.skipIf(missing)('on PostgreSQL, 20 times', { timeout: 20 * ROUND_MS }, async () => {
    const options = { url: await createEmptyDatabase(postgresUrl()), maxConnections: 2, statementTimeoutMs: 10_000 };
    const database = await openDatabase(options);
    await migrate(database);
    await database.close();
    await surviveKills({ options, open: () => openDatabase(options) }, 20);
  });

  // Twenty times: killed-imports.heavy.test.ts.
  test('on the embedded store, 3 times', { timeout: 3 * ROUND_MS }, () => surviveKillsEmbedded(3));
});
