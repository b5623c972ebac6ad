import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/server/src/testing/processes.ts';
import type { Store } from './store.ts';

/** The built service as a process of its own, over one store. */
export interface MeasuredService {
  readonly pid: number;
  readonly token: string;
  /** One read of VR basic data over one connection that is kept alive. @returns Milliseconds. */
  read(code: string, connection?: number): Promise<number>;
  /** Processor time used so far, in seconds; NaN where /proc does not say. */
  cpuSeconds(): number;
  /** Resident memory in bytes; NaN where /proc does not say. */
  residentBytes(): number;
  /** Values of the metrics without labels. */
  metrics(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

const OPENHOUSE = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const TICKS_A_SECOND = 100;
const START_PATIENCE_MS = 300_000;

/** @param pepper base64url of the pepper that the store's app was made with. */
export async function startService(
  folder: string,
  store: Store,
  pepper: string,
  cacheMebibytes: number,
): Promise<MeasuredService> {
  const [portal, gateway, signIn, operator] = await Promise.all(Array.from({ length: 4 }, freePort));
  const dataDirectory = join(folder, `service-${gateway}`);
  await mkdir(dataDirectory, { mode: 0o700 });
  const env = {
    ...process.env,
    BASE_URL: '',
    DATABASE_URL: store.url,
    DATA_DIR: dataDirectory,
    PORTAL_PORT: String(portal),
    GATEWAY_PORT: String(gateway),
    SIGN_IN_PORT: String(signIn),
    OPERATOR_PORT: String(operator),
    APP_SECRET_PEPPER: pepper,
    APP_LIMIT_PER_MINUTE: '0',
    IP_LIMIT_PER_MINUTE: '0',
    FRAME_CACHE_MB: String(cacheMebibytes),
    ACCESS_TOKEN_LIFETIME_S: '86400',
    LOAD_DEMO: 'no',
    LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, [OPENHOUSE, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await ready(child);
  const origin = `http://localhost:${gateway}`;
  const body = new URLSearchParams({ app_key: store.credentials.appKey, app_secret: store.credentials.appSecret });
  const answer = (await (await fetch(`${origin}/auth/access_token`, { method: 'POST', body })).json()) as {
    data: { access_token: string };
  };
  const token = answer.data.access_token;
  const pid = child.pid ?? 0;
  const agents = new Map<number, Agent>();
  const agentOf = (connection: number): Agent => {
    const known = agents.get(connection) ?? new Agent({ keepAlive: true, maxSockets: 1 });
    agents.set(connection, known);
    return known;
  };
  return {
    pid,
    token,
    read: (code, connection = 0) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: token, 'accept-encoding': 'gzip' };
        const url = `${origin}/open/v3/vr/info?resource_code=${code}`;
        const startedAtMs = performance.now();
        get(url, { agent: agentOf(connection), headers }, (response) => {
          response.resume();
          response.on('error', reject);
          response.on('end', () => {
            if (response.statusCode === 200) resolve(performance.now() - startedAtMs);
            else reject(new Error(`${url} answered ${response.statusCode}`));
          });
        }).on('error', reject);
      }),
    cpuSeconds() {
      const stat = procFile(pid, 'stat');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    },
    residentBytes: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(procFile(pid, 'status'))?.[1]) * 1024,
    async metrics() {
      const text = await (await fetch(`http://127.0.0.1:${operator}/metrics`)).text();
      const values = [...text.matchAll(/^(\w+) ([\d.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]);
      return Object.fromEntries(values);
    },
    async stop() {
      for (const agent of agents.values()) agent.destroy();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const patience = setTimeout(
      () => reject(new Error(`the service was not ready in time: ${said}`)),
      START_PATIENCE_MS,
    );
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      if (!said.includes('Openhouse is ready.')) return;
      clearTimeout(patience);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`the service ended at start (${code}): ${said}`)));
  });
}
