import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotDetail, hotList, rulerList, vrInfo } from '@openhouse/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { politeGateway } from './polite-gateway.ts';
import { pullTour } from './pull-tour.ts';

const [INFO, LIST, DETAIL, RULERS] = [vrInfo.path, hotList.path, hotDetail.path, rulerList.path];

interface Tour {
  /** Payloads by path, and by path and id where one is asked for by it. */
  readonly payloads: Readonly<Record<string, object>>;
  readonly files: Readonly<Record<string, string>>;
}
const before: Tour = {
  payloads: {
    [INFO]: { resource_code: 'loft', name: 'Before', cover: 'a.jpg', sound: 'old/b.mp3' },
    [RULERS]: { list: ['before'] },
    [LIST]: { tagList: [{ id: 1 }, { id: 2 }] },
    [`${DETAIL}#1`]: { id: 1, name: 'one' },
    [`${DETAIL}#2`]: { id: 2, name: 'before' },
  },
  files: { 'a.jpg': 'a, before', 'old/b.mp3': 'b' },
};
const after: Tour = {
  payloads: {
    [INFO]: { resource_code: 'loft', name: 'After', cover: 'a.jpg', sound: 'new/c.mp3' },
    [LIST]: { tagList: [{ id: 1 }, { id: 2 }] },
    [`${DETAIL}#1`]: { id: 1, name: 'one' },
    [`${DETAIL}#2`]: { id: 2, name: 'after' },
  },
  files: { 'a.jpg': 'a, after', 'new/c.mp3': 'c' },
};

