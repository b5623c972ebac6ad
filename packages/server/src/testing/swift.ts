import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CopyObjectCommand, CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe } from 'vitest';
import type { S3Address } from '../kernel/assets/s3-asset-store.ts';
import { freePort, servicesRequired, startProgram, stopProgram } from './processes.ts';
import { PYTHON, swiftMissing } from './swift-programs.ts';

/** A throwaway S3 store of one suite: OpenStack Swift with its S3 interface, as Debian packages it. */
export interface SwiftServer {
  /** Copies everything into another bucket, as a backup does. @returns How many objects. */
  copyBucket(from: string, to: string): Promise<number>;
  /** Where it answers. */
  readonly endpoint: string;
  /** What the service's settings say of it, the credentials included. */
  settings(bucket: string, prefix?: string): Readonly<Record<string, string>>;
  /** A new bucket. @returns Its name. */
  newBucket(): Promise<string>;
  address(bucket: string, prefix?: string): S3Address;
  /** Ends it as a crash would; what it holds stays. */
  stop(): Promise<void>;
  /** Stops its process where it is, and lets it go on: it takes connections and answers nothing. */
  freeze(isFrozen: boolean): void;
  /** Starts it on the same port, with what it held. */
  start(): Promise<void>;
}

const START_WAIT_MS = 60_000;
/** The user of the test's own store; the SDK finds them where an operator's would stand. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' } as const;
const REGION = 'us-east-1';
/**
 * A suite with an S3 store of its own; skipped without one (said by the run's set-up), failed when services are required.
 * @param tags `slow` where a suite without it shows the same (decision 0086).
 */
export function withSwift(name: string, suite: (swift: SwiftServer) => void, tags: readonly 'slow'[] = []): void {
  const missing = swiftMissing();
  const title = `${name} (S3)`;
  if (missing.length > 0 && !servicesRequired) {
    describe.skip(title, () => suite(notRunning()));
    return;
  }
  describe(title, { tags: [...tags] }, () => {
    let running: (SwiftServer & { delete(): Promise<void> }) | undefined;
    const server = () => running ?? notRunning();
    const saved = Object.keys(CREDENTIALS).map((variable) => [variable, process.env[variable]] as const);
    beforeAll(async () => {
      if (missing.length > 0)
        throw new Error(`${missing.join(', ')}: not found, and OPENHOUSE_REQUIRE_SERVICES is set.`);
      Object.assign(process.env, CREDENTIALS);
      running = await startSwift();
    });
    afterAll(async () => {
      for (const [variable, value] of saved) {
        if (value === undefined) delete process.env[variable];
        else process.env[variable] = value;
      }
      await running?.delete();
    });
    suite({
      get endpoint() {
        return server().endpoint;
      },
      settings: (...args) => server().settings(...args),
      newBucket: () => server().newBucket(),
      copyBucket: (...args) => server().copyBucket(...args),
      address: (...args) => server().address(...args),
      stop: () => server().stop(),
      freeze: (isFrozen) => server().freeze(isFrozen),
      start: () => server().start(),
    });
  });
}

function notRunning(): SwiftServer {
  const fail = (): never => {
    throw new Error('The suite has no S3 store yet: use it inside a test or a hook.');
  };
  return {
    get endpoint(): string {
      return fail();
    },
    settings: fail,
    newBucket: fail,
    copyBucket: fail,
    address: fail,
    stop: fail,
    freeze: fail,
    start: fail,
  };
}

/** Starts one on free ports, with its files in a folder of its own. */
export async function startSwift(): Promise<SwiftServer & { delete(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'openhouse-swift-'));
  const cachePort = await freePort();
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const cache = startProgram('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), '-U', '0', ...user], {
    stdio: 'ignore',
  });
  const program = fileURLToPath(new URL('swift-server.main.py', import.meta.url));
  let child: ChildProcess | undefined;
  /** Of the first start: a port that was free a second ago another program may have by now. */
  let port = 0;
  const start = async () => {
    child = startProgram(PYTHON, [program, home, String(port), String(cachePort)], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    port = await listening(child);
  };
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child !== undefined) await stopProgram(child, 'SIGKILL');
  };
  const client = new S3Client({
    endpoint,
    region: REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: CREDENTIALS.AWS_ACCESS_KEY_ID, secretAccessKey: CREDENTIALS.AWS_SECRET_ACCESS_KEY },
  });
  let buckets = 0;
  return {
    endpoint,
    settings: (bucket, prefix = 'files') => ({
      ASSET_STORE_URL: `s3://${bucket}/${prefix}`,
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      ...CREDENTIALS,
    }),
    async newBucket() {
      buckets += 1;
      const Bucket = `tours-${buckets}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      return Bucket;
    },
    async copyBucket(from, to) {
      const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command({ Bucket: from }));
      if (IsTruncated === true) throw new Error(`${from} holds more objects than one list names.`);
      for (const { Key } of Contents) {
        await client.send(new CopyObjectCommand({ Bucket: to, Key, CopySource: encodeURI(`${from}/${Key}`) }));
      }
      return Contents.length;
    },
    address: (bucket, prefix = 'files') => ({ bucket, prefix, endpoint, region: REGION, pathStyle: true }),
    start,
    stop,
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    delete: async () => {
      client.destroy();
      await Promise.all([stop(), stopProgram(cache, 'SIGKILL')]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** @returns The port that it listens on. */
async function listening({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('Swift writes nothing.');
  for await (const line of createInterface({ input: stdout, signal: AbortSignal.timeout(START_WAIT_MS) })) {
    const [, port] = /^listening (\d+)$/.exec(line) ?? [];
    if (port !== undefined) return Number(port);
  }
  throw new Error('Swift did not start.');
}
