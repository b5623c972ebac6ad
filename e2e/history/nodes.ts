import { randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keyRing } from '../../packages/server/src/config/variables.ts';
import type { KeyRing } from '../../packages/server/src/kernel/keys/key-ring.ts';
import { startFaultProxy } from '../../packages/server/src/testing/fault-proxy.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { newDataDirectory, type RunningService, startService } from '../service.ts';

/** Longer than any answer of a node that cannot reach its database. */
const CALL_PATIENCE_MS = 15_000;
/** How often connections are ended that must not come back. */
const CUT_EVERY_MS = 20;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Two service processes over one database, with the keys that tokens are made of. Node 1 reaches the database through a proxy. */
export interface TwoNodes {
  portal(node: number): string;
  gateway(node: number): string;
  readonly accessTokenKeys: KeyRing;
  readonly database: pg.Pool;
  /** One call over connections that are kept. Rejects when there is no answer. */
  call(address: string, options?: CallOptions): Promise<Answer>;
  /** A metric of a node, summed over its labels. */
  metric(node: number, name: string): Promise<number>;
  /** What node 1 has open to the database goes silent, and what it opens brings nothing, for so long. */
  partition(lastsMs: number): Promise<void>;
  /** Each connection of node 1 to the database is ended as soon as it is seen, for so long. */
  cut(lastsMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param serverUrl A PostgreSQL server's superuser, without a database. @param settings Of both nodes. */
export async function startTwoNodes(serverUrl: string, settings: NodeJS.ProcessEnv): Promise<TwoNodes> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const directory = await newDataDirectory();
    ends.push(() => directory.remove());
    const url = await createEmptyDatabase(serverUrl);
    const database = new pg.Pool({ connectionString: url, max: 2 });
    database.on('error', () => {});
    ends.push(() => database.end());
    // A role of its own tells the connections of node 1 from those of node 0.
    const role = `node_${randomBytes(6).toString('hex')}`;
    await database.query(`create role ${role} superuser login password 'word'`);
    ends.push(() => database.query(`drop role ${role}`));
    const proxy = await startFaultProxy(Number(new URL(url).port));
    ends.push(() => proxy.close());
    const behind = Object.assign(new URL(url), { username: role, password: 'word', port: String(proxy.port) }).href;

    const ring = `1:${randomBytes(32).toString('base64url')}`;
    const env = { ACCESS_TOKEN_KEYS: ring, ...settings };
    const nodes: RunningService[] = [];
    for (const DATABASE_URL of [url, behind]) {
      const node = await startService(directory.path, { ...env, DATABASE_URL });
      ends.push(() => node.stop());
      nodes.push(node);
    }
    const agent = new Agent({ keepAlive: true });
    ends.push(async () => agent.destroy());
    const at = (node: number, name: string) => `http://localhost:${nodes[node]?.env[name]}`;
    const call = callsOver(agent);
    return {
      portal: (node) => at(node, 'PORTAL_PORT'),
      gateway: (node) => at(node, 'GATEWAY_PORT'),
      accessTokenKeys: keyRing.read(ring) ?? [],
      database,
      call,
      async metric(node, name) {
        const { body } = await call(`${nodes[node]?.operatorUrl}/metrics`);
        const lines = body.split('\n').filter((line) => line.startsWith(name));
        return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
      },
      async partition(lastsMs) {
        proxy.hold(true);
        proxy.silence();
        await sleep(lastsMs);
        proxy.hold(false);
      },
      async cut(lastsMs) {
        const untilMs = performance.now() + lastsMs;
        while (performance.now() < untilMs) {
          await database.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
          await sleep(CUT_EVERY_MS);
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** node:http costs a test of many calls less than fetch. */
function callsOver(agent: Agent): TwoNodes['call'] {
  return (address, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(address, { method, agent, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, body: Buffer.concat(parts).toString('utf8') });
        });
      });
      sent.setTimeout(CALL_PATIENCE_MS, () => sent.destroy(new Error(`no answer in ${CALL_PATIENCE_MS} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
}
