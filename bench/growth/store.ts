import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { importBundles, type Openhouse, startOpenhouse } from '../servers/openhouse.ts';
import { fillTo, keepPrototypes } from './fill.ts';
import type { GrowthStage } from './stage.ts';
import { PROTOTYPES, writeTours } from './tours.ts';

/** A database of its own that grows, and our service over it. */
export interface GrowingStore {
  /** Works as the owner of the schema. */
  readonly owner: Client;
  /** Tours of the mix in it; the demo's few are not counted. */
  tours(): number;
  /** Adds copies until there are so many tours; does nothing when there are. */
  growTo(tours: number): Promise<void>;
  /** @returns The service with so many mebibytes of payload cache, started again when it has another size. */
  service(cacheMebibytes: number): Promise<Openhouse>;
  close(): Promise<void>;
}

const CODE_PREFIX = 'growth-';

/** Resource code of a tour, counted from 0. */
export const codeOf = (tour: number): string => `${CODE_PREFIX}${tour}`;

/**
 * Makes a store that holds the prototypes, imported by the command of the built service.
 * @param withPayloads Whether copies have payloads: without them it is good for lists only.
 */
export async function openStore(stage: GrowthStage, name: string, withPayloads = true): Promise<GrowingStore> {
  const folder = join(stage.folder, name);
  const dataDirectory = join(folder, '.openhouse');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const databaseUrl = await stage.createDatabase(name);
  const optionsWith = (cacheMebibytes: number) => ({ cores: stage.cores, dataDirectory, databaseUrl, cacheMebibytes });

  let cache = 1;
  // The first start brings the schema and the demo's app.
  let running: Openhouse | undefined = await startOpenhouse(optionsWith(cache));
  await importBundles(optionsWith(cache), await writeTours(folder, CODE_PREFIX, PROTOTYPES));
  const owner = new Client({ connectionString: databaseUrl });
  // A run that fails stops the server first; whoever waits for a statement is told all the same.
  owner.on('error', () => {});
  await owner.connect();
  await keepPrototypes(
    owner,
    Array.from({ length: PROTOTYPES }, (_, tour) => codeOf(tour)),
  );

  let tours = PROTOTYPES;
  return {
    owner,
    tours: () => tours,
    async growTo(wanted) {
      if (wanted <= tours) return;
      await fillTo(owner, { from: tours, to: wanted, prefix: CODE_PREFIX, withPayloads });
      tours = wanted;
    },
    async service(cacheMebibytes) {
      if (running === undefined || cache !== cacheMebibytes) {
        await running?.stop();
        running = await startOpenhouse(optionsWith(cacheMebibytes));
        cache = cacheMebibytes;
      }
      return running;
    },
    async close() {
      await running?.stop();
      running = undefined;
      await owner.end();
    },
  };
}
