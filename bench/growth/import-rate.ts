import { rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { localAssetStore } from '../../packages/server/src/assets/local-asset-store.ts';
import type { Database } from '../../packages/server/src/database/database.ts';
import { importTours } from '../../packages/server/src/tours/import/import-tours.ts';
import { quantile } from './cold-reads.ts';
import type { Store } from './store.ts';
import { writeTours } from './tours.ts';

export interface ImportRate {
  readonly tours: number;
  /** Bytes of JSON read. */
  readonly jsonBytes: number;
  /** Bytes of frames and slices stored. */
  readonly storedBytes: number;
  /** From the files to the last commit, in seconds. */
  readonly wallS: number;
  /** Of that, waiting for statements. */
  readonly sqlS: number;
  /** Processor time of this process, all threads: reading, checking, deflating, sending. */
  readonly cpuS: number;
  /** How late the event loop of the importing process was, in milliseconds: the portal imports beside its requests. */
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  /** `COPY` of the same rows of both tables, from binary files the server reads itself, median of several. */
  readonly copyS: number;
  /** copyS ÷ sqlS: the store's part beside COPY. */
  readonly storeRatio: number;
  /** copyS ÷ wallS: the whole import, checking and deflating included, beside COPY of what they made. */
  readonly wholeRatio: number;
}

const COPIES = 5;
/** Milliseconds between two looks at the event loop; every figure is that much too large. */
const LOOK_EVERY_MS = 1;
const NS_PER_MS = 1e6;

/** Imports new tours through the real import, then writes the same rows with COPY. */
export async function measureImport(store: Store, folder: string, tours: number): Promise<ImportRate> {
  const bundles = await writeTours(folder, 'i', tours);
  const assets = localAssetStore(`${folder}/assets`);
  const watch = watched(store.database);
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  const { imported, refused } = await importTours(watch.database, assets, store.teamId, [bundles]);
  const wallS = (performance.now() - startedAtMs) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  delay.disable();
  if (imported.length !== tours || refused.length > 0) throw new Error(`imported ${imported.length} of ${tours}`);
  await rm(bundles, { recursive: true });
  const copyS = await measureCopy(store, folder);
  const { rows } = await store.owner.query<{ json: string; stored: string }>(
    `select sum(raw_len) as json, sum(octet_length(body) + coalesce(octet_length(slices), 0)) as stored
       from frame f join tour t on t.team_id = f.team_id and t.id = f.tour_id where t.code like 'i%'`,
  );
  const sqlS = watch.seconds();
  return {
    tours,
    jsonBytes: Number(rows[0]?.json),
    storedBytes: Number(rows[0]?.stored),
    wallS,
    sqlS,
    cpuS: (cpu.user + cpu.system) / 1_000_000,
    loopDelayP99Ms: delay.percentile(99) / NS_PER_MS,
    loopDelayMaxMs: delay.max / NS_PER_MS,
    copyS,
    storeRatio: copyS / sqlS,
    wholeRatio: copyS / wallS,
  };
}

/** The tours are taken out and put back with COPY into the same tables, indexes and foreign keys, both in one transaction. */
async function measureCopy({ owner }: Store, folder: string): Promise<number> {
  await owner.query("set app.team = '*'");
  const file = (table: string) => `'${folder}/server/${table}.copy'`;
  const which = { tour: "select * from tour where code like 'i%'", frame: framesOf('f.*') };
  for (const [table, select] of Object.entries(which)) {
    await owner.query(`copy (${select}) to ${file(table)} with (format binary)`);
  }
  const seconds: number[] = [];
  for (let copy = 0; copy < COPIES; copy += 1) {
    await owner.query("delete from tour where code like 'i%'");
    await owner.query('vacuum tour');
    await owner.query('vacuum frame');
    const startedAtMs = performance.now();
    await owner.query('begin');
    for (const table of Object.keys(which)) await owner.query(`copy ${table} from ${file(table)} with (format binary)`);
    await owner.query('commit');
    seconds.push((performance.now() - startedAtMs) / 1000);
  }
  return quantile(seconds, 0.5);
}

function framesOf(columns: string): string {
  return `select ${columns} from frame f join tour t on t.team_id = f.team_id and t.id = f.tour_id where t.code like 'i%'`;
}

/** The same database with the time counted that its transactions wait for statements. */
function watched(database: Database): { database: Database; seconds(): number } {
  let waitedMs = 0;
  const pool = new Proxy(database.pool, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'connect') return typeof value === 'function' ? value.bind(target) : value;
      return async () => {
        const client = await target.connect();
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        const release = client.release.bind(client);
        const timed = async (...args: unknown[]) => {
          const startedAtMs = performance.now();
          try {
            return await query(...args);
          } finally {
            waitedMs += performance.now() - startedAtMs;
          }
        };
        const restore = (broken?: boolean | Error) => {
          Object.assign(client, { query, release });
          release(broken);
        };
        return Object.assign(client, { query: timed, release: restore });
      };
    },
  });
  return { database: { ...database, pool }, seconds: () => waitedMs / 1000 };
}
