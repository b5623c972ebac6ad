import type { TestProject } from 'vitest/node';
import { nginxProgram } from './nginx.ts';
import { pgbouncerProgram } from './pgbouncer.ts';
import { postgresPrograms, startPostgres } from './postgres-server.ts';
import { redisProgram, servicesRequired } from './processes.ts';
import { swiftMissing } from './swift-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL server without a database; null when there are no programs for one. */
    postgresUrl: string | null;
  }
}

/** Starts what the tests of one run share: a PostgreSQL server. Says loudly what is missing. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (redisProgram() === undefined) missing('redis-server', 'Redis or Valkey');
  if (nginxProgram() === undefined) missing('nginx', 'nginx');
  if (pgbouncerProgram() === undefined) missing('pgbouncer', 'PgBouncer');
  if (swiftMissing().length > 0) missing(swiftMissing().join(', '), 'an S3 store');
  const programs = postgresPrograms();
  if (programs === undefined) {
    missing("initdb and postgres (PATH, PGBIN or Debian's folder)", 'PostgreSQL');
    project.provide('postgresUrl', null);
    return async () => {};
  }
  const server = await startPostgres(programs);
  project.provide('postgresUrl', server.url);
  return server.stop;
}

function missing(what: string, service: string): void {
  const fate = servicesRequired ? 'FAIL, for OPENHOUSE_REQUIRE_SERVICES is set' : 'are SKIPPED';
  console.warn(`\n*** ${what} not found: the tests on ${service} ${fate}.\n`);
}
