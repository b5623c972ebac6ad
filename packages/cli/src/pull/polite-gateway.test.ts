import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IncompleteTour } from './fetches.ts';
import { type PoliteGateway, politeGateway } from './polite-gateway.ts';
import { pullTour } from './pull-tour.ts';

/**
 * Seconds without a byte, for tests of answers that stall or trickle. Other answers may take longer on a busy machine,
 * and would be asked for again.
 */
const SHORT_STALL_S = 0.5;
const LIMITS = { fileBytes: 1024 * 1024, tourBytes: 8 * 1024 * 1024 };

const INFO = { resource_code: 'loft', name: 'Loft', cover: 'a.jpg', sound: 'b.mp3', plan: 'c.pdf' };
const HTML = '<html><h1>Bad Gateway</h1></html>';

/** What a broken network or a proxy in between does to an answer. */
const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an HTML 502': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(HTML),
  'an HTML 503 with Retry-After as a date': (response) =>
    response.writeHead(503, { 'retry-after': new Date(Date.now() + 1000).toUTCString() }).end(HTML),
  'a time-out of a proxy': (response) => response.writeHead(408).end(),
  'a reset': (response) => void response.socket?.resetAndDestroy(),
  'a stall before the answer': () => undefined,
  'a stall within the answer': (response) => void response.writeHead(200, { 'content-length': 50 }).write('{'),
  'an answer that breaks off': (response) => {
    response.writeHead(200, { 'content-length': 500 }).write('{"code":0');
    setTimeout(() => response.destroy(), 20);
  },
};

