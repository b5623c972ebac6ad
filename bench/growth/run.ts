// `npm run bench:growth`: what a read, an import and the memory cost as the store grows to a million tours.
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAssetStore } from '../../packages/server/src/assets/local-asset-store.ts';
import { postgresPrograms, startPostgres } from '../../packages/server/src/testing/postgres-server.ts';
import { unprivilegedUser } from '../../packages/server/src/testing/processes.ts';
import { importTours } from '../../packages/server/src/tours/import/import-tours.ts';
import { type ColdReads, measureColdReads } from './cold-reads.ts';
import { growTo, type Sizes, sizesOf } from './grow.ts';
import { measureImport } from './import-rate.ts';
import { watchMemory } from './memory.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { type GrowthFigures, growthPlot, growthTable, memoryPlot } from './report.ts';
import { startService } from './service.ts';
import { createStore, type Store } from './store.ts';
import { PROTOTYPES, writeTours } from './tours.ts';

/** Mebibytes of payloads that a measured service keeps: fewer than the working set has. */
const SMALL_CACHE_MB = 1;

const options = readOptions(process.argv.slice(2), process.env);
if (options === undefined) process.stdout.write(HELP);
else await run(options);

async function run(asked: Options): Promise<void> {
  // So that what was started ends too; an interrupted run leaves its folder behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-growth-'));
  const server = asked.serverUrl === null ? await ownServer(folder) : { url: asked.serverUrl, stop: async () => {} };
  try {
    await measure(asked, folder, server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(asked: Options, folder: string, serverUrl: string): Promise<void> {
  const { sizes, rounds, reads, write } = asked;
  const about = [
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}; load average at the start ${loadavg()[0]?.toFixed(1)}.`,
    `${rounds} rounds of ${reads} reads of each store, in turn; one connection; caches of ${SMALL_CACHE_MB} MB that never hold what is asked for.`,
    `Tours beyond ${PROTOTYPES} are copies made inside the server.`,
  ];
  console.log(`${about.join('\n')}\n`);
  const pepper = randomBytes(32);
  const bundles = await writeTours(folder, 'p', PROTOTYPES);
  const [smallest = PROTOTYPES] = sizes;
  const stores = [await createStore(serverUrl, pepper), await createStore(serverUrl, pepper)] as const;
  const [small, grown] = stores;
  for (const store of stores) {
    await importPrototypes(store, folder, bundles);
    await growTo(store.owner, PROTOTYPES, smallest);
  }
  const start = (store: Store, cache: number) => startService(folder, store, pepper.toString('base64url'), cache);
  const services = { small: await start(small, SMALL_CACHE_MB), grown: await start(grown, SMALL_CACHE_MB) };
  const coldReads: (ColdReads & { sizes: Sizes; residentBytes: number })[] = [];
  let there = smallest;
  for (const size of sizes) {
    console.error(`${size.toLocaleString('en')} tours …`);
    await growTo(grown.owner, there, size);
    there = size;
    const measured = await measureColdReads(services, { small: smallest, grown: size }, { rounds, reads });
    const residentBytes = services.grown.residentBytes();
    coldReads.push({ ...measured, sizes: await sizesOf(grown.owner), residentBytes });
    console.error(`  ${measured.grown.medianMs.toFixed(2)} ms, ${measured.ratio.toFixed(3)} of the smallest`);
  }
  await services.small.stop();
  await services.grown.stop();
  const rate = asked.imports === 0 ? null : await measureImport(small, folder, asked.imports);
  const figures: GrowthFigures = { about, coldReads, import: rate };
  console.log(growthTable(figures));
  const save = async (name: string, content: string) => {
    if (write !== null) await writeFile(join(write, name), content);
  };
  await save('growth.json', `${JSON.stringify(figures, null, 2)}\n`);
  await save('growth.svg', growthPlot(figures));
  if (asked.memoryMinutes > 0) {
    const tours = Math.min(there, asked.memoryTours);
    const service = await start(grown, asked.memoryBudget);
    const samples = await watchMemory(service, tours, asked.memoryMinutes);
    await service.stop();
    const memory = { about, budgetBytes: asked.memoryBudget * 1024 * 1024, tours, samples };
    await save('memory.json', `${JSON.stringify(memory, null, 2)}\n`);
    await save('memory.svg', memoryPlot(memory));
    const last = samples.at(-1);
    console.log(
      `\nMemory after ${asked.memoryMinutes} minutes and ${last?.reads} reads: ${JSON.stringify(last, null, 2)}`,
    );
  }
  for (const store of stores) await store.drop();
}

async function importPrototypes(store: Store, folder: string, bundles: string): Promise<void> {
  const assets = localAssetStore(join(folder, 'assets'));
  const { refused } = await importTours(store.database, assets, store.teamId, [bundles]);
  if (refused.length > 0) throw new Error(`the benchmark's own tours were refused: ${JSON.stringify(refused[0])}`);
}

/** A PostgreSQL that is removed again, and a folder in which it may write. */
async function ownServer(folder: string) {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL was not found: install it, or set DATABASE_URL.');
  await mkdir(join(folder, 'server'));
  const user = unprivilegedUser();
  if (user.uid !== undefined)
    await Promise.all([folder, join(folder, 'server')].map((path) => chown(path, user.uid, user.gid)));
  return startPostgres(programs);
}
