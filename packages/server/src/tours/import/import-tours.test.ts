import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { BundledReadName } from '@openhouse/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam, eachStore } from '../../testing/database.ts';
import { dataSources } from '../operations.ts';
import { ImportPathError } from './find-tours.ts';
import { type ImportedTour, type ImportOptions, importTours, type RefusedTour } from './import-tours.ts';
import { problemText } from './problem.ts';
import { basics, useDirectory } from './testing/bundle.ts';
import { storedTours, type WholeTour } from './testing/stored-tours.ts';
import { zipArchive } from './testing/zip-archive.ts';

const openWorks = path.dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const opOf = (name: BundledReadName): number => dataSources[name].op;
const jsonIn = (tour: WholeTour | undefined, name: Parameters<typeof opOf>[0]): string =>
  tour?.payloads[opOf(name)]?.json ?? '';

eachStore('importTours', (store) => {
  const directory = useDirectory();
  let teamId: string;
  beforeEach(async () => {
    ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
  });

  async function run(paths: string[], options: ImportOptions = {}) {
    const assets = localAssetStore(await directory.write({}, 'assets'));
    const result = await importTours(store.database, assets, teamId, paths, options);
    return {
      assets,
      outcomes: Object.fromEntries(result.imported.map(({ code, outcome }) => [code, outcome])),
      notices: result.imported.flatMap(({ notices }) => notices.map(problemText)),
      problems: result.refused.flatMap(({ problems }) => problems.map(problemText)),
      labels: [...result.imported, ...result.refused].map(({ label }) => label),
    };
  }
  const stored = () => storedTours(store.database, teamId);
  const epoch = async () => (await store.database.pool.query("select n from epoch where name = 'tours'")).rows[0].n;

  describe('a bundle', () => {
    test('comes to lie in the store whole: frames, slices, records and files', async () => {
      const picture = Buffer.from('not really a picture');
      const bundle = await directory.write({
        'vr-info.json': basics('loft', { is_active: true }),
        'route-search.json': {
          list: [
            { id: 1, display_index: 2, type: 'walk', path: [] },
            { id: 2, display_index: 1, type: 'é', path: [] },
          ],
        },
        'hot-detail.json': '[ {"id" : 36184089396510731}, {"id": 7, "name": "seven"} ]',
        'group-tree.json': { node_code: 'root', children: [{ node_code: 'leaf', children: [] }] },
        'assets/panorama/0_f.jpg': picture,
        'assets/private/lease.pdf': '',
        '.DS_Store': 'x',
        'assets/.DS_Store': 'x',
      });
      const { outcomes, notices, problems, assets } = await run([bundle]);
      expect({ outcomes, problems }).toEqual({ outcomes: { loft: 'created' }, problems: [] });
      expect(notices).toEqual([
        'assets: expected files that the tour names, found "panorama/0_f.jpg", "private/lease.pdf"',
      ]);

      const [tour, ...others] = await stored();
      expect(others).toEqual([]);
      expect(tour).toMatchObject({ code: 'loft', name: 'Tour loft', active: true, epoch: '1' });
      expect(Object.keys(tour?.payloads ?? {}).map(Number)).toEqual([1, 4, 5, 9]);
      const routes = tour?.payloads[opOf('route-search')];
      expect(routes?.slices).toMatchObject({ columns: { display_index: ['2', '1'], type: ['walk', 'é'] } });
      const { offsets = [], lengths = [] } = routes?.slices ?? {};
      expect(
        offsets.map((at, index) => Buffer.from(routes?.json ?? '').toString('utf8', at, at + (lengths[index] ?? 0))),
      ).toEqual([
        '{"id":1,"display_index":2,"type":"walk","path":[]}',
        '{"id":2,"display_index":1,"type":"é","path":[]}',
      ]);
      expect(tour?.records).toEqual([
        { op: 5, key: '36184089396510731', json: '{"id":36184089396510731}' },
        { op: 5, key: '7', json: '{"id":7,"name":"seven"}' },
        { op: 9, key: 'root', json: '{"node_code":"root","children":[{"node_code":"leaf","children":[]}]}' },
        { op: 9, key: 'leaf', json: '{"node_code":"leaf","children":[]}' },
      ]);
      expect(tour?.assets).toEqual([
        { path: 'panorama/0_f.jpg', media_type: 'image/jpeg', size: '20', sha256: sha256(picture) },
        { path: 'private/lease.pdf', media_type: 'application/pdf', size: '0', sha256: sha256('') },
      ]);
      const asset = await assets.open(Buffer.from(sha256(picture), 'hex'));
      expect(asset && (await buffer(asset.body))).toEqual(picture);
    });

    test('is stored with the length and checksum of its bytes', async () => {
      await run([await directory.write({ 'vr-info.json': basics('loft') })]);
      const { rows } = await inTransaction(store.database, (t) => t.query('select raw_len, crc from frame'), {
        team: teamId,
      });
      const json = jsonIn((await stored())[0], 'vr-info');
      expect(rows).toEqual([{ raw_len: Buffer.byteLength(json), crc: String(crc32(json)) }]);
    });

    test.each(['36184089396510731', '1.0', '1e5', '-0', '0.10', '1E400', '-1.5e-07', '123456789012345678901234567890'])(
      'keeps the digits of %s in every operation, listed and addressed by id alike',
      async (digits) => {
        const info = JSON.stringify(basics('odd')).replace(/\}$/, `,"odd":${digits}}`);
        const bundle = await directory.write({
          'vr-info.json': info,
          'capture-info.json': `{"info":"","odd":[ ${digits} ]}`,
          'ruler-list.json': `{"list": [], "x" : {"odd": ${digits} } }`,
          'hot-detail.json': `[{"id":1,"odd":${digits}}]`,
        });
        expect((await run([bundle])).problems).toEqual([]);
        const [tour] = await stored();
        expect(jsonIn(tour, 'vr-info')).toBe(info);
        expect(jsonIn(tour, 'capture-info')).toBe(`{"info":"","odd":[${digits}]}`);
        expect(jsonIn(tour, 'ruler-list')).toBe(`{"list":[],"x":{"odd":${digits}}}`);
        expect(tour?.records).toEqual([{ op: 5, key: '1', json: `{"id":1,"odd":${digits}}` }]);
      },
    );

    test('of which nothing changed changes nothing', async () => {
      const files = { 'vr-info.json': basics('same'), 'capture-info.json': { info: 'x' }, 'assets/a.txt': 'a' };
      await run([await directory.write(files)]);
      const before = await stored();
      expect((await run([await directory.write(files)])).outcomes).toEqual({ same: 'unchanged' });
      const respaced = { ...files, 'vr-info.json': JSON.stringify(files['vr-info.json'], null, '\t') };
      expect((await run([await directory.write(respaced)])).outcomes).toEqual({ same: 'unchanged' });
      expect(await stored()).toEqual(before);
      expect(await epoch()).toBe('1');
    });

    test.each([
      ['a payload', { 'capture-info.json': { info: 'y' } }],
      ['a file', { 'assets/a.txt': 'b' }],
      ['the name of a file', { 'assets/b.txt': 'a' }],
      ['the spelling of a number', { 'ruler-list.json': '{"list":[],"n":1.0}' }],
    ])('of which %s changed is replaced', async (_, change) => {
      const files = {
        'vr-info.json': basics('t'),
        'capture-info.json': { info: 'x' },
        'ruler-list.json': '{"list":[],"n":1}',
      };
      await run([await directory.write({ ...files, 'assets/a.txt': 'a' })]);
      expect((await run([await directory.write({ ...files, ...change })])).outcomes).toEqual({ t: 'changed' });
      expect(await epoch()).toBe('2');
      expect((await stored())[0]).toMatchObject({ epoch: '2' });
    });

    test('that lost operations, records and files takes them out of the store', async () => {
      const files = {
        'hot-detail.json': [{ id: 1 }, { id: 2 }],
        'capture-info.json': { info: 'x' },
        'assets/a.txt': 'a',
      };
      await run([await directory.write({ 'vr-info.json': basics('t'), ...files })]);
      await run([
        await directory.write({ 'vr-info.json': basics('t', { name: 'New name' }), 'hot-detail.json': [{ id: 2 }] }),
      ]);
      const [tour] = await stored();
      expect(tour?.name).toBe('New name');
      expect(Object.keys(tour?.payloads ?? {})).toEqual(['1', '5']);
      expect(tour?.records.map(({ key }) => key)).toEqual(['2']);
      expect(tour?.assets).toEqual([]);
    });

    test('whose files the asset store has lost gets them back', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('t'), 'assets/a.txt': 'lost and found' });
      await run([bundle]);
      const name = sha256('lost and found');
      await rm(path.join(await directory.write({}, 'assets'), name.slice(0, 2), name));
      const { assets, outcomes } = await run([bundle]);
      expect(outcomes).toEqual({ t: 'unchanged' });
      expect((await assets.open(Buffer.from(name, 'hex')))?.size).toBe(14);
    });

    test('of whose files a disk has lost the end gets them back', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('t'), 'assets/a.txt': 'torn and mended' });
      await run([bundle]);
      const name = sha256('torn and mended');
      const file = path.join(await directory.write({}, 'assets'), name.slice(0, 2), name);
      await writeFile(file, 'torn');
      expect((await run([bundle])).outcomes).toEqual({ t: 'unchanged' });
      expect(readFileSync(file, 'utf8')).toBe('torn and mended');
    });

    test('that lists files it does not have is imported with notices', async () => {
      const files = [{ path: 'private/lease.pdf' }, { path: 'plan.pdf' }, { path: 'https://elsewhere.example/x' }, {}];
      const bundle = await directory.write({
        'vr-info.json': basics('t'),
        'file-detail.json': { file_count: 4, file_list: files },
        'assets/plan.pdf': 'plan',
        'README.md': 'about',
      });
      const { outcomes, notices } = await run([bundle]);
      expect(outcomes).toEqual({ t: 'created' });
      expect(notices).toEqual([
        'README.md: expected a file of a bundle: it consists of JSON files and assets/, found another file',
        'file-detail.json#/file_list/0/path: expected a file of the bundle, found "private/lease.pdf", which is not in assets/',
      ]);
    });
  });

  describe('whether a tour is active', () => {
    const bundle = (active: boolean, name: string) =>
      directory.write({
        'vr-info.json': `{"is_active":${active},"name":"${name}","resource_code":"t","model":{"file_url":"m"}}`,
      });
    const activate = (active: boolean) =>
      inTransaction(store.database, (t) => t.query('update tour set active = $1', [active]), { team: teamId });

    test.each([true, false])('is what the first import says: %j', async (active) => {
      await run([await bundle(active, 'first')]);
      expect((await stored())[0]?.active).toBe(active);
      expect(JSON.parse(jsonIn((await stored())[0], 'vr-info')).is_active).toBe(active);
    });

    test.each([
      [true, false],
      [false, true],
    ])('stays %j when a later import says %j, in the row and in VR basic data', async (holds, says) => {
      await run([await bundle(holds, 'first')]);
      await run([await bundle(says, 'second')]);
      const [tour] = await stored();
      expect(tour).toMatchObject({ active: holds, name: 'second' });
      expect(jsonIn(tour, 'vr-info')).toBe(
        `{"is_active":${holds},"name":"second","resource_code":"t","model":{"file_url":"m"}}`,
      );
    });

    test('survives the next import after an activation', async () => {
      await run([await bundle(false, 'first')]);
      await activate(true);
      expect((await run([await bundle(false, 'first')])).outcomes).toEqual({ t: 'unchanged' });
      await run([await bundle(false, 'second')]);
      const [tour] = await stored();
      expect(tour?.active).toBe(true);
      expect(JSON.parse(jsonIn(tour, 'vr-info'))).toMatchObject({ is_active: true, name: 'second' });
    });
  });

  describe('a bare work', () => {
    test('the seven real works import; they come back as they were, adapted fields aside', {
      tags: 'slow',
    }, async () => {
      const works = ['real', 'virtual'].map((kind) => path.join(openWorks, kind));
      const { outcomes, problems } = await run(works);
      expect(problems).toEqual([]);
      const names = works.flatMap((folder) => readdirSync(folder).map((name) => [folder, name] as const));
      expect(names).toHaveLength(7);
      const tours = new Map((await stored()).map((tour) => [tour.code, tour]));
      expect(Object.keys(outcomes).sort()).toEqual([...tours.keys()].sort());
      for (const [folder, name] of names) {
        const work = JSON.parse(readFileSync(path.join(folder, name, 'work.json'), 'utf8'));
        const code = work.vr_code ?? name;
        const adapted = {
          resource_code: code,
          basic_code: code,
          from_type: work.vr_type ?? 'vr',
          name: code,
          is_active: false,
        };
        expect(JSON.parse(jsonIn(tours.get(code), 'vr-info'))).toEqual({ ...adapted, ...work, is_active: false });
      }
    });

    test('named by its file, its directory or the caller', async () => {
      const work = { model: { file_url: 'm' } };
      const files = [
        await directory.writeFile('by-file.json', work),
        path.join(await directory.write({ 'work.json': work }, 'by-directory'), 'work.json'),
        await directory.write({ 'work.json': work, 'plan.json': '{}' }, 'by-folder'),
      ];
      const { outcomes, notices } = await run(files);
      expect(Object.keys(outcomes)).toEqual(['by-file', 'by-directory', 'by-folder']);
      expect(notices).toEqual([
        'plan.json: expected a file of a bundle: only the work is read without vr-info.json, found another file',
      ]);
      const named = await run([await directory.writeFile('a b.json', work)], { resourceCode: 'by-caller' });
      expect(named.outcomes).toEqual({ 'by-caller': 'created' });
    });
  });

  test.skipIf(process.platform === 'win32')('links that were named are followed', async () => {
    const bundle = await directory.write({ 'vr-info.json': basics('linked') });
    const work = await directory.writeFile('original.json', { model: { file_url: 'm' } });
    const links = await directory.write({}, 'links');
    symlinkSync(bundle, path.join(links, 'bundle'));
    symlinkSync(work, path.join(links, 'by-link.json'));
    const { outcomes, problems } = await run([path.join(links, 'bundle'), path.join(links, 'by-link.json')]);
    expect({ outcomes, problems }).toEqual({ outcomes: { linked: 'created', 'by-link': 'created' }, problems: [] });
  });

  describe('several tours', () => {
    test('of a directory or an archive are imported, one level deep', async () => {
      const parent = await directory.write(
        {
          'one/vr-info.json': basics('one'),
          'two/work.json': { vr_code: 'two', model: { file_url: 'm' } },
          'notes/readme.txt': 'no tour',
          'three.json': { model: { file_url: 'm' } },
          'four.zip': zipArchive([{ name: 'vr-info.json', content: JSON.stringify(basics('four')) }]),
          '.hidden/vr-info.json': 'x',
          'node_modules/openhouse/tours/demo/vr-info.json': basics('demo'),
        },
        'parent',
      );
      const both = await directory.writeFile(
        'both.zip',
        zipArchive([
          { name: 'five/' },
          { name: 'five/vr-info.json', content: JSON.stringify(basics('five')) },
          { name: 'five/assets/a.txt', content: 'a' },
          { name: 'six/vr-info.json', content: JSON.stringify(basics('six')), method: 0 },
          { name: '__MACOSX/five/._vr-info.json', content: 'x' },
        ]),
      );
      const { outcomes, problems, labels } = await run([parent, both]);
      expect(problems).toEqual([]);
      expect(Object.keys(outcomes).sort()).toEqual(['five', 'four', 'one', 'six', 'three', 'two']);
      expect(labels).toContain(path.join(parent, 'one'));
      expect(labels).toContain(`${both}/five`);
      expect((await stored()).find(({ code }) => code === 'five')?.assets).toHaveLength(1);
    });

    test('are imported around those that are broken, and progress says so only after the commit', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`t${at}/vr-info.json`, basics(at % 4 === 3 ? 'no code' : `t${at}`)]),
      );
      const seen: (ImportedTour | RefusedTour)[] = [];
      const dones: string[] = [];
      const { problems } = await run([await directory.write(files, 'twelve')], {
        toursPerTransaction: 4,
        onTour: (tour, { done, total }) => {
          seen.push(tour);
          dones.push(`${done}/${total}`);
        },
      });
      expect(problems).toHaveLength(3);
      expect(dones).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}/12`));
      expect(seen.filter(({ outcome }) => outcome === 'created')).toHaveLength(9);
      expect((await stored()).map(({ code }) => code)).toHaveLength(9);
      // Three tours of four broken ones in each transaction: one bump of the counter for each of 4 + 4 + 1.
      expect(await epoch()).toBe('3');
    });

    test('of which the store refuses one are imported without it', async () => {
      const owner = await store.database.connectAsOwner();
      await owner.query("alter table tour add constraint no_evil check (code <> 'evil')");
      try {
        const codes = ['angel', 'evil', 'saint'];
        const files = codes.map((code) => [`${code}/vr-info.json`, basics(code)]);
        const { outcomes, problems } = await run([await directory.write(Object.fromEntries(files), 'mixed')]);
        expect(outcomes).toEqual({ angel: 'created', saint: 'created' });
        expect(problems).toEqual([
          expect.stringMatching(/mixed\/evil: expected a tour the store takes, found .*"no_evil"/),
        ]);
        expect((await stored()).map(({ code }) => code)).toEqual(['angel', 'saint']);
      } finally {
        await owner.query('alter table tour drop constraint no_evil');
        await owner.end();
      }
    });

    test('with the same resource code: the first is imported, the second refused', async () => {
      const first = await directory.write({ 'vr-info.json': basics('twin') });
      const second = await directory.write({ 'vr-info.json': basics('twin', { name: 'Other' }) });
      const { outcomes, problems } = await run([first, second]);
      expect(outcomes).toEqual({ twin: 'created' });
      expect(problems).toEqual([
        `vr-info.json#/resource_code: expected a resource code of its own, found twin, as in ${first}`,
      ]);
      expect((await stored())[0]?.name).toBe('Tour twin');
    });

    test('imported four times at once into one Team are each there once and whole', {
      tags: ['slow', 'long'],
    }, async () => {
      const names = Array.from({ length: 10 }, (_, at) => `t${at}`);
      const bundles = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name, at) =>
          directory.write(
            Object.fromEntries(
              (at % 2 === 0 ? names : names.toReversed()).flatMap((code) => [
                [`${code}/vr-info.json`, basics(code, { name, is_active: at === 0 })],
                [`${code}/capture-info.json`, { info: name }],
                [`${code}/hot-detail.json`, [{ id: at }]],
              ]),
            ),
            `race-${name}`,
          ),
        ),
      );
      const results = await Promise.all(bundles.map((bundle) => run([bundle], { toursPerTransaction: 3 })));
      expect(results.flatMap(({ problems }) => problems)).toEqual([]);
      for (const tour of await stored()) {
        const basicsOfTour = JSON.parse(jsonIn(tour, 'vr-info'));
        expect(basicsOfTour).toMatchObject({ name: tour.name, is_active: tour.active });
        expect(JSON.parse(jsonIn(tour, 'capture-info')).info).toBe(tour.name);
        expect(tour.records.map(({ key }) => key)).toEqual([String('abcd'.indexOf(tour.name))]);
      }
      expect((await stored()).map(({ code }) => code)).toEqual(names);
    });

    test('are written in as many transactions at once as asked, but for one connection', async () => {
      const files = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`t${at}/vr-info.json`, basics(`t${at}`)]));
      const atOnce = store.kind === 'embedded' ? 1 : 3;
      let [underWay, most] = [0, 0];
      const enough = gate();
      const { problems } = await run([await directory.write(files, 'seven')], {
        toursPerTransaction: 1,
        writtenAtOnce: 3,
        deed: {
          async judge() {
            underWay += 1;
            most = Math.max(most, underWay);
            if (underWay === atOnce) enough.open();
            await enough.opened;
          },
          async record() {
            underWay -= 1;
          },
        },
      });
      expect(problems).toEqual([]);
      expect(most).toBe(atOnce);
      expect(await stored()).toHaveLength(7);
      expect(await epoch()).toBe('7');
    });

    test('of which a transaction fails: the import ends, and what was told of is there', { tags: 'slow' }, async () => {
      const files = Object.fromEntries(
        Array.from({ length: 90 }, (_, at) => [`t${at}/vr-info.json`, basics(`t${at}`)]),
      );
      const told: string[] = [];
      const failure = new Error('the disk of the store is full');
      const failing = run([await directory.write(files, 'many')], {
        toursPerTransaction: 1,
        writtenAtOnce: 3,
        onTour: ({ label }) => told.push(path.basename(label)),
        deed: {
          judge: async () => undefined,
          record: async (_, outcomes) => {
            if (outcomes.has('t4')) throw failure;
          },
        },
      });
      await expect(failing).rejects.toBe(failure);
      const codes = (await stored()).map(({ code }) => code);
      expect(told.sort()).toEqual(codes);
      expect(codes).not.toContain('t4');
      // Two writers go on until the third has failed: how far they come is the machine's affair.
      expect(codes.length).toBeLessThan(89);
    });

    test('of two Teams may have the same code', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('shared') });
      await run([bundle]);
      const [mine] = await stored();
      ({ id: teamId } = await createTeam(store.database, { name: 'Others' }));
      expect((await run([bundle])).outcomes).toEqual({ shared: 'created' });
      expect(mine?.code).toBe((await stored())[0]?.code);
    });
  });

  describe('nothing is imported', () => {
    test('when a path does not exist', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('t') });
      await expect(run([bundle, 'nowhere', 'no-file.zip'])).rejects.toThrow(
        new ImportPathError('No such file or directory: nowhere, no-file.zip'),
      );
      expect(await stored()).toEqual([]);
    });

    test('from a directory without tours', async () => {
      await expect(run([await directory.write({ 'readme.txt': 'x' })])).rejects.toThrow(ImportPathError);
    });

    test('into a Team that does not exist', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('t') });
      teamId = '999999';
      await expect(run([bundle])).rejects.toThrow('there is no Team with the id 999999');
    });

    test('that no node would hear of: without the counter of changes', async () => {
      const owner = await store.database.connectAsOwner();
      await owner.query("delete from epoch where name = 'tours'");
      await owner.end();
      const { outcomes, problems } = await run([await directory.write({ 'vr-info.json': basics('t') })]);
      expect([outcomes, problems]).toEqual([{}, [expect.stringContaining('"changed_at"')]]);
      expect(await stored()).toEqual([]);
    });

    test('while a file changes between check and storing', async () => {
      const bundle = await directory.write({ 'vr-info.json': basics('t'), 'assets/a.txt': 'a', 'assets/b.txt': 'b' });
      const assets = localAssetStore(await directory.write({}));
      const sly = {
        ...assets,
        async sizeOf(name: Uint8Array) {
          await writeFile(path.join(bundle, 'assets/a.txt'), 'changed');
          return assets.sizeOf(name);
        },
      };
      const { refused } = await importTours(store.database, sly, teamId, [bundle]);
      expect(refused.flatMap(({ problems }) => problems.map(problemText))).toEqual([
        'assets/a.txt: expected a file that stays as it is during the import, found other bytes than a moment ago',
      ]);
      expect(await stored()).toEqual([]);
    });
  });
});

/** Waits of several that one of them ends. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
