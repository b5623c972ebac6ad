import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { type Copy, createGateway, listAllTours } from '@openhouse/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useDemoService } from '../use-demo-service.ts';
import { type Machine, newMachine } from './openhouse.ts';
import { personAt } from './person.ts';

/** An answer as it passed. */
interface Passed {
  readonly path: string;
  readonly status: number;
  readonly bodyBytes: number;
}

describe('a nightly copy', { tags: ['slow', 'long'] }, () => {
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0' });
  /** Stands before the gateway and counts what passes. */
  let counter: Server;
  let baseUrl: string;
  let machine: Machine;
  let passed: Passed[];

  beforeAll(async () => {
    const { base_url, app_key, app_secret } = service.demo;
    counter = createServer((incoming, answer) => {
      const { method, url = '', headers } = incoming;
      const onward = request(`${base_url}${url}`, { method, headers }, (answered) => {
        const status = answered.statusCode ?? 0;
        answer.writeHead(status, answered.headers);
        let bodyBytes = 0;
        answered.on('data', (chunk: Buffer) => {
          bodyBytes += chunk.length;
        });
        answered.on('end', () => passed.push({ path: url.replace(/\?.*/, ''), status, bodyBytes }));
        answered.pipe(answer);
      });
      incoming.pipe(onward);
    });
    await once(counter.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`;
    machine = await newMachine(dirname(service.dataDirectory), 'reader', {
      OPENHOUSE_BASE_URL: baseUrl,
      OPENHOUSE_APP_KEY: app_key,
      OPENHOUSE_APP_SECRET: app_secret,
    });
  });
  beforeEach(() => {
    passed = [];
  });
  afterAll(async () => {
    counter?.closeAllConnections();
    counter?.close();
  });

  const at = (...names: string[]) => join(machine.directory, ...names);

  /** Every file below a folder, by name, as text that keeps each byte. */
  async function content(folder: string): Promise<Record<string, string>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = async (file: string) => [relative(folder, file), await readFile(file, 'latin1')] as const;
    return Object.fromEntries((await Promise.all(files.map(read))).sort());
  }
  const pull = async (code: string, ...more: string[]) => {
    const { exitCode, out, err } = await machine.run('pull', code, '--to', 'copy', '--json', ...more);
    return { exitCode, err, ...(JSON.parse(out) as { outcome: string; files: number; operations: number }) };
  };
  /** Answers that brought what the tour has: neither the exchange, nor links made for each call, nor what it has not. */
  const brought = () =>
    passed.filter(({ path, status }) => !/access_token|presign/.test(path) && status !== 404 && status !== 304);
  const bytes = () => passed.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const importAs = async (code: string, files: Readonly<Record<string, string>>) => {
    await rm(at('source', code), { recursive: true, force: true });
    await mkdir(at('source', code, 'assets'), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(at('source', code, name), text);
    const { exitCode } = await machine.run(
      ...['import', at('source', code), '--data-dir', service.dataDirectory, '--team', service.demo.team],
    );
    expect(exitCode).toBe(0);
  };

  test('of a tour that has not changed costs a header each: no operation, tag or file is sent again', async () => {
    const first = await pull('demo-loft:demo-house');
    expect(first).toMatchObject({ exitCode: 0, outcome: 'pulled' });
    const [before, whole] = [await content(at('copy', 'demo-loft')), { answers: brought().length, bytes: bytes() }];
    expect(whole.answers).toBeGreaterThan(first.operations + first.files - 2);

    passed = [];
    const again = await pull('demo-loft:demo-house', '--update');
    expect(again).toMatchObject({ exitCode: 0, err: '', outcome: 'unchanged' });
    expect([again.operations, again.files]).toEqual([first.operations, first.files]);
    expect(brought()).toEqual([]);
    const unchanged = passed.filter(({ status }) => status === 304);
    expect(unchanged).toHaveLength(whole.answers);
    expect(unchanged.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0)).toBe(0);
    // What is left are the exchange, the signed links and refusals of what the tour has not.
    expect(bytes()).toBeLessThan(whole.bytes / 50);
    expect(await content(at('copy', 'demo-loft'))).toEqual(before);
    expect((await readdir(at('copy'))).sort()).toEqual(['.demo-loft.etags.json', 'demo-loft']);
  });

  test('brings what has changed alone, drops what is gone, and mends what was changed by hand', async () => {
    const info = {
      resource_code: 'nightly',
      name: 'Before',
      is_active: true,
      picture_url: 'a.txt',
      title_picture_url: 'b.txt',
      // Without one the gateway says its own, which no export has.
      base_url: `${service.demo.base_url}/files/demo/nightly/`,
    };
    const tags = { tagList: [{ id: 1 }, { id: 2 }] };
    const detail = (id: number, name: string) => ({ id, name, type: 'text' });
    const files = {
      'vr-info.json': JSON.stringify(info),
      'hot-list.json': JSON.stringify(tags),
      'hot-detail.json': JSON.stringify([detail(1, 'one'), detail(2, 'two')]),
      'capture-info.json': '{"info":"x"}',
      'assets/a.txt': 'a',
      'assets/b.txt': 'b',
    };
    await importAs('nightly', files);
    await pull('nightly');
    await importAs('nightly', {
      'vr-info.json': files['vr-info.json'],
      'hot-list.json': files['hot-list.json'],
      'hot-detail.json': JSON.stringify([detail(1, 'one'), detail(2, 'changed')]),
      'assets/a.txt': 'a, changed',
      'assets/b.txt': 'b',
    });
    await writeFile(at('copy', 'nightly', 'hot-list.json'), '{"tagList":[{"id":3}]}');
    passed = [];
    expect(await pull('nightly', '--update')).toMatchObject({ exitCode: 0, outcome: 'updated' });
    expect(
      brought()
        .map(({ path }) => path.split('/').slice(-2).join('/'))
        .sort(),
    ).toEqual(['hot/detail', 'hot/list', 'nightly/a.txt']);
    await machine.run(
      'export',
      'nightly',
      '--to',
      'exported',
      '--data-dir',
      service.dataDirectory,
      '--team',
      service.demo.team,
    );
    expect(await content(at('copy', 'nightly'))).toEqual(await content(at('exported', 'nightly')));
    expect(await pull('nightly', '--update')).toMatchObject({ outcome: 'unchanged' });

    // Notes that somebody else wrote are no reason to trust what is there.
    await writeFile(at('copy', '.nightly.etags.json'), '{"vr-info.json":{"etag":"*","sha256":"x"}');
    passed = [];
    expect(await pull('nightly', '--update')).toMatchObject({ outcome: 'unchanged' });
    expect(brought().length).toBeGreaterThan(4);
  });

  test('of a tour that is gone keeps the bundle and says so', async () => {
    await importAs('leaving', { 'vr-info.json': '{"resource_code":"leaving","name":"L","is_active":true}' });
    await pull('leaving');
    const before = await content(at('copy', 'leaving'));
    const owner = await personAt(service.demo, 'ada@example.com', 'Ada Lindqvist');
    expect((await owner.post('/api/tours/leaving/remove', { confirm: 'leaving' })).status).toBe(200);
    expect(await pull('leaving', '--update')).toMatchObject({ exitCode: 1, outcome: 'refused' });
    expect(await content(at('copy', 'leaving'))).toEqual(before);
  });

  test('with the SDK: the second night brings no payload', async () => {
    const { app_key, app_secret } = service.demo;
    const kept = new Map<string, Copy>();
    const night = async () => {
      passed = [];
      const gateway = createGateway({
        ...{ baseUrl, appKey: app_key, appSecret: app_secret },
        copies: { get: (address) => kept.get(address), set: (address, copy) => void kept.set(address, copy) },
      });
      const tours: unknown[] = [];
      for await (const { resource_code } of listAllTours(gateway)) tours.push(await gateway.vrInfo({ resource_code }));
      return { tours, reads: passed.filter(({ path }) => path.endsWith('/vr/info')) };
    };
    const [first, second] = [await night(), await night()];
    expect(second.tours).toEqual(first.tours);
    expect(first.tours.length).toBeGreaterThanOrEqual(3);
    expect(first.reads.every(({ status, bodyBytes }) => status === 200 && bodyBytes > 100)).toBe(true);
    expect(second.reads.map(({ status, bodyBytes }) => [status, bodyBytes])).toEqual(first.reads.map(() => [304, 0]));
  });
});
