import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium, softwareWebGl } from '../browser.ts';
import { OWNER } from '../deploy/cluster.ts';
import { generateKeys, type Program, type Settings } from '../deploy/installation.ts';
import { type Caller, caller } from '../deploy/send.ts';
import './names.mjs';
import { makePart, type Part, type PartName } from './parts.ts';
import {
  emptyStore,
  GATE,
  type Keep,
  SERVER,
  type Store,
  type Surroundings,
  startSurroundings,
} from './surroundings.ts';

/** Seconds that access tokens and links to private files live: short, for a former key is needed as long. */
export const TOKEN_LIFETIME_S = 20;
const MACHINES = ['a', 'b'] as const;

/** An installation as a company has it, all of it on this machine. */
export interface Stage {
  readonly portal: string;
  readonly gateway: string;
  readonly login: string;
  readonly parts: readonly Part[];
  readonly chromium: Browser;
  /** A back end or a browser outside, with a connection of its own. */
  caller(): Caller;
  /** `openhouse …` as the operator runs it, with every key and the address of the owner. @returns What it printed. */
  operate(program: Program, args: readonly string[]): Promise<string>;
  /** `openhouse migrate`, as the role that owns the database. */
  migrate(program: Program): Promise<string>;
  /** What holds the data now. */
  readonly store: Store;
  /** Copies every file into a new bucket. */
  copyFiles(): Promise<{ readonly bucket: string; readonly files: number }>;
  /** An empty database in a new cluster, with the files of a bucket: whatever is started from then on has their addresses. */
  replaceStore(bucket: string): Promise<Store>;
  /** For files of the suite. */
  readonly folder: string;
  /** The key rings, by their variables; replaced as they are rotated. */
  readonly rings: Record<string, string>;
  start(part: Part, program: Program): Promise<void>;
  /** Starts a process that ended, with the program that it was. */
  startAgain(part: Part): Promise<void>;
  /** What it stands on beside the store of its data. */
  readonly around: Pick<Surroundings, 'swift' | 'redis' | 'provider'>;
  /** Stops a process and starts it again, while the others serve. */
  restart(part: Part, program: Program): Promise<void>;
  remove(): Promise<void>;
}

/** Starts everything; the processes of the service have yet to be. @param program Makes the keys. */
export async function setStage(program: Program): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'openhouse-production-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const keep: Keep = (started, end) => {
    ends.push(() => end(started));
    return started;
  };
  const remove = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await set(program, folder, keep, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function set(program: Program, folder: string, keep: Keep, remove: Stage['remove']): Promise<Stage> {
  const parts: Part[] = [];
  for (const machine of MACHINES) {
    for (const name of ['gateway', 'portal'] as const) parts.push(await makePart(name, machine, folder));
  }
  parts.push(await makePart('operator-jobs', MACHINES[0], folder));
  const portsOf = (name: PartName) => parts.filter((part) => part.name === name).map(({ port }) => port);
  const behind = { portal: portsOf('portal'), gateway: portsOf('gateway') };
  const around = await startSurroundings(folder, behind, keep);
  let store = await emptyStore(await around.swift.newBucket(), keep);
  for (const part of parts) keep(part, (it) => it.kill());
  const chromium = await launchChromium({
    args: ['--host-resolver-rules=MAP *.openhouse.example 127.0.0.1', ...(softwareWebGl.args ?? [])],
  });
  keep(chromium, (it) => it.close());

  /** The database's addresses, of each role. */
  const addresses = (reach = (address: string) => address) => ({
    DATABASE_URL: reach(store.cluster.addressOf(OWNER)),
    DATABASE_SERVICE_URL: reach(store.cluster.addressOf(SERVER)),
    DATABASE_GATEWAY_URL: reach(store.cluster.addressOf(GATE)),
  });
  const rings: Record<string, string> = await generateKeys(program);
  /** The owner's address is for commands: no process of the service is given it. */
  const secrets = (): Settings => ({ ...around.secrets, ...rings, ...addresses(store.pooler.through) });
  const settings = (): Settings => ({
    ...around.settings,
    ...around.swift.settings(store.bucket),
    APP_ENV: 'production',
    TRUST_PROXY_HOPS: '1',
    LISTEN_HOST: '127.0.0.1',
    // A machine on which everything runs at once is slow at times.
    IDENTITY_TIMEOUT_MS: '10000',
    SHUTDOWN_DELAY_S: '3',
    ACCESS_TOKEN_LIFETIME_S: String(TOKEN_LIFETIME_S),
    LINK_LIFETIME_S: String(TOKEN_LIFETIME_S),
    // Counted in Redis, and never reached: all callers of the suite have one address.
    APP_LIMIT_PER_MINUTE: '1000000',
    IP_LIMIT_PER_MINUTE: '1000000',
    PORTAL_IP_LIMIT_PER_MINUTE: '1000000',
    NODE_EXTRA_CA_CERTS: around.authority,
    NODE_OPTIONS: `--import=${new URL('names.mjs', import.meta.url).href}`,
  });
  const programs = new Map<Part, Program>();
  const start = (part: Part, of: Program) => {
    programs.set(part, of);
    const own = Object.entries(secrets()).filter(([name]) => name !== 'DATABASE_URL' && part.has(name));
    return part.start(of, { ...settings(), ...Object.fromEntries(own) });
  };
  const certificate = await readFile(around.authority);
  const { PORTAL_URL: portal = '', BASE_URL: gateway = '', LOGIN_URL: login = '' } = around.settings;
  return {
    portal,
    gateway,
    login,
    parts,
    chromium,
    rings,
    caller: () => caller(certificate),
    operate: (of, args) => of.command(args, { ...settings(), ...secrets() }),
    migrate: (of) => of.command(['migrate'], { APP_ENV: 'production', ...addresses() }),
    get store() {
      return store;
    },
    async copyFiles() {
      const bucket = await around.swift.newBucket();
      return { bucket, files: await around.swift.copyBucket(store.bucket, bucket) };
    },
    async replaceStore(bucket) {
      store = await emptyStore(bucket, keep);
      return store;
    },
    folder,
    start,
    async startAgain(part) {
      const program = programs.get(part);
      if (program === undefined) throw new Error(`${part.name} on ${part.machine} was never started.`);
      await start(part, program);
    },
    around,
    async restart(part, of) {
      const code = await part.stop();
      if (code !== 0) throw new Error(`${part.name} on ${part.machine} ended with ${code}:\n${part.log()}`);
      await start(part, of);
    },
    remove,
  };
}
