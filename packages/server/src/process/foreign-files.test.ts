import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../kernel/http/listen.ts';
import { outsideFetch } from '../kernel/http/outside-fetch.ts';
import { useStore } from '../testing/database.ts';
import { useGateway } from '../testing/gateway-suite.ts';
import { type ImportOptions, importTours } from '../tours/import/import-tours.ts';
import { basics, useDirectory } from '../tours/import/testing/bundle.ts';
import { foreignFiles } from './foreign-files.ts';

const directory = useDirectory();
const store = useStore();
const suite = useGateway(store);

/** The host of the pictures, which the tests allow, and a service of one's own network that must hear nothing. */
let [pictures, secret] = [0, 0];
let asked: IncomingMessage[] = [];
let heard: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const servers = [
  createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }),
  createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('a secret');
  }),
];
beforeAll(async () => {
  [pictures = 0, secret = 0] = await Promise.all(servers.map((server) => listen(server, 0, '127.0.0.1')));
});
beforeEach(() => {
  [asked, heard] = [[], []];
  answer = (request, response) => void response.end(`bytes of ${request.url}`);
});
afterEach(() => expect(heard).toEqual([]));
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Every name stands for this machine. */
const lookup: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
let waits: number[] = [];

/** Imports one tour, and reads it as an app does. */
async function imported(info: object, files: Readonly<Record<string, unknown>> = {}, options: ImportOptions = {}) {
  waits = [];
  const { teamId, teamCode } = suite.own;
  const bundle = await directory.write({ 'vr-info.json': basics('loft', info), ...files });
  const { imported, refused } = await importTours(store.database, suite.gateway.assets, teamId, [bundle], {
    fetchFiles: {
      ...foreignFiles({ ALLOW_INSIDE_HOSTS: [], BASE_URL: suite.gateway.baseUrl }, teamCode, 'openhouse/test'),
      fetch: outsideFetch({ allowedHosts: ['pictures.example'], lookup }),
      sleep: async (milliseconds) => void waits.push(milliseconds),
    },
    ...options,
  });
  expect(refused).toEqual([]);
  await suite.gateway.changes.refresh();
  const [tour] = imported;
  const failures = (tour?.notices ?? [])
    .filter(({ kind }) => kind === 'file-not-fetched')
    .map(({ pointer, found }) => `${pointer}: ${found}`);
  return { outcome: tour?.outcome, failures, kinds: new Set(tour?.notices.map(({ kind }) => kind)) };
}

async function read(path: string) {
  const answer = await fetch(`${suite.gateway.baseUrl}${path}`, { headers: { authorization: suite.token } });
  return (await answer.json()).data;
}
const basicsOf = () => read('/open/v3/vr/info?resource_code=loft');

