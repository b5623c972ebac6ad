import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type FaultProxy, startFaultProxy } from '../../packages/server/src/testing/fault-proxy.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import { redisProgram } from '../../packages/server/src/testing/processes.ts';
import { type RedisServer, startRedis } from '../../packages/server/src/testing/redis.ts';
import { type SwiftServer, startSwift } from '../../packages/server/src/testing/swift.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

const NODES = 2;
const WORKERS = 2;

/** What a process of the service said of itself. */
export interface SelfReport {
  readonly atMs: number;
  readonly heapUsed: number;
  readonly code: number;
  readonly rss: number;
  readonly external: number;
  readonly descriptors: number;
}

/** Two nodes with workers over PostgreSQL, Redis and an S3 store, each of which can be broken. */
export interface SoakStage {
  readonly nodes: readonly RunningService[];
  readonly server: PostgresServer;
  /** Between the nodes and PostgreSQL. */
  readonly proxy: FaultProxy;
  readonly redis: RedisServer;
  readonly swift: SwiftServer;
  /** Past the proxy. */
  readonly database: pg.Pool;
  /** By process: `node 1`, `node 1 worker 2`. */
  reports(): Promise<ReadonlyMap<string, readonly SelfReport[]>>;
  remove(): Promise<void>;
}

export async function setSoakStage(everyMs: number): Promise<SoakStage> {
  const ends: (() => Promise<unknown>)[] = [];
  const remove = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'openhouse-soak-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const own = join(folder, 'reports');
    await mkdir(own);
    const server = await startPostgres(postgresPrograms() ?? '', ['autovacuum=on']);
    ends.push(() => server.stop());
    const redis = await startRedis(redisProgram() ?? '');
    ends.push(() => redis.delete());
    const swift = await startSwift();
    ends.push(() => swift.delete());
    const proxy = await startFaultProxy(Number(new URL(server.url).port));
    ends.push(() => proxy.close());
    const database = new pg.Pool({ connectionString: `${server.url}/postgres`, max: 2, application_name: 'soak' });
    database.on('error', () => {});
    ends.push(() => database.end());

    const behind = Object.assign(new URL(`${server.url}/postgres`), { port: String(proxy.port) });
    const directory = await newDataDirectory();
    ends.push(() => directory.remove());
    const settings = {
      DATABASE_URL: behind.href,
      REDIS_URL: redis.url,
      ...swift.settings(await swift.newBucket()),
      WORKERS: String(WORKERS),
      APP_LIMIT_PER_MINUTE: '10000000',
      IP_LIMIT_PER_MINUTE: '10000000',
      PORTAL_IP_LIMIT_PER_MINUTE: '10000000',
      NODE_OPTIONS: `--import=${new URL('self-report.mjs', import.meta.url).href}`,
      SOAK_FOLDER: own,
      SOAK_EVERY_MS: String(everyMs),
    };
    const nodes: RunningService[] = [];
    for (let node = 0; node < NODES; node += 1) {
      const service = await startService(directory.path, settings);
      ends.push(() => service.stop());
      nodes.push(service);
    }
    return {
      nodes,
      server,
      proxy,
      redis,
      swift,
      database,
      async reports() {
        const names = namesOf(nodes);
        const found = new Map<string, readonly SelfReport[]>();
        for (const file of await readdir(own)) {
          const name = names.get(file.replace('.jsonl', ''));
          if (name === undefined) continue;
          const lines = (await readFile(join(own, file), 'utf8')).split('\n').filter((line) => line.endsWith('}'));
          found.set(
            name,
            lines.map((line) => JSON.parse(line) as SelfReport),
          );
        }
        return new Map([...found].sort());
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What each process is, by its id: workers are told by the log. */
function namesOf(nodes: readonly RunningService[]): ReadonlyMap<string, string> {
  return new Map(
    nodes.flatMap((node, at) => {
      const own = `node ${at + 1}`;
      const workers = node
        .said()
        .split('\n')
        .filter((line) => line.includes('"msg":"worker serves"'))
        .map((line) => JSON.parse(line) as { readonly worker: number; readonly pid: number })
        .map(({ worker, pid }) => [String(pid), `${own} worker ${worker}`] as const);
      return [[String(node.process.pid), own] as const, ...workers];
    }),
  );
}
