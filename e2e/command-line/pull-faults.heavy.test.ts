import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDemoService } from '../use-demo-service.ts';
import { type Machine, newMachine } from './openhouse.ts';

const TOURS = 200;
/** Of so many calls one fails. */
const FAILS_ONE_IN = 20;
/** Bundles that are whole when a run is killed. */
const KILLED_AT = [40, 90, 150];

/** Five ways in which a network fails, in turn. */
const ways: readonly ((answer: ServerResponse) => void)[] = [
  (answer) => answer.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
  (answer) => void answer.socket?.resetAndDestroy(),
  // A stall: nothing comes.
  () => undefined,
  (answer) => {
    answer.writeHead(200, { 'content-length': 5000 }).write('{"code":0');
    setTimeout(() => answer.destroy(), 10);
  },
  // Without an end: as fast as it is read.
  (answer) => {
    answer.writeHead(200);
    const pour = () => {
      while (!answer.destroyed && answer.write(' '.repeat(65_536))) {
        // Until the connection is full.
      }
    };
    answer.on('drain', pour);
    pour();
  },
];

describe('a pull of many tours through a proxy that fails', () => {
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0' });
  let proxy: Server;
  let machine: Machine;
  const failed = ways.map(() => 0);
  let calls = 0;

  beforeAll(async () => {
    const { base_url, app_key, app_secret } = service.demo;
    proxy = createServer((incoming, answer) => {
      calls += 1;
      if (calls % FAILS_ONE_IN === 0) {
        const way = (calls / FAILS_ONE_IN) % ways.length;
        failed[way] = (failed[way] ?? 0) + 1;
        incoming.resume();
        return ways[way]?.(answer);
      }
      const { method, url, headers } = incoming;
      const onward = request(`${base_url}${url}`, { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 0, answered.headers);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      return incoming.pipe(onward);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    machine = await newMachine(dirname(service.dataDirectory), 'reader', {
      OPENHOUSE_BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`,
      OPENHOUSE_APP_KEY: app_key,
      OPENHOUSE_APP_SECRET: app_secret,
    });
    for (let tour = 0; tour < TOURS; tour += 1) {
      const bundle = join(machine.directory, 'estate', `faulty-${tour}`);
      await mkdir(join(bundle, 'assets/private'), { recursive: true });
      const info = { resource_code: `faulty-${tour}`, name: `Tour ${tour}`, is_active: true };
      await writeFile(join(bundle, 'vr-info.json'), JSON.stringify({ ...info, title_picture_url: 'cover 1.jpg' }));
      await writeFile(join(bundle, 'file-detail.json'), '{"file_list":[{"path":"private/deed.pdf"}]}');
      await writeFile(join(bundle, 'assets/cover 1.jpg'), Buffer.alloc(2000 + tour, tour));
      await writeFile(join(bundle, 'assets/private/deed.pdf'), `deed of ${tour}`);
    }
  });
  afterAll(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
  });

  /** Every file below a folder, by name, as text that keeps each byte. */
  async function content(folder: string): Promise<Record<string, string>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    // Notes of versions stand beside the bundles.
    const files = entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ parentPath, name }) => join(parentPath, name));
    const read = async (file: string) => [relative(folder, file), await readFile(file, 'latin1')] as const;
    return Object.fromEntries((await Promise.all(files.map(read))).sort());
  }
  const whole = async (folder: string) =>
    (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).length;

  test('equals the export, files included, after three kills', async () => {
    const store = ['--data-dir', service.dataDirectory, '--team', service.demo.team];
    const imported = await machine.run('import', 'estate', ...store);
    expect([imported.exitCode, imported.err]).toEqual([0, '']);
    const codes = Array.from({ length: TOURS }, (_, tour) => `faulty-${tour}`);
    const exported = await machine.run('export', ...codes, '--to', 'exported', ...store);
    expect(exported.exitCode).toBe(0);

    const args = ['pull', ...codes, '--to', 'pulled', '--timeout', '1', '--concurrency', '8', '--json'];
    const into = join(machine.directory, 'pulled');
    for (const at of KILLED_AT) {
      const run = machine.start(args);
      let ended = false;
      const end = run.ended.then(() => {
        ended = true;
      });
      while (!ended && (await whole(into)) < at) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(ended).toBe(false);
      process.kill(run.pid, 'SIGKILL');
      await end;
    }
    const last = await machine.run(...args);
    const refused = last.out
      .split('\n')
      .filter((line) => line !== '' && !/"outcome":"(?:pulled|there already)"/.test(line));
    expect([last.exitCode, refused]).toEqual([0, []]);
    for (const times of failed) expect(times).toBeGreaterThan(10);
    // The gateway says where the files of a tour are that does not say it itself.
    const { base_url, team } = service.demo;
    const asRead = (name: string, text: string) =>
      name.endsWith('/vr-info.json')
        ? text.replace(/\}$/, `,"base_url":"${base_url}/files/${team}/${name.split('/')[0]}/"}`)
        : text;
    const stored = Object.entries(await content(join(machine.directory, 'exported')));
    expect(stored.length).toBe(4 * TOURS);
    expect(await content(into)).toEqual(Object.fromEntries(stored.map(([name, text]) => [name, asRead(name, text)])));
  });
});