describe.each([true, false])('a pull that was interrupted goes on; the gateway names versions: %s', (namesVersions) => {
  let server: Server;
  let into: string;
  let tour: Tour;
  /** Answers that brought something, by what was asked for. */
  let brought: string[];
  /** What does not come, so that the run ends before its bundle is whole. */
  let failing: string | undefined;
  /** Told what is asked for, before it is answered. */
  let onAsked: (asked: string) => void;

  beforeEach(async () => {
    [tour, brought, failing, onAsked] = [before, [], undefined, () => undefined];
    into = await mkdtemp(join(tmpdir(), 'openhouse-pull-'));
    server = createServer((request, response) => {
      request.resume();
      const url = new URL(request.url ?? '', 'http://gateway');
      const id = url.pathname === DETAIL ? `#${url.searchParams.get('id')}` : '';
      const asked = `${url.pathname}${id}`;
      onAsked(asked);
      if (failing !== undefined && asked.endsWith(failing)) return response.writeHead(502).end();
      if (asked.startsWith('/auth/')) return response.end('{"code":0,"status":"success","data":{"access_token":"t"}}');
      const body = asked.startsWith('/files/')
        ? tour.files[asked.replace('/files/team/loft/', '')]
        : envelopeOf(asked, `http://${request.headers.host}/files/team/loft/`);
      if (body === undefined) {
        return response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"code":-1,"status":"err_resource_not_found","message":"None.","data":null}');
      }
      const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
      if (namesVersions) response.setHeader('etag', etag);
      if (namesVersions && request.headers['if-none-match'] === etag) return response.writeHead(304).end();
      brought.push(asked);
      return response.end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(into, { recursive: true, force: true });
  });

  function envelopeOf(asked: string, base_url: string): string | undefined {
    const data = tour.payloads[asked];
    if (data === undefined) return undefined;
    return JSON.stringify({ code: 0, status: 'success', data: asked === INFO ? { ...data, base_url } : data });
  }
  const pull = (update = false) => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sleep = () => Promise.resolve();
    const gateway = politeGateway({ baseUrl, appKey: 'ohk_1', appSecret: 'ohs_1' }, { sleep }, 5);
    const named = { resourceCode: 'loft', nodeCode: undefined };
    return pullTour(gateway, named, into, { fileBytes: 1e6, tourBytes: 1e7 }, update);
  };
  const interrupted = async (file: string, update = false) => {
    failing = file;
    await expect(pull(update)).rejects.toThrow('Run the command again');
    failing = undefined;
    brought = [];
  };
  async function content(): Promise<Record<string, string>> {
    const names = (await readdir(join(into, 'loft'), { recursive: true })).sort();
    const read = async (name: string) => {
      const path = join(into, 'loft', name);
      return [name, (await stat(path)).isFile() ? await readFile(path, 'utf8') : ''] as const;
    };
    return Object.fromEntries(await Promise.all(names.map(read)));
  }
  /** The bundle as a run brings it that nothing interrupts. */
  async function whole(of: Tour): Promise<Record<string, string>> {
    const [at, now] = [into, tour];
    [into, tour] = [await mkdtemp(join(tmpdir(), 'openhouse-pull-')), of];
    await pull();
    const found = await content();
    await rm(into, { recursive: true });
    [into, tour] = [at, now];
    expect(Object.keys(found).filter((name) => name.endsWith('.json'))).toHaveLength(
      new Set(Object.keys(of.payloads).map((path) => path.split('#')[0])).size,
    );
    return found;
  }

  test('with nothing of a tour that was replaced meanwhile', async () => {
    await interrupted('b.mp3');
    tour = after;
    // Nothing but its version tells that a file has changed under its name.
    const expected = { ...(await whole(after)), ...(!namesVersions && { 'assets/a.jpg': 'a, before' }) };
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 2 });
    expect(await content()).toEqual(expected);
    expect(await readdir(into)).not.toContain('.loft.pull');
  });

  test('what has not changed is not sent again, files in any case', { tags: 'slow' }, async () => {
    await interrupted('b.mp3');
    expect(await pull()).toMatchObject({ outcome: 'pulled', files: 2 });
    const missing = '/files/team/loft/old/b.mp3';
    if (namesVersions) expect(brought).toEqual([missing]);
    expect(brought.filter((asked) => asked.startsWith('/files/'))).toEqual([missing]);
    expect(await content()).toEqual(await whole(before));
  });

  test('also when it brings a copy up to date, whatever the tour was in between', { tags: 'slow' }, async () => {
    await pull();
    tour = after;
    await interrupted('c.mp3', true);
    tour = before;
    expect(await pull(true)).toMatchObject({ outcome: namesVersions ? 'unchanged' : 'updated' });
    const expected = { ...(await whole(before)), ...(!namesVersions && { 'assets/a.jpg': 'a, after' }) };
    expect(await content()).toEqual(expected);
  });

  describe('while the tour is replaced, and takes a while', () => {
    /** Each file takes longer than a tour that comes at once. */
    beforeEach(() => {
      let [now, isFile] = [performance.now(), false];
      vi.spyOn(performance, 'now').mockImplementation(() => {
        if (isFile) now += 6000;
        isFile = false;
        return now;
      });
      onAsked = (asked) => {
        if (asked.startsWith('/files/')) isFile = true;
      };
    });
    afterEach(() => vi.restoreAllMocks());

    const replacing = (at: string, by: () => Tour) => {
      const slow = onAsked;
      onAsked = (asked) => {
        slow(asked);
        if (asked.endsWith(at)) tour = by();
      };
    };

    test('brings nothing but the later one', { tags: 'slow' }, async () => {
      const expected = await whole(after);
      // The one file has come, and its name stays.
      const files = namesVersions ? {} : { 'assets/a.jpg': 'a, before' };
      replacing('b.mp3', () => after);
      expect(await pull()).toMatchObject({ outcome: 'pulled', files: 2 });
      expect(await content()).toEqual({ ...expected, ...files });
    });

    test('asks for the payloads once more, and for no file, where it was not replaced', { tags: 'slow' }, async () => {
      const expected = await whole(before);
      const asked: string[] = [];
      const slow = onAsked;
      onAsked = (one) => {
        slow(one);
        asked.push(one);
      };
      expect(await pull()).toMatchObject({ outcome: 'pulled', files: 2 });
      expect(await content()).toEqual(expected);
      const times = (one: string) => asked.filter((other) => other === one).length;
      expect([INFO, LIST, `${DETAIL}#1`, '/files/team/loft/a.jpg'].map(times)).toEqual([2, 2, 1, 1]);
    });

    test('brings one that never stays as it is at last, and says so', { tags: 'slow' }, async () => {
      let count = 0;
      const next = () => {
        count += 1;
        const name = `${count}.mp3`;
        const info = { resource_code: 'loft', name, cover: 'a.jpg', sound: name };
        return { payloads: { [INFO]: info }, files: { ...tour.files, [name]: name } };
      };
      tour = next();
      replacing('.mp3', next);
      const { outcome, warnings } = await pull();
      expect([outcome, warnings.map(String)]).toEqual([
        'pulled',
        [
          'The tour changed each time while it was pulled, and may be of several versions. Pull it again with --update.',
        ],
      ]);
      onAsked = () => undefined;
      expect(await pull(true)).toMatchObject({ outcome: 'updated', warnings: [] });
      expect(await content()).toEqual(await whole(tour));
    });
  });
});
