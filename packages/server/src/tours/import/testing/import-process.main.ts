import { writeSync } from 'node:fs';
import { localAssetStore } from '../../../kernel/assets/local-asset-store.ts';
import type { DatabaseOptions } from '../../../kernel/database/database.ts';
import { openDatabase } from '../../../kernel/database/open-database.ts';
import { importTours } from '../import-tours.ts';

/** Input of the process, as JSON in its only argument. */
export interface ImportOrder {
  readonly store: DatabaseOptions;
  readonly assets: string;
  readonly teamId: string;
  readonly path: string;
  readonly toursPerTransaction: number;
}

const { store, assets, teamId, path, toursPerTransaction } = JSON.parse(process.argv[2] ?? '') as ImportOrder;

const database = await openDatabase(store);
await importTours(database, localAssetStore(assets), teamId, [path], {
  toursPerTransaction,
  // Synchronous, so that every report made before the process was killed has been written.
  onTour: (tour) => writeSync(1, `${'code' in tour ? tour.code : `refused ${tour.label}`}\n`),
});
await database.close();
