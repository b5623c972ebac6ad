import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { createTeam, postgresUrl } from '../../testing/database.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { servicesRequired } from '../../testing/processes.ts';
import { importTours } from './import-tours.ts';
import { problemSummary } from './problem-summary.ts';
import { useDirectory } from './testing/bundle.ts';
import { killedImport } from './testing/killed-imports.ts';
import { raggedEstate } from './testing/ragged-estate.ts';
import { storedTours } from './testing/stored-tours.ts';

const TOURS = 10_000;
const KILLS = 20;
const missing = inject('postgresUrl') === null && !servicesRequired;
const directory = useDirectory();

test.skipIf(missing)(
  '10,000 tours, a third ragged in twenty ways: each way is counted exactly, and twenty kills on the way leave them whole',
  { timeout: 1_800_000 },
  async () => {
    const store = { url: await createEmptyDatabase(postgresUrl()), maxConnections: 6, statementTimeoutMs: 60_000 };
    const database = await openDatabase(store);
    await migrate(database);
    try {
      const { files, counts } = raggedEstate(TOURS);
      const root = await directory.write(files, 'estate');
      const assets = path.join(root, '..', 'assets');
      const seconds: Record<string, number> = {};

      /** Imports all of it, whatever is there. @returns Outcomes, counted, and codes told of. */
      const importAll = async (teamId: string, name: string) => {
        const summary = problemSummary();
        const startedMs = performance.now();
        const { imported, refused } = await importTours(database, localAssetStore(assets), teamId, [root], {
          onTour: summary.add,
        });
        seconds[name] = Math.round((performance.now() - startedMs) / 100) / 10;
        expect([imported.length, refused]).toEqual([TOURS, []]);
        expect(Object.fromEntries(summary.groups().map(({ problem, tours }) => [problem, tours]))).toEqual(counts);
        return imported;
      };
      const contentOf = async (teamId: string) =>
        new Map((await storedTours(database, teamId)).map(({ epoch: _, ...tour }) => [tour.code, tour]));

      const { id: undisturbed } = await createTeam(database, { name: 'Undisturbed' });
      const first = await importAll(undisturbed, 'undisturbed');
      expect(first.filter(({ outcome }) => outcome === 'created')).toHaveLength(TOURS);
      const whole = await contentOf(undisturbed);
      expect(whole.size).toBe(TOURS);

      const { id: killed } = await createTeam(database, { name: 'Killed' });
      const order = { store, assets, teamId: killed, path: root, toursPerTransaction: 100 };
      let stored = new Map<string, object>();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const reported = await killedImport(order, Math.floor((kill * TOURS) / KILLS), ((kill * 7) % 20) / 20);
        expect(reported.length, `kill ${kill} came on the way`).toBeLessThan(TOURS);
        const before = stored;
        stored = await contentOf(killed);
        for (const code of [...before.keys(), ...reported]) expect(stored.has(code), code).toBe(true);
        for (const [code, tour] of stored) expect(tour).toEqual(whole.get(code));
      }
      const last = await importAll(killed, 'after the kills');
      expect(last.filter(({ outcome }) => outcome === 'unchanged')).toHaveLength(stored.size);
      expect(last.filter(({ outcome }) => outcome === 'created')).toHaveLength(TOURS - stored.size);
      expect(await contentOf(killed)).toEqual(whole);
      process.stderr.write(`${stored.size} tours there after the last kill; seconds: ${JSON.stringify(seconds)}\n`);
    } finally {
      await database.close();
    }
  },
);
