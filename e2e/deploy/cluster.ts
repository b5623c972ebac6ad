import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import { folderWith } from '../../packages/server/src/testing/processes.ts';

const run = promisify(execFile);

/** The role that owns the database, and nothing else. */
export const OWNER = 'openhouse';

/** A cluster with an empty database `openhouse`, made as docs/guides/going-to-production.md says. */
export interface Cluster extends PostgresServer {
  /** @returns The database's address for one of the roles. */
  addressOf(role: string): string;
  /** PostgreSQL's own `pg_dump` or `pg_restore`, as the owner, for all Teams. */
  tool(name: 'pg_dump' | 'pg_restore', args: readonly string[]): Promise<void>;
  /** @returns How many transactions it has ended because two waited for each other. */
  deadlocks(): Promise<number>;
  /** A role that owns nothing. */
  addRole(role: string): Promise<void>;
}

/** Folder of `pg_dump` and `pg_restore`; undefined where they are missing. */
export const postgresTools = (): string | undefined => folderWith('pg_dump', 'pg_restore');

/** @returns The address with what the policies want for work across Teams, as the guide writes it: a part of it cannot get lost. */
export const forAllTeams = (address: string): string => `${address}?options=-c%20app.team%3D*`;

/** @param roles Beside the owner. */
export async function startCluster(roles: readonly string[] = []): Promise<Cluster> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL was not found.');
  const server = await startPostgres(programs);
  const asSuperuser = async (sql: string) => {
    const superuser = new pg.Client({ connectionString: `${server.url}/postgres` });
    await superuser.connect();
    return superuser.query<Record<string, number>>(sql).finally(() => superuser.end());
  };
  const addRole = async (role: string) => {
    await asSuperuser(`create role ${role} login password 'word'`);
  };
  const addressOf = (role: string) =>
    Object.assign(new URL(`${server.url}/openhouse`), { username: role, password: 'word' }).href;
  for (const role of [OWNER, ...roles]) await addRole(role);
  await asSuperuser(`create database openhouse owner ${OWNER}`);
  return {
    ...server,
    addressOf,
    async deadlocks() {
      const { rows } = await asSuperuser("select deadlocks::int from pg_stat_database where datname = 'openhouse'");
      return rows[0]?.deadlocks ?? Number.NaN;
    },
    addRole,
    async tool(name, args) {
      await run(join(postgresTools() ?? '', name), [...args, '--dbname', forAllTeams(addressOf(OWNER))]);
    },
  };
}
