import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { bundledEndpoints, readEndpoints } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { eachStore } from '../../testing/database.ts';
import { call, type Envelope, exchange } from '../../testing/envelope.ts';
import { useGateway } from '../../testing/gateway-suite.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { dataSources } from '../../tours/operations.ts';

const run = promisify(execFile);
const INFO = '/open/v3/vr/info';
/** Digits that a JavaScript number would change. */
const ODD_NUMBERS = '{"a":36184089396510731,"b":1.0,"c":1e5,"d":-0,"e":0.10,"f":12345678901234567890123}';

eachStore('reads', (store) => {
  const suite = useGateway(store);
  const get = (target: string, init: RequestInit = {}) =>
    call(suite.gateway.baseUrl, target, { ...init, token: suite.token });

  test.each(bundledEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers what was imported',
    async (name, endpoint) => {
      const query = new URLSearchParams({ ...endpoint.example.query });
      if (query.has('resource_code')) query.set('resource_code', 'own-tour');
      for (const parameter of ['order_by', 'is_asc', 'types', 'status']) query.delete(parameter);
      const { http, envelope } = await get(`${endpoint.path}?${query}`);
      expect(http).toBe(200);
      const own = name === 'vr-info' ? { resource_code: 'own-tour', is_active: false } : {};
      expect(envelope.data).toEqual({ ...endpoint.example.data, ...own });
    },
  );

  test('every read of the contract has a place for its data', () => {
    expect(Object.keys(dataSources).sort()).toEqual(readEndpoints.map(({ name }) => name).sort());
    const numbers = Object.values(dataSources).flatMap((source) => ('op' in source ? [source.op] : []));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('numbers come back with the digits they were imported with, white space gone, every other byte kept', async () => {
    const info = JSON.stringify({ ...infoExample(), odd: 'ODD', text: 'é\u00e9 \\/ 日本' })
      .replace('"ODD"', ` ${ODD_NUMBERS} `)
      .replace('{', '{\n  ');
    await suite.importBundle({ code: 'odd', payloads: { 'vr-info': info.replace('own-tour', 'odd') } });
    for (const encoding of ['identity', 'gzip']) {
      const { text } = await get(`${INFO}?resource_code=odd`, { headers: { 'accept-encoding': encoding } });
      expect(text).toContain(`"odd":${ODD_NUMBERS}`);
      expect(text).not.toContain('\n');
    }
  });

  const infoExample = () => ({
    ...readEndpoints[0].example.data,
    resource_code: 'own-tour',
    is_active: false,
  });

  describe('encodings', () => {
    const raw = (headers: Record<string, string>) =>
      new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
        const options = {
          port: suite.gateway.port,
          path: `${INFO}?resource_code=own-tour`,
          headers: { authorization: suite.token, ...headers },
        };
        request(options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        })
          .on('error', reject)
          .end();
      });

    test.each(['gzip', 'br, gzip', '*', 'gzip;q=0.5'])('gzip, decoded by zlib: %s', async (accept) => {
      const { headers, body } = await raw({ 'accept-encoding': accept });
      expect(headers['content-encoding']).toBe('gzip');
      expect(Number(headers['content-length'])).toBe(body.length);
      const envelope = JSON.parse(gunzipSync(body).toString()) as Envelope;
      expect(envelope.data.resource_code).toBe('own-tour');
    });

    test.each([undefined, 'identity', 'gzip;q=0', '*;q=0', 'br', 'gzip;q=0, *'])('identity: %s', async (accept) => {
      const { headers, body } = await raw(accept === undefined ? {} : { 'accept-encoding': accept });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      expect((JSON.parse(body.toString()) as Envelope).status).toBe('success');
    });

    test("gzip, decoded by Node's fetch", async () => {
      const { envelope, headers } = await get(`${INFO}?resource_code=own-tour`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(envelope.status).toBe('success');
    });

    test('gzip, decoded by curl and by gzip, which checks the checksum', { tags: ['slow', 'long'] }, async () => {
      const url = `${suite.gateway.baseUrl}${INFO}?resource_code=own-tour`;
      const header = `Authorization: ${suite.token}`;
      const { stdout } = await run('curl', ['-sS', '--fail', '--compressed', '-H', header, url]);
      expect((JSON.parse(stdout) as Envelope).data.resource_code).toBe('own-tour');
      const { stdout: tested } = await run('sh', [
        '-c',
        'curl -sS -H "$0" -H "Accept-Encoding: gzip" "$1" | gzip -dc',
        header,
        url,
      ]);
      expect((JSON.parse(tested) as Envelope).status).toBe('success');
    });
  });

  describe('If-None-Match', () => {
    const read = async (headers: Record<string, string> = {}, query = 'resource_code=own-tour') => {
      const address = `${suite.gateway.baseUrl}${INFO}?${query}`;
      const response = await fetch(address, { headers: { authorization: suite.token, ...headers } });
      return { response, text: await response.text(), etag: response.headers.get('etag') ?? '' };
    };

    test('the ETag is weak, the same in both encodings and under every spelling of the query', async () => {
      const { response, etag } = await read({ 'accept-encoding': 'gzip' });
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect((await read({ 'accept-encoding': 'identity' })).etag).toBe(etag);
      expect((await read({}, 'vr_code=own-tour&_=1')).etag).toBe(etag);
    });

    test('304 without the payload for the tag, a list with it and *; the whole answer for others', async () => {
      const { etag } = await read();
      for (const header of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const { response, text, etag: again } = await read({ 'if-none-match': header });
        expect([response.status, text, again], header).toEqual([304, '', etag]);
        expect(response.headers.get('content-type')).toBeNull();
        expect(response.headers.get('x-request-id')).not.toBeNull();
      }
      for (const header of ['"x"', 'W/"', etag.slice(3, -1)]) {
        expect((await read({ 'if-none-match': header })).response.status, header).toBe(200);
      }
      expect((await read({ 'if-none-match': etag, authorization: 'nobody' })).response.status).toBe(401);
      expect((await read({ 'if-none-match': '*' }, 'resource_code=no-such-tour')).response.status).toBe(404);
    });

    test('a changed tour has another ETag', { tags: ['slow', 'long'] }, async () => {
      const { etag } = await read();
      await suite.importBundle({
        code: 'own-tour',
        payloads: { 'vr-info': JSON.stringify({ ...infoExample(), name: 'Another name' }) },
      });
      const { response, etag: changed } = await read({ 'if-none-match': etag });
      expect(response.status).toBe(200);
      expect(changed).not.toBe(etag);
    });
  });

  describe('selections', () => {
    const routes = (query: string) => get(`/open/v3/route/search?resource_code=picks${query}`);
    const names = (envelope: Envelope) => envelope.data.list.map(({ name }: { name: string }) => name);
    const example = (name: string) => {
      const found = readEndpoints.find((endpoint) => endpoint.name === name);
      if (found === undefined) throw new Error(`no read ${name}`);
      // biome-ignore lint/suspicious/noExplicitAny: any operation's example.
      return found.example.data as any;
    };
    const importPicks = () => {
      const [route] = example('route-search').list;
      const [video] = example('panovideo-search').list;
      const [tag] = example('hot-list').tagList;
      const list = [
        { ...route, name: 'b', display_index: 2, type: 'walk' },
        { ...route, name: 'a', display_index: 1, type: 'tour' },
        { ...route, name: 'c', display_index: 10, type: 'walk' },
      ];
      const videos = [0, 1, 1].map((status, index) => ({ ...video, id: index, status }));
      const ids = ['20', '36184089396510731', '3'];
      const tags = `{${Object.entries({ ...example('hot-list'), tagList: undefined })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
        .join()},"tagList":[${ids.map((id) => JSON.stringify({ ...tag, id: 'ID' }).replace('"ID"', id)).join()}]}`;
      return suite.importBundle({
        code: 'picks',
        payloads: {
          'route-search': JSON.stringify({ ...example('route-search'), list }),
          'panovideo-search': JSON.stringify({ ...example('panovideo-search'), list: videos }),
          'hot-list': tags,
        },
      });
    };

    test('types, is_asc, status and order_by choose and order records; each keeps its own bytes', {
      tags: ['slow', 'long'],
    }, async () => {
      await importPicks();
      expect(names((await routes('')).envelope)).toEqual(['b', 'a', 'c']);
      expect(names((await routes('&is_asc=1')).envelope)).toEqual(['a', 'b', 'c']);
      expect(names((await routes('&is_asc=0')).envelope)).toEqual(['c', 'b', 'a']);
      expect(names((await routes('&types=walk')).envelope)).toEqual(['b', 'c']);
      expect(names((await routes(`&types=${encodeURIComponent('["tour","walk"]')}&is_asc=0`)).envelope)).toEqual([
        'c',
        'b',
        'a',
      ]);
      expect(names((await routes('&types=nothing')).envelope)).toEqual([]);
      const videos = await get('/open/v3/panovideo/search?resource_code=picks&status=1');
      expect(videos.envelope.data.list.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
      const tags = await get('/open/v3/custom/hot/list?resource_code=picks&order_by=id%20desc');
      expect(tags.text.match(/"id":\d+(?=,"mediaData"|[^}]*"tagList")|"id":(36184089396510731|20|3)\b/g)).toEqual([
        '"id":36184089396510731',
        '"id":20',
        '"id":3',
      ]);
    });

    test('a selection is composed once and then answered from memory', { tags: ['slow', 'long'] }, async () => {
      await importPicks();
      await routes('&types=walk,tour');
      const before = suite.gateway.statements();
      const again = await routes(`&types=${encodeURIComponent('["tour", "walk"]')}`);
      expect(again.envelope.data.list).toHaveLength(3);
      expect(suite.gateway.statements()).toBe(before);
    });
  });

  describe('records addressed by id', () => {
    test('a tag of another Team is not found', async () => {
      const detail = { ...readEndpoints.find(({ name }) => name === 'hot-detail')?.example.data, id: 77 };
      await suite.importBundle(
        { code: 'foreign', payloads: { 'hot-detail': JSON.stringify([detail]) } },
        suite.other.teamId,
      );
      const { envelope } = await get('/open/saas/v2/hot/detail?id=77');
      expect(envelope.status).toBe('err_resource_not_found');
    });

    test('an id above 2^53 is matched by its digits', async () => {
      const example = readEndpoints.find(({ name }) => name === 'hot-detail')?.example.data;
      const details = ['36184089396510731', '36184089396510732'].map((id) =>
        JSON.stringify({ ...example, id: 'ID', name: id }).replace('"ID"', id),
      );
      await suite.importBundle({ code: 'big-ids', payloads: { 'hot-detail': `[${details.join()}]` } });
      const { text, envelope } = await get('/open/saas/v2/hot/detail?id=36184089396510731');
      expect(envelope.data.name).toBe('36184089396510731');
      expect(text).toContain('"id":36184089396510731');
    });

    test('a node of a combined tree answers with what is below it', async () => {
      const tree = readEndpoints.find(({ name }) => name === 'group-tree')?.example.data as {
        children: { node_code: string }[];
      };
      const [child] = tree.children;
      const { envelope } = await get(`/open/v3/cutom/group/tree?node_code=${child?.node_code}`);
      expect(envelope.data).toEqual(child);
    });
  });

  test('err_resource_not_found says so when the tour has no data of the operation', async () => {
    await suite.importBundle({ code: 'bare', payloads: { 'hot-list': null } });
    const { http, envelope } = await get('/open/v3/custom/hot/list?resource_code=bare');
    expect(http).toBe(404);
    expect(envelope.message).toMatch(/no data of this operation/);
  });

  test.each([
    [
      '/open/v3/view/custom/model/plugin/datasets.json?resource_code=own-tour&params_code=door',
      { params_code: 'door' },
    ],
    [
      '/open/v3/view/custom/model/plugin/datasets.json?resource_code=own-tour&params_code=door&page=2',
      { params_code: 'door', ignored: 'page' },
    ],
    [`${INFO}?resource_code=own-tour&page=2`, { ignored: 'page' }],
    [`${INFO}?resource_code=own-tour`, {}],
  ])('of %s its line in the log says %j', async (target, remarks) => {
    await get(target);
    expect(suite.gateway.answered.at(-1)?.remarks ?? {}).toEqual(remarks);
  });

  test('a read from memory costs no statement', { tags: 'slow' }, async () => {
    await get(`${INFO}?resource_code=own-tour`);
    const before = suite.gateway.statements();
    await Promise.all(Array.from({ length: 20 }, () => get(`${INFO}?resource_code=own-tour`)));
    expect(suite.gateway.statements()).toBe(before);
  });

  test('reads of many tours and two Teams at once are each answered with their own', {
    tags: ['slow', 'long'],
  }, async () => {
    const codes = Array.from({ length: 12 }, (_, index) => `tour-${index}`);
    const teams = [
      { ...suite.own, token: suite.token },
      { ...suite.other, token: await exchange(suite.gateway.baseUrl, suite.other) },
    ];
    for (const { teamId } of teams) {
      for (const code of codes) {
        const info = JSON.stringify({ ...infoExample(), resource_code: code, name: `${code} of ${teamId}` });
        await suite.importBundle({ code, payloads: { 'vr-info': info, 'hot-list': null } }, teamId);
      }
    }
    const node = await suite.startNode();
    const asks = teams.flatMap(({ teamId, token }) =>
      codes.flatMap((code) => [
        { token, target: `${INFO}?resource_code=${code}`, name: `${code} of ${teamId}` },
        { token, target: `${INFO}?resource_code=${code}-gone`, message: /No such resource/ },
        { token, target: `/open/v3/custom/hot/list?resource_code=${code}`, message: /no data of this operation/ },
      ]),
    );
    await Promise.all(
      asks.map(async ({ token, target, name, message }) => {
        const { envelope } = await call(node.baseUrl, target, { token });
        expect(envelope.data?.name).toBe(name);
        if (message !== undefined) expect(envelope.message).toMatch(message);
      }),
    );
  });

  describe('relative addresses without a base_url that resolves them (decision 0106)', () => {
    const FILE = 'models/保修 单.glb';
    /** @param base What the bundle says of it, as JSON text; undefined leaves it out. */
    const importRelative = async (code: string, base: string | undefined, fileUrl: string) => {
      const { base_url: _, ...info } = { ...infoExample(), base_url: '', resource_code: code };
      const text = JSON.stringify({ ...info, model: { file_url: fileUrl } });
      const given = base === undefined ? text : text.replace(/\}$/, `,"base_url":${base}}`);
      await suite.importBundle({ code, payloads: { 'vr-info': given }, files: { [FILE]: 'the model' } });
    };

    slowAfter(2, [
      [undefined, FILE],
      ['null', FILE],
      ['""', `/${FILE}`],
      ['""', encodeURI(FILE)],
      ['"models"', '保修 单.glb'],
      ['"./assets/models/"', '保修 单.glb'],
    ])(
      'base_url %s, file_url %s: what a reader puts together opens, before and after an activation',
      async (base, fileUrl) => {
        await importRelative('relative', base, fileUrl);
        const read = async () => (await get(`${INFO}?resource_code=relative`)).envelope.data;
        const opened = async ({ base_url, model }: { base_url: string; model: { file_url: string } }) =>
          (await fetch(base_url + model.file_url.replace(/^\//, ''))).text();
        const first = await read();
        expect(first.base_url).toMatch(`${suite.gateway.baseUrl}/files/${suite.own.teamCode}/relative/`);
        expect(first.model.file_url).toBe(fileUrl);
        expect(await opened(first)).toBe('the model');
        expect(await read()).toEqual(first);

        const activated = await get('/open/saas/v2/vr/submit', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ resource_code: 'relative', action_num: 1 }),
        });
        expect(activated.envelope.status).toBe('success');
        expect(await read()).toEqual({ ...first, is_active: true });
      },
    );

    test('a whole base_url stays, and a tour without files of its own gets none', async () => {
      await importRelative('whole', '"https://cdn.example/x/"', FILE);
      expect((await get(`${INFO}?resource_code=whole`)).envelope.data.base_url).toBe('https://cdn.example/x/');
      const { base_url: _, ...info } = { ...infoExample(), base_url: '', resource_code: 'bare' };
      await suite.importBundle({ code: 'bare', payloads: { 'vr-info': JSON.stringify(info) } });
      expect((await get(`${INFO}?resource_code=bare`)).envelope.data).not.toHaveProperty('base_url');
    });
  });

  test('a changed tour is answered anew, on the node that did not change it too', async () => {
    const node = await suite.startNode({ pollMs: 50 });
    const nameOn = async (baseUrl: string) =>
      (await call(baseUrl, `${INFO}?resource_code=own-tour`, { token: suite.token })).envelope.data.name;
    await nameOn(node.baseUrl);
    await suite.importBundle({
      code: 'own-tour',
      payloads: { 'vr-info': JSON.stringify({ ...infoExample(), name: 'renamed' }) },
    });
    expect(await nameOn(suite.gateway.baseUrl)).toBe('renamed');
    await expect.poll(() => nameOn(node.baseUrl), { timeout: 1000 }).toBe('renamed');
  });
});
