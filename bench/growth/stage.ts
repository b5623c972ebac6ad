import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { postgresPrograms, startPostgres } from '../../packages/server/src/testing/postgres-server.ts';
import { type Cores, findCores } from '../measure/cores.ts';

/** What all parts share: the cores, a folder and a PostgreSQL server, both removed at the end. */
export interface GrowthStage {
  readonly cores: Cores;
  readonly folder: string;
  /** One sentence for the report. */
  readonly server: string;
  /** @returns Address of a new and empty database, as its superuser. */
  createDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * As an operator would set them, unlike the throwaway server of the tests: a commit is on the disk when it is answered.
 * Vacuum is run by hand, so that it never falls into a measurement.
 */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=256MB', 'max_wal_size=4GB', 'autovacuum=off'];

/** @throws {Error} when PostgreSQL's programs are not found. */
export async function openStage(): Promise<GrowthStage> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL was not found: install it, or put its programs into PATH.');
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-growth-'));
  const postgres = await startPostgres(programs, SETTINGS);
  const admin = new Client({ connectionString: `${postgres.url}/postgres` });
  await admin.connect();
  const { rows } = await admin.query<{ server_version: string }>('show server_version');
  return {
    cores: findCores(),
    folder,
    server: `PostgreSQL ${rows[0]?.server_version} with ${SETTINGS.join(' ')}.`,
    async createDatabase(name) {
      await admin.query(`create database ${name}`);
      return `${postgres.url}/${name}`;
    },
    async close() {
      await admin.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
