import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { residentBytes } from '../bench/measure/resident.ts';
import { type SwiftServer, withSwift } from '../packages/server/src/testing/swift.ts';
import { newDataDirectory, openhouse, type RunningService, startService } from './service.ts';

const READERS = 200;
/** Together they ask for 1.6 GB. */
const BYTES = 8 * 1024 * 1024;
/** Megabytes that the readers may cost the process: less than one of its reads of the socket and one of the store for each. */
const MOST_MB = 120;

const file = randomBytes(BYTES);

function suite(settings: () => Promise<NodeJS.ProcessEnv>): void {
  let service: RunningService;
  let directory: Awaited<ReturnType<typeof newDataDirectory>>;
  let bundles = '';
  beforeAll(async () => {
    directory = await newDataDirectory();
    bundles = await mkdtemp(join(tmpdir(), 'openhouse-slow-readers-'));
    const env = { IP_LIMIT_PER_MINUTE: '0', ...(await settings()) };
    service = await startService(directory.path, env);
    await mkdir(join(bundles, 'large', 'assets'), { recursive: true });
    await writeFile(join(bundles, 'large', 'assets', 'model.bin'), file);
    await writeFile(
      join(bundles, 'large', 'vr-info.json'),
      '{"resource_code":"large","name":"large","is_active":true}',
    );
    const args = [openhouse, 'import', join(bundles, 'large'), '--team', 'demo'];
    await promisify(execFile)(process.execPath, args, { env: service.env });
  });
  afterAll(async () => {
    await service?.stop();
    await directory?.remove();
    await rm(bundles, { recursive: true, force: true });
  });

  test(`${READERS} readers who take nothing cost the same memory as none, and get every byte in the end`, async () => {
    const port = Number(service.env.GATEWAY_PORT);
    const pid = service.process.pid ?? 0;
    // The first read loads what reads need.
    await (await reader(port)).rest();
    const before = residentBytes(pid) ?? 0;
    const readers: Reader[] = [];
    for (let number = 0; number < READERS; number += 1) readers.push(await reader(port));
    await sleep(3_000);
    const grown = ((residentBytes(pid) ?? 0) - before) / 1e6;
    console.log(`${READERS} slow readers of ${BYTES / 1024 / 1024} MiB each: ${Math.round(grown)} MB more`);
    expect(grown).toBeLessThan(MOST_MB);
    const expected = createHash('sha256').update(file).digest('hex');
    for (let index = 0; index < readers.length; index += 20) {
      const got = await Promise.all(readers.slice(index, index + 20).map(({ rest }) => rest()));
      expect(new Set(got)).toEqual(new Set([expected]));
    }
  });
}

interface Reader {
  /** Reads on. @returns The hash of the whole body. */
  rest(): Promise<string>;
}

/** Asks for the file, and reads no further than the head of the answer. */
async function reader(port: number): Promise<Reader> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write('GET /files/demo/large/model.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const first = await new Promise<Buffer>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(chunk);
    });
  });
  const head = first.indexOf('\r\n\r\n') + 4;
  expect(first.subarray(0, head).toString()).toContain('HTTP/1.1 200');
  return {
    async rest() {
      const hash = createHash('sha256').update(first.subarray(head));
      for await (const chunk of socket) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
  };
}

describe('a file from a folder', () => suite(async () => ({})));

withSwift('a file', (swift: SwiftServer) => suite(async () => swift.settings(await swift.newBucket())));