describe('a gateway behind a failing network', () => {
  let server: Server;
  let gatewayOf: (stallS?: number) => PoliteGateway;
  let gateway: PoliteGateway;
  let waits: number[];
  let into: string;
  /** Asked for each call before it is answered; true when it has answered itself. */
  let meddle: (target: string, response: ServerResponse) => boolean;

  const answerWell: RequestListener = (request, response) => {
    const target = request.url ?? '';
    request.resume();
    if (meddle(target, response)) return;
    const send = (status: number, envelope: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
    const home = `http://${request.headers.host}/files/team/loft/`;
    if (target.startsWith('/auth/')) send(200, { code: 0, status: 'success', data: { access_token: 't' } });
    else if (target.startsWith('/files/')) response.end(`bytes of ${target.split('/').at(-1)}`);
    else if (target.startsWith('/open/v3/vr/info'))
      send(200, { code: 0, status: 'success', data: { ...INFO, base_url: home } });
    else send(404, { code: -1, status: 'err_resource_not_found', message: 'None.', data: null });
  };

  beforeEach(async () => {
    meddle = () => false;
    waits = [];
    into = await mkdtemp(join(tmpdir(), 'openhouse-pull-'));
    server = createServer(answerWell);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sleep = async (ms: number) => void waits.push(ms);
    gatewayOf = (stallS) => politeGateway({ baseUrl, appKey: 'ohk_1', appSecret: 'ohs_1' }, { sleep }, stallS);
    gateway = gatewayOf();
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(into, { recursive: true, force: true });
  });

  const pull = (update = false, limits = LIMITS) =>
    pullTour(gateway, { resourceCode: 'loft', nodeCode: undefined }, into, limits, update);
  const files = async () => (await readdir(join(into, 'loft'), { recursive: true })).sort();
  const WHOLE = ['assets', 'assets/a.jpg', 'assets/b.mp3', 'assets/c.pdf', 'vr-info.json'];
  const failing = (part: string, fault: ((response: ServerResponse) => void) | undefined, times: number) => {
    let left = times;
    meddle = (target, response) => {
      if (!target.includes(part) || left === 0) return false;
      left -= 1;
      fault?.(response);
      return true;
    };
  };

  test.each(Object.entries(faults))('%s is asked for again: exchange, data and files', async (_, fault) => {
    gateway = gatewayOf(SHORT_STALL_S);
    const failed = new Set<string>();
    meddle = (target, response) => {
      const part = ['/auth/', '/open/v3/vr/info', 'b.mp3'].find((one) => target.includes(one));
      if (part === undefined || failed.has(part)) return false;
      failed.add(part);
      fault(response);
      return true;
    };
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3, warnings: [] });
    expect(await files()).toEqual(WHOLE);
    expect(failed.size).toBe(3);
    expect(waits.length).toBeGreaterThanOrEqual(3);
  });

  test('HTML with 200 where data is expected is a fault, once the gateway has been seen', {
    tags: 'slow',
  }, async () => {
    failing('/open/v3/vr/info', (response) => response.end(HTML), 2);
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3 });
  });

  test("what never comes is reported as that file's, the others come, and the next run fetches it", async () => {
    failing('b.mp3', faults['an HTML 502'], Number.POSITIVE_INFINITY);
    const error = await pull().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(IncompleteTour);
    const { exitCode, missing } = error as IncompleteTour;
    const told = missing.map(({ file, reason }) => `${file}: ${reason}`);
    expect([exitCode, told]).toEqual([4, ['assets/b.mp3: HTTP 502']]);
    expect((await readdir(join(into, '.loft.pull/assets'))).sort()).toEqual(['a.jpg', 'c.pdf']);
    const asked: string[] = [];
    meddle = (target) => {
      asked.push(target);
      return false;
    };
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3 });
    expect(await files()).toEqual(WHOLE);
    expect(asked.filter((target) => target.startsWith('/files/'))).toEqual(['/files/team/loft/b.mp3']);
  });

  test('a list that does not come leaves what hangs on it for the next run', { tags: 'slow' }, async () => {
    failing('/open/v3/custom/hot/list', faults['an HTML 502'], Number.POSITIVE_INFINITY);
    expect(await pull().catch((refusal: unknown) => refusal)).toMatchObject({ missing: [{ file: 'hot-list.json' }] });
    meddle = () => false;
    expect(await pull()).toMatchObject({ outcome: 'pulled' });
  });

  test('a gateway that is away is not waited for file by file', async () => {
    let calls = 0;
    meddle = (target, response) => {
      if (!target.startsWith('/open/')) return false;
      calls += 1;
      response.writeHead(502).end(HTML);
      return true;
    };
    const error = await pull().catch((refusal: unknown) => refusal);
    expect((error as IncompleteTour).missing).toHaveLength(3);
    expect(calls).toBe(18);
  });

  test('an answer without an end is bounded in bytes, and asked for again', { tags: 'slow' }, async () => {
    failing(
      'b.mp3',
      (response) => {
        const pour = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) {
            // Until the connection is full.
          }
        };
        response.on('drain', pour);
        pour();
      },
      1,
    );
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3, warnings: [] });
    expect(waits).toHaveLength(1);
  });

  test('a file that says that it is too large is not fetched', { tags: 'slow' }, async () => {
    failing('b.mp3', (response) => response.writeHead(200, { 'content-length': 2 ** 40 }).write('.'), 1);
    const { warnings } = await pull();
    expect(warnings.map(String)).toEqual(['assets/b.mp3 is missing: it has more than 1.0 MiB. Raise --max-file-mb.']);
    expect(waits).toEqual([]);
  });

  test('of two runs at once the one that ends later leaves the bundle of the other as it is', {
    tags: 'slow',
  }, async () => {
    await pull();
    const whole = await files();
    let isFirst = true;
    let second: Promise<unknown> | undefined;
    // The other run begins and ends while this one waits for the last file.
    const between = new Promise<void>((resolve) => {
      meddle = (target, response) => {
        if (target.startsWith('/open/v3/vr/info')) {
          const data = { ...INFO, name: 'Changed', base_url: 'http://gateway.example/files/team/loft/' };
          response.end(JSON.stringify({ code: 0, status: 'success', data }));
          return true;
        }
        if (!target.includes('b.mp3') || !isFirst) return false;
        isFirst = false;
        second = pull(true);
        second.finally(() => {
          response.end('bytes of b.mp3');
          resolve();
        });
        return true;
      };
    });
    const first = await pull(true).catch((refusal: unknown) => refusal);
    await between;
    expect(await second).toMatchObject({ outcome: 'updated' });
    expect(first).toMatchObject({
      exitCode: 4,
      message:
        'Another openhouse pull has finished loft here meanwhile, and its bundle is whole. Let one run at a time.',
    });
    expect(await files()).toEqual(whole);
    expect((await readdir(into)).sort()).toEqual(['loft']);
  });

  test('a name that the disk does not take is told of, and the other files come', async () => {
    const long = `${'厅'.repeat(100)}.jpg`;
    meddle = (target, response) => {
      if (!target.startsWith('/open/v3/vr/info')) return false;
      const home = 'http://gateway.example/files/team/loft/';
      const data = { ...INFO, picture_url: long, base_url: home };
      response.end(JSON.stringify({ code: 0, status: 'success', data }));
      return true;
    };
    const { outcome, files, warnings } = await pull();
    expect([outcome, files]).toEqual(['pulled', 3]);
    expect(warnings.map(String)).toEqual([`assets/${long} is missing: the name is too long there (ENAMETOOLONG)`]);
  });

  test('a file that is too large and does not say so, as one that a proxy packs, is left out like any other', async () => {
    failing('b.mp3', (response) => response.writeHead(200).end(Buffer.alloc(LIMITS.fileBytes + 1)), 9);
    const { outcome, files, warnings } = await pull();
    expect([outcome, files]).toEqual(['pulled', 2]);
    expect(warnings.map(String)).toEqual(['assets/b.mp3 is missing: it has more than 1.0 MiB. Raise --max-file-mb.']);
    expect(waits).toHaveLength(1);
  });

  test('files for which the tour has no room left name the limit that is in the way', async () => {
    const { warnings } = await pull(false, { ...LIMITS, tourBytes: 20 });
    const rest = "the tour's files have more than 20 B together. Raise --max-tour-mb.";
    expect(warnings.map(String)).toEqual([`assets/b.mp3 is missing: ${rest}`, `assets/c.pdf is missing: ${rest}`]);
  });

  test('on a disk that takes two names for one the second file is told of, not replaced by the first', async () => {
    meddle = (target, response) => {
      if (!target.startsWith('/open/v3/vr/info')) return false;
      const data = { ...INFO, picture_url: 'B.mp3', base_url: 'http://gateway.example/files/team/loft/' };
      response.end(JSON.stringify({ code: 0, status: 'success', data }));
      return true;
    };
    // As such a disk has it: either name leads to the one file.
    await mkdir(join(into, '.loft.pull/assets'), { recursive: true });
    await symlink('B.mp3', join(into, '.loft.pull/assets/b.mp3'));
    const { files, warnings } = await pull();
    expect(files).toBe(3);
    expect(warnings.map(String)).toEqual([
      'assets/b.mp3 is missing: assets/B.mp3 is in its place, because this disk does not tell capitals apart. Pull to one that does.',
    ]);
    expect(await readFile(join(into, 'loft/assets/B.mp3'), 'utf8')).toBe('bytes of B.mp3');
  });

  test('of two tours whose codes such a disk takes for one, the second is refused', async () => {
    await mkdir(join(into, 'LOFT'));
    await symlink('LOFT', join(into, 'loft'));
    await expect(pull(true)).rejects.toThrow(
      'LOFT is in the place of loft, because this disk does not tell capitals apart. Pull loft to another directory with --to.',
    );
    expect(await readdir(join(into, 'LOFT'))).toEqual([]);
  });

  test('an answer that trickles is bounded in time', { tags: 'slow' }, async () => {
    gateway = gatewayOf(SHORT_STALL_S);
    failing(
      'b.mp3',
      (response) => {
        const drip = setInterval(() => response.write('.'), 100);
        response.on('close', () => clearInterval(drip));
      },
      1,
    );
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3 });
    expect(waits).toHaveLength(1);
  });

  test('Retry-After is kept to, with a little more that differs; it may be asked for often', async () => {
    failing('a.jpg', (response) => response.writeHead(429, { 'retry-after': '7' }).end(), 15);
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 3 });
    expect(waits).toHaveLength(15);
    for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(7000);
    for (const ms of waits) expect(ms).toBeLessThanOrEqual(7500);
    expect(new Set(waits).size).toBeGreaterThan(10);
  });
});
