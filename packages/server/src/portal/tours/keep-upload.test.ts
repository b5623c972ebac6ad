import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepUpload } from './keep-upload.ts';

const CHUNK_BYTES = 256 * 1024;
const LOOKS = 100;
const LOOK_MS = 20;
const grow = () => undefined;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('keeping an upload', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openhouse-upload-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('REQUEST_TIMEOUT: an upload that comes too slowly, whose answer can still be sent', async () => {
    const body = new PassThrough();
    const drip = setInterval(() => body.write('K'), 5);
    const kept = keepUpload(directory, body, { maxBytes: 1e6, pace: { windowMs: 100, bytes: 1024 }, grow });
    await expect(kept).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: expect.stringMatching(/^The upload came too slowly: /),
    });
    clearInterval(drip);
    expect([body.destroyed, readdirSync(directory)]).toEqual([false, []]);
  });

  test('what was written to the disk is no longer in memory', { tags: 'slow' }, async () => {
    const MANY = 256;
    const AT_MOST = (MANY / 4) * CHUNK_BYTES;
    collect();
    const before = process.memoryUsage().arrayBuffers;
    let held = Number.POSITIVE_INFINITY;
    const chunks = async function* () {
      for (let count = 0; count < MANY; count += 1) yield Buffer.alloc(CHUNK_BYTES, count);
      // What was collected is given back by a thread of its own, which waits on a busy machine.
      for (let look = 0; look < LOOKS && held >= AT_MOST; look += 1) {
        collect();
        await sleep(LOOK_MS);
        held = process.memoryUsage().arrayBuffers - before;
      }
    };
    const body = Readable.from(chunks(), { objectMode: false });
    const pace = { windowMs: 60_000, bytes: 1 };
    const kept = await keepUpload(directory, body, { maxBytes: MANY * CHUNK_BYTES, pace, grow });
    expect(kept.size).toBe(MANY * CHUNK_BYTES);
    expect(held).toBeLessThan(AT_MOST);
    await kept.close();
  });
});
