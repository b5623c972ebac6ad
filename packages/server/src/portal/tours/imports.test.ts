import { request } from 'node:http';
import { type AuditEntry, IDEMPOTENCY_HEADER, type ImportReport } from '@openhouse/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { somebodyWaits } from '../../testing/beside.ts';
import { createTeam, type DashboardPerson, dataOf, enter, outcomeOf } from '../../testing/dashboard-people.ts';
import { joined } from '../../testing/dashboard-team.ts';
import { useStore } from '../../testing/database.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { mayMount } from '../../testing/small-disk.ts';
import { problemsOf, reportOf, type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { type ArchiveEntry, zipArchive } from '../../tours/import/testing/zip-archive.ts';
import { lockTeam } from '../teams/store.ts';
import { importPlaces } from './import-places.ts';

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

  test('a zipped bundle is there afterwards, with everything the list shows', { tags: 'slow' }, async () => {
    const more = { observers: [], title_picture_url: 'https://cdn.example/t/cover.jpg', name: '公园旁的复式' };
    const report = reportOf(await suite.zip(bundle('loft', '', more), 'loft.zip'));
    const warnings = [expect.stringContaining('"cover.jpg"'), expect.stringContaining('1 at cdn.example')];
    expect(report).toMatchObject({
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

  test('the same again changes nothing; a changed one replaces it and stays active', { tags: 'slow' }, async () => {
    await suite.zip(bundle('loft'));
    await suite.owner.post('/api/tours/loft/activate');
    expect(reportOf(await suite.zip(bundle('loft'))).imported[0]?.outcome).toBe('unchanged');
    expect(reportOf(await suite.zip(bundle('loft', '', { name: 'New' }))).imported[0]?.outcome).toBe('changed');
    expect(await suite.tours()).toMatchObject([{ name: 'New', isActive: true }]);
  });

  slowAfter(2, [
    ['v3', json(basics('loft')), 'loft'],
    ['v1, which says vr_code', json({ vr_code: 'old', vr_type: 'vr', model }), 'old'],
    ['encoded twice', json(json(basics('twice'))), 'twice'],
    ['without a code, named after its file', json({ model }), 'my-work'],
    ['with a byte order mark', `\ufeff${json(basics('bom'))}`, 'bom'],
  ])('a bare work: %s', async (_, text, code) => {
    expect(reportOf(await suite.work(text, 'my-work.json')).imported).toMatchObject([{ resourceCode: code }]);
    expect(await codes()).toEqual([code]);
  });

  test('a bare work.json without a code is refused: neither its name nor a folder of this machine is one', async () => {
    const refused = await suite.work(json({ model }), 'work.json');
    expect(problemsOf(refused)).toEqual([
      'work.json#/resource_code: expected a resource code, here or as the name of the file, such as loft.json, found nothing',
    ]);
    expect(outcomeOf(await suite.work(json([{ model }, { model }]), 'work.json'))).toBe('TOUR_REFUSED');
    expect(await codes()).toEqual([]);
    expect(reportOf(await suite.work(json(basics('loft')), 'work.json')).imported).toMatchObject([
      { resourceCode: 'loft' },
    ]);
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
        ['tours.zip#: expected a tour: a folder with vr-info.json, or a work in a .json file, found none'],
      ],
    ])('%s', async (_, entries, problems) => {
      expect(problemsOf(await suite.zip(entries))).toEqual(problems);
      expect([await codes(), suite.leftovers(), suite.told.times]).toEqual([[], [], 0]);
    });

    test('bytes that are no archive', async () => {
      const answer = await suite.owner.upload('/api/tours/imports?name=a.zip', 'application/zip', 'no archive');
      expect(problemsOf(answer)[0]).toMatch(/^a\.zip#: expected a sound \.zip archive, found /);
    });

    test('a long list of problems is cut, and counted', { tags: 'slow' }, async () => {
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

  test('a refused tour is in the audit log by a name that can be shown, whatever its folder is called', async () => {
    const folders = ['b\0d', '\u202egpj.\u202c', 'x'.repeat(60_000)];
    const broken = folders.map((folder) => ({ name: `${folder}/vr-info.json`, content: '[]' }));
    const report = reportOf(await suite.zip([...bundle('one', 'one/'), ...broken]));
    expect([report.imported.length, report.refused.length]).toEqual([1, 3]);
    const subjects = (await audit(suite.owner, '&outcome=refused')).map(([, subject]) => subject);
    const long = 'tours.zip/'.padEnd(255, 'x');
    expect(subjects.toSorted()).toEqual(['tours.zip/bd', 'tours.zip/gpj.', long].toSorted());
  });

  test('and so is a refused upload', async () => {
    await suite.work('{', '\u202egpj.\u2066json');
    expect(await audit(suite.owner, '&outcome=refused')).toEqual([['ada', 'gpj.json', 'TOUR_REFUSED']]);
  });

  test.skipIf(!mayMount())('on a disk that has become read-only they are UNAVAILABLE, until it is mended', async () => {
    const mend = suite.failDisk();
    try {
      const answer = await suite.zip(bundle('loft'));
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    } finally {
      mend();
    }
    expect((await suite.zip(bundle('loft'))).statusCode).toBe(200);
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
      const answer = await inTransaction(
        store.database,
        async (transaction) => {
          await lockTeam(transaction, id);
          await transaction.query("update team_member set role = 'viewer' where team_id = $1 and role = 'member'", [
            id,
          ]);
          const upload = member.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
          await somebodyWaits(store);
          return { upload };
        },
        { team: id },
      );
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
      {
        data: {
          imported: [expect.objectContaining({ resourceCode: 't', outcome: 'created' })],
          refused: [],
          problems: [],
        },
      },
    ]);
    const last = (await send('[]')).body.trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({
      error: { code: 'TOUR_REFUSED', request_id: expect.any(String), refused: [{ label: 'w.json' }] },
    });
  });

  test('of several tours in an archive all are listed, and every kind of problem is counted as the command counts it', {
    tags: 'slow',
  }, async () => {
    const ragged = { create_time: 7, picture_url: 'https://cdn.example/a.jpg' };
    const entries = [
      ...bundle('one', 'a/', ragged),
      ...bundle('two', 'b/c/', ragged),
      ...bundle('three', 'd/'),
      { name: 'e/vr-info.json', content: '{' },
      { name: 'readme.txt', content: 'hello' },
    ];
    const answer = await suite.owner.upload(
      '/api/tours/imports?name=estate.zip&report=full',
      'application/zip',
      zipArchive(entries),
      { accept: 'application/x-ndjson' },
    );
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { data } = lines.at(-1) as { data: ImportReport };
    expect(data.imported.map(({ resourceCode }) => resourceCode)).toEqual(['one', 'two', 'three']);
    expect(data.refused.map(({ label }) => label)).toEqual(['estate.zip/e']);
    expect(data.problems.map(({ problem, place, kind, tours }) => [problem, place, kind, tours])).toEqual([
      ['vr-info.json#/*: expected a key in double quotes', 'vr-info.json#/*', 'refused', 1],
      ['files that nothing names', '', 'file-unused', 3],
      ['vr-info.json#/create_time of another type', 'vr-info.json#/create_time', 'other-type', 2],
      ['files at other hosts', '', 'other-hosts', 2],
      ['*.txt not imported', '*.txt', 'not-taken', 1],
    ]);
    expect(data.problems[2]).toMatchObject({
      meaning: 'served as it came, so a strict client may fail on it',
      example: { label: 'estate.zip/a', file: 'vr-info.json', pointer: '/create_time', found: '7' },
    });
    const tours = lines.flatMap(({ tour }) => tour ?? []) as { label: string; outcome: string; notices?: object[] }[];
    expect(tours.map(({ label, outcome }) => `${outcome} ${label}`).sort()).toEqual([
      'created estate.zip/a',
      'created estate.zip/b/c',
      'created estate.zip/d',
      'refused estate.zip/e',
    ]);
    expect(tours.flatMap(({ notices = [] }) => notices)).toHaveLength(8);
  });

  test('of a copy of another gateway says where its viewers load the files from; of its own nothing', async () => {
    const [{ id: team = '' } = {}] = (await store.database.pool.query<{ id: string }>('select code as id from team'))
      .rows;
    const warningsOf = async (base_url: string) => {
      const report = reportOf(await suite.zip(bundle('loft', '', { base_url, picture_url: 'cover.jpg' })));
      return report.imported.flatMap(({ warnings }) => warnings).filter((text) => text.includes('base_url'));
    };
    const here = `http://gateway.localhost:4001/files/${team}/loft/`;
    expect(await warningsOf(here)).toEqual([]);
    expect(await warningsOf('https://other.example/files/acme/loft/')).toEqual([
      `vr-info.json#/base_url: expected addresses that begin with ${here}, found others, of files that are here: 1 at other.example/files/acme/loft/; viewers load them from there: replace the beginning, or use openhouse import --fetch-files`,
    ]);
  });

  describe('callers that drip keep nobody waiting, of another Team or of their own', () => {
    /** @returns Once all that are refused are, and the others are being received; its `end` ends them. */
    const dripping = async (people: readonly DashboardPerson[], each: number, refused: number) => {
      const url = await suite.portal.app.listen({ host: '127.0.0.1', port: 0 });
      const statuses: number[] = [];
      const ends = people
        .flatMap((person) => Array.from({ length: each }, () => person))
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
      await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(refused);
      expect(new Set(statuses)).toEqual(new Set([429]));
      return { statuses, end: () => ends.forEach((end) => void end()) };
    };
    const send = (person: DashboardPerson) =>
      person.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));

    test('two with eight uploads each', async () => {
      const [other, third] = [await enter(suite.portal, 'bea'), await enter(suite.portal, 'cy')];
      for (const person of [other, third]) await createTeam(person, 'Studio');
      const team = dataOf<{ teams: { id: string }[] }>(await suite.owner.get('/api/me')).teams[0]?.id ?? '';
      const colleague = await joined(suite.portal, suite.owner, team, 'mel', 'member');
      const { statuses, end } = await dripping([suite.owner, other], 8, 8);
      try {
        expect((await Promise.all([send(third), send(colleague)])).map(outcomeOf)).toEqual(['succeeded', 'succeeded']);
        expect(statuses).toHaveLength(8);
      } finally {
        end();
      }
    });

    test('sixteen accounts of one address with four each, also at that address', { tags: 'slow' }, async () => {
      const other = await enter(suite.portal, 'cy');
      await createTeam(other, 'Studio');
      const accounts: DashboardPerson[] = [];
      for (let number = 0; number < 16; number += 1) {
        const account = await enter(suite.portal, `account-${number}`);
        await createTeam(account, 'Studio');
        accounts.push(account);
      }
      // Sixteen of the address at least, and one of each account: how many are refused depends on their order.
      const { end } = await dripping(accounts, 4, 64 - 28);
      try {
        expect(outcomeOf(await send(other))).toBe('succeeded');
      } finally {
        end();
      }
    });
  });

  test('TOUR_IMPORT_BUSY: more bytes than uploads may take on the disk, which are given back once each has ended', {
    tags: 'slow',
  }, async () => {
    const small = await uploadSuite(store.database, 8_000);
    try {
      // Three quarters of it are the most of an address: of 6,000 bytes nothing fits beside what has arrived.
      const places = [5_000, 5_000, 7_000, 7_000, 5_000].map((bytes) => `${json(basics('t'))}${' '.repeat(bytes)}`);
      const outcomes: string[] = [];
      for (const text of places) outcomes.push(outcomeOf(await small.work(text)));
      expect(outcomes).toEqual(['succeeded', 'succeeded', 'TOUR_IMPORT_BUSY', 'TOUR_IMPORT_BUSY', 'succeeded']);
      expect(small.leftovers()).toEqual([]);
    } finally {
      await small.close();
    }
  });

  const room = { bytesOfNode: 1_000 };
  const bounds = { ...room, arrivingOfPerson: 1, arrivingOfAddress: 8, arrivingOfNode: 2, ofTeam: 2, ofNode: 4 };

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
    const arrived = places.receive('ada', '192.0.2.1');
    expect(() => places.receive('ada', '192.0.2.1')).toThrow(/Wait/);
    places.receive('bea', '192.0.2.2');
    expect(() => places.receive('cy', '192.0.2.3')).toThrow(/Wait/);
    arrived.leave();
    places.receive('cy', '192.0.2.3');
  });

  test('TOUR_IMPORT_BUSY: bytes count as they come and until they are gone, and what is announced holds nothing', () => {
    const places = importPlaces({ ...bounds, arrivingOfPerson: 9, arrivingOfNode: 9, waitMs: 1 });
    const busy = { code: 'TOUR_IMPORT_BUSY', headers: { 'retry-after': '5', connection: 'close' } };
    const refused = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        return error;
      }
      return undefined;
    };
    // Who announces much and sends nothing keeps nobody out.
    for (let count = 0; count < 3; count += 1) places.receive('eve', '192.0.2.9', 750);
    const first = places.receive('ada', '192.0.2.1', 750);
    first.grow(750);
    expect(refused(() => first.grow(1))).toMatchObject(busy);
    expect(refused(() => places.receive('ada', '192.0.2.1', 1))).toMatchObject({ code: 'TOUR_IMPORT_BUSY' });
    const other = places.receive('bea', '192.0.2.2', 250);
    other.grow(250);
    expect(refused(() => other.grow(1))).toMatchObject(busy);
    // It waits for its import, and lies on the disk meanwhile.
    first.arrived();
    expect(refused(() => other.grow(1))).toMatchObject(busy);
    first.leave();
    first.leave();
    other.grow(500);
    expect(refused(() => other.grow(1))).toMatchObject(busy);
  });

  test('an address has its share, each of its people one upload, and the node room for other addresses', () => {
    const places = importPlaces({
      arrivingOfPerson: 4,
      arrivingOfAddress: 5,
      arrivingOfNode: 16,
      ...room,
      ofTeam: 2,
      ofNode: 4,
      waitMs: 1,
    });
    const taken = (address: string, people: number) =>
      Array.from({ length: people }, (_, person) => Array.from({ length: 4 }, () => `${address} ${person}`))
        .flat()
        .flatMap((person) => {
          try {
            return [places.receive(person, address)];
          } catch {
            return [];
          }
        });
    // Four and one, one each of nine more, then three quarters are full.
    const first = taken('192.0.2.1', 16);
    expect(first).toHaveLength(12);
    expect(taken('2001:db8::/64', 1)).toHaveLength(4);
    expect(taken('192.0.2.3', 1)).toHaveLength(0);
    for (const { leave } of first) leave();
    expect(taken('192.0.2.3', 2)).toHaveLength(5);
  });

  test('uploads at once do not disturb each other', async () => {
    const sent = await Promise.all([1, 2].map((index) => suite.zip(bundle(`tour-${index}`))));
    expect(sent.map(outcomeOf)).toEqual(['succeeded', 'succeeded']);
    expect(await codes()).toEqual(['tour-1', 'tour-2']);
  });

  test('random archives: each tour is whole or not there, and nothing is left of the upload', {
    tags: 'slow',
  }, async () => {
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

  describe('a repetition with the same key', () => {
    const work = (code: string, more: object = {}) => json(basics(code, more));
    const send = (bytes: string, key = 'key-of-this-upload', headers: Record<string, string> = {}) =>
      suite.owner.upload('/api/tours/imports?name=w.json', 'application/json', bytes, {
        [IDEMPOTENCY_HEADER]: key,
        ...headers,
      });

    test('is the same import, one after the other and at once: one report, one entry', { tags: 'slow' }, async () => {
      const first = reportOf(await send(work('loft')));
      expect(first.imported).toMatchObject([{ resourceCode: 'loft', outcome: 'created' }]);
      expect(reportOf(await send(work('loft')))).toEqual(first);
      const lines = await send(work('loft'), 'key-of-this-upload', { accept: 'application/x-ndjson' });
      expect(JSON.parse(lines.body.trimEnd().split('\n').at(-1) ?? '')).toEqual({ data: first });
      const atOnce = await Promise.all([1, 2, 3].map(() => send(work('attic'), 'key-of-another')));
      expect(atOnce.map((answer) => reportOf(answer).imported[0]?.outcome)).toEqual(['created', 'created', 'created']);
      expect((await audit(suite.owner)).map((entry) => entry.slice(1))).toEqual([
        ['attic', 'succeeded'],
        ['loft', 'succeeded'],
      ]);
      expect(suite.told.times).toBe(2);
      expect(suite.leftovers()).toEqual([]);
    });

    test('ACTION_KEY_REUSED: the key of another file', async () => {
      await send(work('loft'));
      expect(outcomeOf(await send(work('attic')))).toBe('ACTION_KEY_REUSED');
      expect(await codes()).toEqual(['loft']);
    });

    test('a refused upload did nothing, so the next one is judged anew', async () => {
      expect(problemsOf(await send('{}')).length).toBeGreaterThan(0);
      expect(outcomeOf(await send(work('loft')))).toBe('succeeded');
    });

    test('REQUEST_INVALID: no key at all', async () => {
      expect(outcomeOf(await send(work('loft'), 'short'))).toBe('REQUEST_INVALID');
      expect(await codes()).toEqual([]);
    });
  });

  test('what is cancelled while it is being stored is not stored', async () => {
    const url = await suite.portal.app.listen({ port: 0, host: '127.0.0.1' });
    const bytes = json(basics('loft'));
    let gone = false;
    let told = '';
    suite.portal.app.server.on('connection', (socket) => socket.on('close', () => (gone = true)));
    await inTransaction(
      store.database,
      async (transaction) => {
        const { rows } = await transaction.query<{ id: string }>('select id from team where code = $1', [
          dataOf<{ teams: { id: string }[] }>(await suite.owner.get('/api/me')).teams[0]?.id,
        ]);
        await lockTeam(transaction, rows[0]?.id ?? '');
        await new Promise<void>((resolve) => {
          const sent = request(`${url}/api/tours/imports?name=w.json`, {
            method: 'POST',
            headers: {
              ...suite.owner.headers,
              'content-type': 'application/json',
              accept: 'application/x-ndjson',
              [IDEMPOTENCY_HEADER]: 'key-of-this-upload',
            },
          });
          sent.on('response', (answer) =>
            answer
              .on('data', (line) => {
                told += String(line);
                // Gone altogether: one that only ended its side would still be answered.
                sent.socket?.resetAndDestroy();
              })
              .on('error', () => undefined)
              .on('close', resolve),
          );
          sent.on('error', () => undefined).end(bytes);
        });
        await expect.poll(() => gone).toBe(true);
      },
      { team: '*' },
    );
    // It had arrived, and was about to be stored.
    expect(told).toBe('{"progress":{"done":0,"total":1}}\n');
    await expect
      .poll(
        async () => (await store.database.pool.query('select from keyed_action where sealed_answer is null')).rowCount,
      )
      .toBe(0);
    expect(await codes()).toEqual([]);
    expect(await audit(suite.owner)).toEqual([]);
  });

  test('somebody without a Team imports nothing', async () => {
    const stranger = await enter(suite.portal, 'otto');
    const answer = await stranger.upload('/api/tours/imports?name=w.json', 'application/json', json(basics('t')));
    expect(outcomeOf(answer)).toBe('TEAM_REQUIRED');
  });
});
