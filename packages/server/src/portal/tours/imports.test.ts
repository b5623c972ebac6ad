import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { AuditEntry } from '@openhouse/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { joined } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { problemsOf, reportOf, type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import type { ArchiveEntry } from '../../tours/import/testing/zip-archive.ts';
import { lockTeam } from '../teams/store.ts';
import { importPlaces } from './import-places.ts';
import { keepUpload } from './keep-upload.ts';

const json = (value: unknown) => JSON.stringify(value);
const { model } = basics('any') as { readonly model: object };
const bundle = (code: string, folder = '', more: object = {}): ArchiveEntry[] => [
  { name: `${folder}vr-info.json`, content: json(basics(code, more)) },
  { name: `${folder}assets/cover.jpg`, content: Buffer.from([0xff, 0xd8, 1, 2, 3]) },
];

describe('importing tours through the portal', () => {
  const store = useStore();
  let suite: UploadSuite;
  beforeEach(async () => {
    suite = await uploadSuite(store.database);
  });
  afterEach(() => suite.close());
  const codes = async () => (await suite.tours()).map(({ resourceCode }) => resourceCode).sort();
  const audit = async (person: DashboardPerson, query = '') =>
    dataOf<{ entries: AuditEntry[] }>(await person.get(`/api/audit?action=tour.import${query}`)).entries.map(
      ({ actor, subject, outcome }) => [actor.name, subject, outcome],
    );

  test('a zipped bundle is there afterwards, with everything the list shows', async () => {
    const more = { observers: [], title_picture_url: 'https://cdn.example/t/cover.jpg', name: '公园旁的复式' };
    const report = reportOf(await suite.zip(bundle('loft', '', more), 'loft.zip'));
    const warnings = [expect.stringContaining('"cover.jpg"'), expect.stringContaining('1 at cdn.example')];
    expect(report).toEqual({
      imported: [{ label: 'loft.zip', resourceCode: 'loft', outcome: 'created', warnings }],
      refused: [],
    });
    const [tour] = await suite.tours();
    expect(tour).toMatchObject({
      resourceCode: 'loft',
      name: '公园旁的复式',
      isActive: false,
      observers: 0,
      lastReadAt: null,
      cover: expect.stringMatching(/^\/api\/tours\/loft\/cover\?v=[\w-]{16}$/),
    });
    expect(tour?.sizeBytes).toBeGreaterThan(5);
    const cover = await suite.owner.get(tour?.cover ?? '');
    expect([...cover.rawPayload]).toEqual([0xff, 0xd8, 1, 2, 3]);
    expect(cover.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(suite.told.times).toBe(1);
  });

  test('the same again changes nothing; a changed one replaces it and stays active', async () => {
    await suite.zip(bundle('loft'));
    await suite.owner.post('/api/tours/loft/activate');
    expect(reportOf(await suite.zip(bundle('loft'))).imported[0]?.outcome).toBe('unchanged');
    expect(reportOf(await suite.zip(bundle('loft', '', { name: 'New' }))).imported[0]?.outcome).toBe('changed');
    expect(await suite.tours()).toMatchObject([{ name: 'New', isActive: true }]);
  });

  test.each<[string, string, string]>([
    ['v3', json(basics('loft')), 'loft'],
    ['v1, which says vr_code', json({ vr_code: 'old', vr_type: 'vr', model }), 'old'],
    ['encoded twice', json(json(basics('twice'))), 'twice'],
    ['without a code, named after its file', json({ model }), 'my-work'],
    ['with a byte order mark', `\ufeff${json(basics('bom'))}`, 'bom'],
  ])('a bare work: %s', async (_, text, code) => {
    expect(reportOf(await suite.work(text, 'my-work.json')).imported).toMatchObject([{ resourceCode: code }]);
    expect(await codes()).toEqual([code]);
  });

  describe('TOUR_REFUSED, with file, pointer, expected and found', () => {
    test.each<[string, readonly ArchiveEntry[], readonly string[]]>([
      [
        'no resource code',
        [{ name: 'vr-info.json', content: json({ name: 't' }) }],
        [
          'vr-info.json#/resource_code: expected a resource code: 1 to 64 letters, digits, hyphens or underscores, found nothing',
        ],
      ],
      [
        'a file that is no JSON',
        [{ name: 'vr-info.json', content: '{"a":' }],
        ['vr-info.json#/a: expected a value, found the end of the file at line 1, column 6'],
      ],
      [
        'no tour at all',
        [{ name: 'readme.txt', content: 'hello' }],
        [
          'tours.zip#: expected a tour: vr-info.json at the top or one folder deep, or a work in a .json file, found none',
        ],
      ],
    ])('%s', async (_, entries, problems) => {
      expect(problemsOf(await suite.zip(entries))).toEqual(problems);
      expect([await codes(), suite.leftovers(), suite.told.times]).toEqual([[], [], 0]);
    });

    test('bytes that are no archive', async () => {
      const answer = await suite.owner.upload('/api/tours/imports?name=a.zip', 'application/zip', 'no archive');
      expect(problemsOf(answer)[0]).toMatch(/^a\.zip#: expected a sound \.zip archive, found /);
    });

    test('a long list of problems is cut, and counted', async () => {
      const files = Array.from({ length: 300 }, (_, at) => ({ name: `assets/${at}\u0007.bin` }));
      const answer = await suite.zip([...bundle('t'), ...files]);
      expect(problemsOf(answer)).toHaveLength(100);
      expect(answer.json().error.refused[0].problemCount).toBe(300);
    });
  });

  test('of several tours the sound ones are imported, the broken ones refused, all in the audit log', async () => {
    const broken = [{ name: 'bad/vr-info.json', content: '[]' }];
    const answer = await suite.zip([...bundle('one', 'one/'), ...broken, ...bundle('two', 'two/')]);
    const report = reportOf(answer);
    expect(report.imported.map(({ resourceCode }) => resourceCode).sort()).toEqual(['one', 'two']);
    expect(report.refused).toMatchObject([{ label: 'tours.zip/bad', problemCount: 1 }]);
    expect((await audit(suite.owner)).toSorted()).toEqual(
      [
        ['ada', 'one', 'succeeded'],
        ['ada', 'two', 'succeeded'],
        ['ada', 'tours.zip/bad', 'TOUR_REFUSED'],
      ].toSorted(),
    );
  });

  test('a refused upload is in the audit log by its name', async () => {
    await suite.work('{', '故事.json');
    expect(await audit(suite.owner, '&outcome=refused')).toEqual([['ada', '故事.json', 'TOUR_REFUSED']]);
  });

  test('ROLE_INSUFFICIENT: a viewer imports nothing, and the log says that they tried', async () => {
    const team = dataOf<{ teams: { id: string }[] }>(await suite.owner.get('/api/me')).teams[0]?.id ?? '';
    const viewer = await joined(suite.portal, suite.owner, team, 'vi', 'viewer');
    const answer = await viewer.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
    expect(outcomeOf(answer)).toBe('ROLE_INSUFFICIENT');
    expect(await audit(suite.owner)).toEqual([['vi', 'w.json', 'ROLE_INSUFFICIENT']]);
    expect(await codes()).toEqual([]);
  });

  // The embedded store has one connection: nobody can hold the Team while something else goes on.
  test.skipIf(store.kind === 'embedded')(
    'ROLE_INSUFFICIENT: what counts is the role at the time of writing, once nobody changes the Team any more',
    async () => {
      const team = dataOf<{ teams: { id: string }[] }>(await suite.owner.get('/api/me')).teams[0]?.id ?? '';
      const member = await joined(suite.portal, suite.owner, team, 'mel', 'member');
      const { rows } = await store.database.pool.query<{ id: string }>('select id from team where code = $1', [team]);
      const id = rows[0]?.id ?? '';
      const owner = await store.database.connectAsOwner();
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'select from team %'`;
      const answer = await inTransaction(
        store.database,
        async (transaction) => {
          await lockTeam(transaction, id);
          await transaction.query("update team_member set role = 'viewer' where team_id = $1 and role = 'member'", [
            id,
          ]);
          const upload = member.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
          await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
          return { upload };
        },
        { team: id },
      ).finally(() => owner.end());
      expect(outcomeOf(await answer.upload)).toBe('ROLE_INSUFFICIENT');
      expect(await codes()).toEqual([]);
    },
  );

  describe('REQUEST_INVALID', () => {
    test.each(['', '?name=', '?name=a%2Fb.zip', '?name=a%5Cb.zip', '?name=a%00.zip', '?name=a&name=b', '?name=a&x=1'])(
      'the query %j',
      async (query) => {
        const answer = await suite.owner.upload(`/api/tours/imports${query}`, 'application/json', '{}');
        expect(outcomeOf(answer)).toBe('REQUEST_INVALID');
      },
    );
  });

  describe('UNSUPPORTED_MEDIA_TYPE', () => {
    test.each([
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/zip2',
    ])('%s, which another site could send', async (mediaType) => {
      const answer = await suite.owner.upload('/api/tours/imports?name=a.zip', mediaType, 'x');
      expect(outcomeOf(answer)).toBe('UNSUPPORTED_MEDIA_TYPE');
    });
  });

  test('PAYLOAD_TOO_LARGE by what the request says of itself, before a byte is kept', async () => {
    const answer = await suite.owner.upload('/api/tours/imports?name=a.zip', 'application/zip', 'x', {
      'content-length': String(256 * 1024 * 1024 + 1),
    });
    expect(outcomeOf(answer)).toBe('PAYLOAD_TOO_LARGE');
    expect(suite.leftovers()).toEqual([]);
  });

  test('progress comes line by line, the envelope last', async () => {
    const accept = { accept: 'application/x-ndjson' };
    const send = (text: string) =>
      suite.owner.upload('/api/tours/imports?name=w.json', 'application/json', text, accept);
    const lines = (await send(json(basics('t')))).body.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { progress: { done: 0, total: 1 } },
      { progress: { done: 1, total: 1 } },
      { data: { imported: [expect.objectContaining({ resourceCode: 't', outcome: 'created' })], refused: [] } },
    ]);
    const last = (await send('[]')).body.trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({
      error: { code: 'TOUR_REFUSED', request_id: expect.any(String), refused: [{ label: 'w.json' }] },
    });
  });

  test('callers that drip eight uploads each keep nobody waiting, of another Team or of their own', async () => {
    const url = await suite.portal.app.listen({ host: '127.0.0.1', port: 0 });
    const [other, third] = [await enter(suite.portal, 'bea'), await enter(suite.portal, 'cy')];
    for (const person of [other, third]) await createTeam(person, 'Studio');
    const team = dataOf<{ teams: { id: string }[] }>(await suite.owner.get('/api/me')).teams[0]?.id ?? '';
    const colleague = await joined(suite.portal, suite.owner, team, 'mel', 'member');
    const statuses: number[] = [];
    const drips = [suite.owner, other]
      .flatMap((person) => Array.from({ length: 8 }, () => person))
      .map(({ headers }) => {
        const sent = request(`${url}/api/tours/imports?name=slow.zip`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/zip', 'content-length': 1_000_000 },
        });
        sent.on('response', (answer) => statuses.push(answer.resume().statusCode ?? 0)).on('error', () => undefined);
        const timer = setInterval(() => sent.write('K'), 20);
        return () => {
          clearInterval(timer);
          sent.destroy();
        };
      });
    try {
      // The others are being received.
      await expect.poll(() => statuses, { timeout: 20_000 }).toEqual(Array(8).fill(429));
      const send = (person: DashboardPerson) =>
        person.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
      expect((await Promise.all([send(third), send(colleague)])).map(outcomeOf)).toEqual(['succeeded', 'succeeded']);
      expect(statuses).toHaveLength(8);
    } finally {
      for (const end of drips) end();
    }
  });

  test('REQUEST_TIMEOUT: an upload that comes too slowly, whose answer can still be sent', async () => {
    const body = new PassThrough();
    const drip = setInterval(() => body.write('K'), 5);
    const directory = mkdtempSync(join(tmpdir(), 'openhouse-slow-'));
    const kept = keepUpload(directory, body, { maxBytes: 1e6, pace: { windowMs: 100, bytes: 1024 } });
    await expect(kept).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: expect.stringMatching(/^The upload came too slowly: /),
    });
    clearInterval(drip);
    expect([body.destroyed, readdirSync(directory)]).toEqual([false, []]);
    rmSync(directory, { recursive: true });
  });

  const bounds = { arrivingOfPerson: 1, arrivingOfNode: 2, ofTeam: 2, ofNode: 4 };

  test('what has arrived waits for its turn: two of a Team, four of a node, and one of each Team in any case', async () => {
    const places = importPlaces({ ...bounds, waitMs: 60_000 });
    const started: string[] = [];
    const take = async (name: string, team = name.slice(0, 1)) => {
      const leave = await places.import(team);
      started.push(name);
      return leave;
    };
    const running = await Promise.all(['a1', 'a2', 'b1', 'b2', 'c1'].map((name) => take(name)));
    const waiting = ['a3', 'b3'].map((name) => take(name));
    const end = async (name: string) => {
      running[['a1', 'a2', 'b1', 'b2', 'c1'].indexOf(name)]?.();
      await new Promise(setImmediate);
      return started.slice(5);
    };
    expect(await end('a1')).toEqual([]);
    expect(await end('c1')).toEqual(['a3']);
    expect(await end('b1')).toEqual(['a3', 'b3']);
    for (const leave of await Promise.all(waiting)) leave();
  });

  test('TOUR_IMPORT_BUSY: one that has waited for too long, and more that arrive than there is room for', async () => {
    const places = importPlaces({ ...bounds, waitMs: 1 });
    const [leave] = await Promise.all([places.import('a'), places.import('a')]);
    await expect(places.import('a')).rejects.toMatchObject({
      code: 'TOUR_IMPORT_BUSY',
      headers: { 'retry-after': '5' },
    });
    leave?.();
    await places.import('a');
    const arrived = places.receive('ada');
    expect(() => places.receive('ada')).toThrow(/Wait/);
    places.receive('bea');
    expect(() => places.receive('cy')).toThrow(/Wait/);
    arrived();
    places.receive('cy');
  });

  test('uploads at once do not disturb each other', async () => {
    const sent = await Promise.all([1, 2].map((index) => suite.zip(bundle(`tour-${index}`))));
    expect(sent.map(outcomeOf)).toEqual(['succeeded', 'succeeded']);
    expect(await codes()).toEqual(['tour-1', 'tour-2']);
  });

  test('random archives: each tour is whole or not there, and nothing is left of the upload', async () => {
    const files = [
      'vr-info.json',
      'hot-list.json',
      'assets/a.jpg',
      'assets/b/c.bin',
      'readme.md',
      '../up',
      'x//y',
      '.git',
    ];
    const contents = [json(basics('t')), json({ tagList: [] }), '[]', '{', '', 'bytes'];
    const entry = fc.record({
      name: fc.tuple(fc.constantFrom('', 'a/', 'b/', '/'), fc.constantFrom(...files)).map((parts) => parts.join('')),
      content: fc.constantFrom(...contents),
      method: fc.constantFrom(0, 8, 8, 8, 12),
      mode: fc.constantFrom(0, 0o100644, 0o120777),
      flags: fc.constantFrom(0x800, 0x800, 0x801),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.nat(40), async (entries, cut) => {
        const before = await suite.tours();
        const answer = await suite.zip(cut === 0 ? [] : entries);
        expect([200, 422]).toContain(answer.statusCode);
        const after = await suite.tours();
        if (answer.statusCode === 422) expect(after).toEqual(before);
        else expect(after.map(({ resourceCode }) => resourceCode)).toContain('t');
        expect(suite.leftovers()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('somebody without a Team imports nothing', async () => {
    const stranger = await enter(suite.portal, 'otto');
    const answer = await stranger.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
    expect(outcomeOf(answer)).toBe('TEAM_REQUIRED');
  });
});
