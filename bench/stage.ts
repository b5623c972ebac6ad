import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { postgresPrograms, startPostgres } from '../packages/server/src/testing/postgres-server.ts';
import { type Cores, findCores } from './measure/cores.ts';
import { BESIDE_OTHER_BUILD, type Target } from './scenario.ts';
import { importBundles, type Openhouse, type OpenhouseOptions, startOpenhouse } from './servers/openhouse.ts';
import { COLD_TOURS, writeTours } from './tours.ts';

/** What all comparisons share: the cores, a folder, a store with the tours, and our running service. */
export interface Stage {
  readonly cores: Cores;
  readonly folder: string;
  /** PostgreSQL, where its programs are; null when the embedded store serves. */
  readonly databaseUrl: string | null;
  /** Our service, started when first asked for and again when it shall run otherwise. */
  openhouse(otherwise?: Partial<OpenhouseOptions>): Promise<Openhouse>;
  /** The service of the build that is measured beside ours, over a store of its own with the same tours; null where there is none. */
  otherBuild(otherwise?: Partial<OpenhouseOptions>): Promise<Openhouse | null>;
  /** What a comparison with that build must show; empty where there is none. */
  readonly besideOtherBuild: readonly Target[];
  /** Runs it when everything is measured, the last one first. */
  atEnd(close: () => Promise<void>): void;
  close(): Promise<void>;
}

const CACHE_MB = 256;

/**
 * @param nodeArguments Arguments of Node for our service.
 * @param beside Checkout whose build is measured beside ours; null for none.
 */
export async function openStage(nodeArguments: readonly string[], beside: string | null): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-bench-'));
  const cores = findCores();
  const programs = postgresPrograms();
  // A server each: roles are a server's, and another build may give them other rights.
  const postgres = programs === undefined ? undefined : await startPostgres(programs);
  const othersPostgres = programs === undefined || beside === null ? undefined : await startPostgres(programs);
  // After PostgreSQL was started, which may use both.
  cores.stayOffServerCore();
  const databaseUrl = urlOf(postgres);
  const bundles = await writeTours(folder, databaseUrl === null ? 0 : COLD_TOURS);
  const usual = { cores, cacheMebibytes: CACHE_MB, nodeArguments };
  const ours = serviceWith(bundles, { ...usual, dataDirectory: await newDirectory(folder), databaseUrl });
  const other =
    beside === null
      ? null
      : serviceWith(bundles, {
          ...usual,
          checkout: resolve(beside),
          dataDirectory: await newDirectory(join(folder, 'other-build')),
          databaseUrl: urlOf(othersPostgres),
        });
  const closing: (() => Promise<void>)[] = [];
  return {
    cores,
    folder,
    databaseUrl,
    openhouse: ours.start,
    otherBuild: async (otherwise) => (other === null ? null : other.start(otherwise)),
    besideOtherBuild: other === null ? [] : [BESIDE_OTHER_BUILD],
    atEnd: (close) => void closing.push(close),
    async close() {
      for (const close of closing.toReversed()) await close();
      await ours.stop();
      await other?.stop();
      await postgres?.stop();
      await othersPostgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const urlOf = (server: { readonly url: string } | undefined) =>
  server === undefined ? null : `${server.url}/postgres`;

/** One build of the service over one store, into which the tours are imported at its first start. */
function serviceWith(bundles: string, usual: OpenhouseOptions) {
  let running: { readonly server: Openhouse; readonly as: string } | undefined;
  let imported = false;
  return {
    async start(otherwise: Partial<OpenhouseOptions> = {}): Promise<Openhouse> {
      const options = { ...usual, ...otherwise };
      const as = JSON.stringify(options);
      if (running?.as === as) return running.server;
      await running?.server.stop();
      const server = await startOpenhouse(options);
      running = { server, as };
      if (!imported) await importBundles(options, bundles);
      imported = true;
      return server;
    },
    async stop(): Promise<void> {
      await running?.server.stop();
    },
  };
}

/** @returns A new data directory in the folder, which only this user may enter. */
async function newDirectory(folder: string): Promise<string> {
  const directory = join(folder, '.openhouse');
  await mkdir(directory, { mode: 0o700, recursive: true });
  return directory;
}