describe('files at other hosts', () => {
  test('below a foreign base_url are read here, and every payload names them here', { tags: 'slow' }, async () => {
    const base_url = `http://pictures.example:${pictures}/tours/1/`;
    const info = {
      base_url,
      picture_url: `http://pictures.example:${pictures}/covers/a%20b.jpg?w=100`,
      title_picture_url: '/tours/1/p/0.jpg',
      model: { file_url: 'm/房间.glb', material_base_url: 'm/t/', material_textures: ['0.jpg'] },
    };
    const list = { tagList: [{ id: 1, contentType: 'x', position: [0, 0, 0], media_url: `${base_url}sound.mp3` }] };
    const first = await imported(info, { 'hot-list.json': list });
    expect(first).toMatchObject({ outcome: 'created', failures: [] });
    expect(first.kinds).toEqual(new Set(['no-base-url']));
    expect(new Set(asked.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['openhouse/test']));

    const shown = await basicsOf();
    const here = `${suite.gateway.baseUrl}/files/${suite.own.teamCode}/loft/`;
    expect(shown.base_url).toBe(here);
    expect(shown.model).toEqual(info.model);
    const { tagList } = await read('/open/v3/custom/hot/list?resource_code=loft');
    const addresses: [string, string][] = [
      [here + encodeURI('m/房间.glb'), `/tours/1/${encodeURI('m/房间.glb')}`],
      [`${here}m/t/0.jpg`, '/tours/1/m/t/0.jpg'],
      [shown.picture_url, '/covers/a%20b.jpg?w=100'],
      [shown.title_picture_url, '/tours/1/p/0.jpg'],
      [tagList[0].media_url, '/tours/1/sound.mp3'],
    ];
    for (const [address, asked] of addresses) {
      expect(address.startsWith(here), address).toBe(true);
      expect(await (await fetch(address)).text()).toBe(`bytes of ${asked}`);
    }

    const calls = asked.length;
    expect(calls).toBe(5);
    expect(await imported(info, { 'hot-list.json': list })).toMatchObject({ outcome: 'unchanged', failures: [] });
    expect(asked).toHaveLength(calls);
  });

  test('of another gateway that the bundle has are named here, and nobody is called', { tags: 'slow' }, async () => {
    const base_url = `http://pictures.example:${pictures}/files/t1/loft/`;
    const info = { base_url, picture_url: 'a b.jpg', title_picture_url: `${base_url}c.jpg` };
    const list = { tagList: [{ id: 1, contentType: 'x', position: [0, 0, 0], media_url: `${base_url}a%20b.jpg` }] };
    const files = { 'assets/a b.jpg': 'a b', 'assets/c.jpg': 'c', 'hot-list.json': list };
    const first = await imported(info, files);
    expect(first).toMatchObject({ outcome: 'created', failures: [] });
    expect(first.kinds).toEqual(new Set(['no-base-url']));
    const here = `${suite.gateway.baseUrl}/files/${suite.own.teamCode}/loft/`;
    const { tagList } = await read('/open/v3/custom/hot/list?resource_code=loft');
    expect(await basicsOf()).toMatchObject({
      base_url: here,
      picture_url: 'a b.jpg',
      title_picture_url: `${here}c.jpg`,
    });
    expect(tagList[0].media_url).toBe(`${here}a%20b.jpg`);

    // One that the bundle lacks is fetched; below a folder of the other gateway's files, base_url stays.
    const folder = `${base_url}sub/`;
    const second = await imported(
      { base_url: folder, picture_url: 'a.jpg', title_picture_url: `${base_url}gone.jpg` },
      { 'assets/sub/a.jpg': 'a' },
    );
    expect(second).toMatchObject({ outcome: 'changed', failures: [] });
    expect(second.kinds).toEqual(new Set(['other-hosts']));
    expect(await basicsOf()).toMatchObject({
      base_url: folder,
      title_picture_url: expect.stringMatching(`^${here}fetched/pictures\\.example_?[^/]*/files/t1/loft/gone\\.jpg$`),
    });
    expect(asked.map(({ url }) => url)).toEqual(['/files/t1/loft/gone.jpg']);
  });

  test('that cannot be had keep their addresses, and each is told; what passes is repeated', {
    tags: 'slow',
  }, async () => {
    const tries = new Map<string, number>();
    answer = (request, response) => {
      const name = (request.url ?? '').slice(1);
      const tried = (tries.get(name) ?? 0) + 1;
      tries.set(name, tried);
      if (name === 'gone.jpg') response.writeHead(404).end();
      else if (name === 'page.jpg') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>');
      else if (name === 'empty.jpg') response.end();
      else if (name === 'huge.jpg') response.writeHead(200, { 'content-length': String(2 ** 31) }).end();
      else if (name === 'busy.jpg' && tried < 3) response.writeHead(429, { 'retry-after': '7' }).end();
      else if (name === 'reset.jpg' && tried < 2) request.socket.destroy();
      else if (name === 'cut.jpg')
        response.writeHead(200, { 'content-length': '10' }).write('half', () => request.socket.destroy());
      else response.end(name);
    };
    const names = ['gone', 'page', 'empty', 'huge', 'busy', 'reset', 'cut', 'fine'];
    const urls = names.map((name) => `http://pictures.example:${pictures}/${name}.jpg`);
    const { failures } = await imported({ urls });
    expect(failures.sort()).toEqual([
      '/urls/0: HTTP 404',
      '/urls/1: a page of HTML instead of a file',
      '/urls/2: an empty file',
      '/urls/3: more than 64 MiB',
      expect.stringMatching('^/urls/6: no answer: '),
    ]);
    expect(waits.filter((wait) => wait === 7000)).toHaveLength(2);
    const shown = (await basicsOf()).urls as string[];
    const here = `${suite.gateway.baseUrl}/files/${suite.own.teamCode}/loft/fetched/`;
    expect(names.filter((_, at) => shown[at]?.startsWith(here))).toEqual(['busy', 'reset', 'fine']);
    expect(names.filter((_, at) => shown[at] === urls[at])).toEqual(['gone', 'page', 'empty', 'huge', 'cut']);
  });

  test('of which one is missing below base_url: readers go on with the foreign base_url, the others are kept', async () => {
    answer = ({ url }, response) => void response.writeHead(url === '/b.jpg' ? 410 : 200).end(url);
    const base_url = `http://pictures.example:${pictures}`;
    const info = { base_url, pictures: ['a.jpg', 'b.jpg'] };
    expect((await imported(info)).failures).toEqual(['/pictures/1: HTTP 410']);
    expect((await basicsOf()).base_url).toBe(base_url);
    answer = ({ url }, response) => void response.end(url);
    asked = [];
    expect((await imported(info)).failures).toEqual([]);
    expect(asked.map(({ url }) => url)).toEqual(['/b.jpg']);
    expect((await basicsOf()).base_url).not.toBe(base_url);
  });

  test('come two at a time, and a host that does not answer is left alone', async () => {
    let [now, most] = [0, 0];
    answer = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.writeHead(503).end();
      });
    };
    const urls = Array.from({ length: 60 }, (_, at) => `http://pictures.example:${pictures}/${at}.jpg`);
    const { failures } = await imported({ urls });
    expect(failures).toHaveLength(60);
    // The one that was under way beside the tenth may still fail by itself.
    expect(failures.filter((text) => text.includes('not asked: 10 files of')).length).toBeGreaterThanOrEqual(48);
    expect(most).toBe(2);
  });

  test('that lead inside are never called: as an address, by a name, by a redirect', async () => {
    answer = (_request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${secret}/moved.jpg` }).end();
    const urls = [
      `http://127.0.0.1:${secret}/a.jpg`,
      `http://localhost:${secret}/b.jpg`,
      `http://[::ffff:127.0.0.1]:${secret}/c.jpg`,
      `http://inside.example:${secret}/d.jpg`,
      `//0x7f.1:${secret}/e.jpg`,
      `http://pictures.example:${pictures}/f.jpg`,
    ];
    const { failures } = await imported({ urls, base_url: `http://localtest.example:${secret}/`, more: 'g.jpg' });
    expect(failures).toHaveLength(7);
    for (const failure of failures) expect(failure).toContain('leads inside this network');
    expect((await basicsOf()).urls).toEqual(urls);
  });

  test('are not called by a dry run, nor unless it is asked for, and no password is repeated', async () => {
    const info = { picture_url: `http://me:hunter2@pictures.example:${pictures}/a.jpg` };
    await imported(info, {}, { dryRun: true });
    await imported(info, {}, { fetchFiles: undefined } as unknown as ImportOptions);
    expect(asked).toEqual([]);
    const { failures } = await imported(info);
    expect(failures).toEqual(['/picture_url: an address with a name and a password, which are for no import']);
  });

  test('of a work file: the tour becomes a bundle with them', async () => {
    const { teamId, teamCode } = suite.own;
    const work = { vr_code: 'loft', model: null, picture_url: `http://pictures.example:${pictures}/a.jpg` };
    const file = await directory.writeFile('loft.json', work);
    const { imported: done } = await importTours(store.database, suite.gateway.assets, teamId, [file], {
      fetchFiles: {
        fetch: outsideFetch({ allowedHosts: ['pictures.example'], lookup }),
        userAgent: 'openhouse/test',
        filesUrl: (code) => `${suite.gateway.baseUrl}/files/${teamCode}/${code}/`,
      },
    });
    await suite.gateway.changes.refresh();
    expect(done[0]?.notices.map(({ kind, file }) => `${kind} ${file}`)).toContain('null loft.json');
    expect(await (await fetch((await basicsOf()).picture_url)).text()).toBe('bytes of /a.jpg');
  });
});
