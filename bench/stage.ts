import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms, startPostgres } from '../packages/server/src/testing/postgres-server.ts';
import { type Cores, findCores } from './measure/cores.ts';
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
  /** Runs it when everything is measured, the last one first. */
  atEnd(close: () => Promise<void>): void;
  close(): Promise<void>;
}

const CACHE_MB = 256;

export async function openStage(nodeArguments: readonly string[]): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-bench-'));
  const cores = findCores();
  const programs = postgresPrograms();
  const postgres = programs === undefined ? undefined : await startPostgres(programs);
  // After PostgreSQL was started, which may use both.
  cores.stayOffServerCore();
  const databaseUrl = postgres === undefined ? null : `${postgres.url}/postgres`;
  const usual: OpenhouseOptions = {
    cores,
    dataDirectory: join(folder, '.openhouse'),
    databaseUrl,
    cacheMebibytes: CACHE_MB,
    nodeArguments,
  };
  const bundles = await writeTours(folder, databaseUrl === null ? 0 : COLD_TOURS);
  await mkdir(usual.dataDirectory, { mode: 0o700 });
  let running: { readonly server: Openhouse; readonly as: string } | undefined;
  let imported = false;
  const closing: (() => Promise<void>)[] = [];
  return {
    cores,
    folder,
    databaseUrl,
    async openhouse(otherwise = {}) {
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
    atEnd: (close) => void closing.push(close),
    async close() {
      for (const close of closing.toReversed()) await close();
      await running?.server.stop();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
