import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { vrInfo } from '@openhouse/contract';
import { pgbouncerProgram, startPgBouncer } from '../packages/server/src/testing/pgbouncer.ts';
import { folderWith } from '../packages/server/src/testing/processes.ts';
import { startReplica } from '../packages/server/src/testing/replica.ts';
import { ask, like } from './probe.ts';
import { readLoad } from './reads.ts';
import { type Contender, OURS, type Scenario } from './scenario.ts';
import { type Openhouse, startOpenhouse } from './servers/openhouse.ts';
import type { Stage } from './stage.ts';
import { COLD_TOURS, coldCode } from './tours.ts';

/** Tours vary by the digits of their names, and answers by the number of calls that are left. */
const SLACK_BYTES = 64;
/** Megabytes of payloads in memory: fewer than the tours have, so that none is ever found there. */
const SMALL_CACHE_MB = 1;
/** Connections of the pooler to the database: as many as the service opens by itself (`DATABASE_POOL_SIZE`). */
const POOLER_CONNECTIONS = 10;

/** What a setting costs or gives: the service with it, beside the same without it. PostgreSQL only. */
export function settingScenarios(stage: Stage): Scenario[] {
  if (stage.databaseUrl === null) return [];
  const programs = folderWith('pg_basebackup', 'postgres');
  const pgbouncer = pgbouncerProgram();
  return [
    tracedScenario(stage),
    ...(pgbouncer === undefined ? [] : [poolerScenario(stage, stage.databaseUrl, pgbouncer)]),
    ...(programs === undefined ? [] : [replicaScenario(stage, stage.databaseUrl, programs)]),
  ];
}

function tracedScenario(stage: Stage): Scenario {
  const against = 'the same without traces';
  return {
    name: 'traced',
    title: '2 KB, gzip, with 1% of the traces sent to a collector',
    targets: [{ against, atLeast: 0.9 }],
    async start() {
      // It takes what comes, and is where the load generator is.
      const collector = createServer((request, response) => {
        request.resume().once('end', () => response.end());
      });
      await once(collector.listen(0, '127.0.0.1'), 'listening');
      const ours = await stage.openhouse({
        otherwise: {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
          OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
          OTEL_TRACES_SAMPLER_ARG: '0.01',
        },
      });
      const peer = await second(stage, ours, 256);
      const targets = [`${vrInfo.path}?resource_code=bench-2k`];
      return {
        contenders: [await contender(OURS, ours, targets), await contender(against, peer, targets)],
        async stop() {
          await peer.stop();
          collector.closeAllConnections();
          collector.close();
        },
      };
    },
  };
}

/** @param program Path of PgBouncer. */
function poolerScenario(stage: Stage, databaseUrl: string, program: string): Scenario {
  const against = 'the same without PgBouncer';
  return {
    name: 'pgbouncer',
    title: 'Cold read of 20 KB through PgBouncer in transaction mode, gzip',
    targets: [{ against, atLeast: 0.5 }],
    async start() {
      const pooler = await startPgBouncer(program, databaseUrl, POOLER_CONNECTIONS);
      const ours = await stage.openhouse({
        cacheMebibytes: SMALL_CACHE_MB,
        databaseUrl: pooler.through(databaseUrl),
        otherwise: { DATABASE_POOLER: 'transaction' },
      });
      const peer = await second(stage, ours, SMALL_CACHE_MB);
      const targets = coldTargets();
      return {
        contenders: [await contender(OURS, ours, targets), await contender(against, peer, targets)],
        async stop() {
          await peer.stop();
          await pooler.stop();
        },
      };
    },
  };
}

/** @param programs Folder of PostgreSQL's programs, `pg_basebackup` among them. */
function replicaScenario(stage: Stage, databaseUrl: string, programs: string): Scenario {
  const against = 'the same without a replica';
  return {
    name: 'cold-replica',
    title: 'Cold read of 20 KB from a replica of PostgreSQL, gzip',
    targets: [{ against, atLeast: 0.8 }],
    async start() {
      const replica = await startReplica({ url: databaseUrl.replace(/\/postgres$/, '') }, programs);
      const ours = await stage.openhouse({
        cacheMebibytes: SMALL_CACHE_MB,
        otherwise: { DATABASE_READ_URL: `${replica.url}/postgres` },
      });
      const peer = await second(stage, ours, SMALL_CACHE_MB);
      const targets = coldTargets();
      await untilRead(ours, targets);
      return {
        contenders: [await contender(OURS, ours, targets), await contender(against, peer, targets)],
        async stop() {
          await peer.stop();
          await replica.stop();
        },
      };
    },
  };
}

/** A second process over the same database, with a copy of the keys and files of the first. */
async function second(stage: Stage, first: Openhouse, cacheMebibytes: number): Promise<Openhouse> {
  const dataDirectory = join(stage.folder, 'second', '.openhouse');
  await cp(first.dataDirectory, dataDirectory, { recursive: true });
  return startOpenhouse({ cores: stage.cores, databaseUrl: stage.databaseUrl, dataDirectory, cacheMebibytes });
}

const coldTargets = () => Array.from({ length: COLD_TOURS }, (_, at) => `${vrInfo.path}?resource_code=${coldCode(at)}`);

async function contender(name: string, server: Openhouse, targets: readonly string[]): Promise<Contender> {
  const load = readLoad(server, targets, 'gzip');
  return { name, server, load: { ...load, expected: like(await ask(load), SLACK_BYTES) } };
}

/** The replica serves once both it and the database were looked at. @throws when it answers nothing. */
async function untilRead(ours: Openhouse, targets: readonly string[]): Promise<void> {
  const byReplica = /openhouse_payload_statements_total\{server="replica"\} [1-9]/;
  for (const target of targets) {
    await ask(readLoad(ours, [target], 'gzip'));
    if (byReplica.test(await (await fetch(`${ours.operatorOrigin}/metrics`)).text())) return;
  }
  throw new Error('the replica answered none of the reads');
}
