import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommandStore } from '../../testing/store.ts';

const store = useCommandStore();
const { openhouse } = store;

beforeAll(async () => {
  for (const code of ['one', 'two']) {
    const work = path.join(store.root, `${code}.json`);
    await writeFile(
      work,
      JSON.stringify({ resource_code: code, name: `Tour\u001b\u200b ${code}`, model: { file_url: 'm' } }),
    );
    await openhouse(['import', work]);
  }
});

test('lists a line a tour, last imported first, with nothing that moves the cursor', async () => {
  const { exitCode, out } = await openhouse(['tours', 'list']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    /^two\tinactive\t\d+\t0\t\d{4}-[^\t]+Z\tnever\tTour\ufffd two\none\tinactive\t\d+\t0\t[^\t]+\tnever\tTour\ufffd one\n$/,
  );
  const asJson = await openhouse(['tours', 'list', '--json', '--search', 'ONE']);
  expect(JSON.parse(asJson.out)).toMatchObject({ resourceCode: 'one', isActive: false, lastReadAt: null });
});

test('removes a tour whose code is said twice, and says what is not there', { tags: 'slow' }, async () => {
  expect(await openhouse(['tours', 'remove', 'one', '--confirm', 'two'])).toMatchObject({ exitCode: 2, out: '' });
  expect(await openhouse(['tours', 'remove', 'one'])).toMatchObject({ exitCode: 2, out: '' });
  expect(await openhouse(['tours', 'remove', 'one', '--confirm', 'one'])).toEqual({
    exitCode: 0,
    out: 'one is removed from Team acme.\n',
    err: '',
  });
  expect(await openhouse(['tours', 'remove', 'one', '--confirm', 'one'])).toEqual({
    exitCode: 1,
    out: '',
    err: 'openhouse: Team acme has no tour one.\n',
  });
  expect((await openhouse(['tours', 'list'])).out).toMatch(/^two\t[^\n]*\n$/);
});

test('adds the sample tour, once', { tags: 'slow' }, async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await openhouse(['tours', 'sample'])).toEqual({
      exitCode: 0,
      out: 'demo-loft is a tour of the Team.\n',
      err: '',
    });
  }
  expect((await openhouse(['tours', 'list', '--search', 'demo-loft'])).out.split('\n')).toHaveLength(2);
  await openhouse(['tours', 'remove', 'demo-loft', '--confirm', 'demo-loft']);
});

describe('as a person, by the calls of the portal', () => {
  const as = ['--as', 'mara@acme.example', '--reason', 'Mara asked by phone'];

  /** A bundle with a file of more than one kind. */
  async function bundle(name: string, basics: object = {}): Promise<string> {
    const directory = path.join(store.root, 'bundles', name);
    await mkdir(path.join(directory, 'assets', 'pano'), { recursive: true });
    const info = { resource_code: name, name, is_active: false, model: { file_url: 'm' }, ...basics };
    await writeFile(path.join(directory, 'vr-info.json'), JSON.stringify(info));
    await writeFile(path.join(directory, 'assets', 'pano', '海边.json'), '{"rooms": 12}');
    await writeFile(path.join(directory, 'assets', 'plan.bin'), Buffer.from([0, 255, 1, 254]));
    await writeFile(path.join(directory, '.DS_Store'), 'no part of it');
    return directory;
  }

  test('sends directories, each packed as one archive, and says what became of each tour', async () => {
    await bundle('loft');
    await bundle('broken', { resource_code: 'no code' });
    const { exitCode, out } = await openhouse(['tours', 'import', path.join(store.root, 'bundles'), '--json', ...as]);
    expect(exitCode).toBe(1);
    const [broken, loft] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(broken).toMatchObject({ outcome: 'refused', problemCount: 1, problems: [{ pointer: '/resource_code' }] });
    expect(loft).toMatchObject({ outcome: 'created', resourceCode: 'loft' });
    expect(loft.warnings).toEqual([expect.stringContaining('"pano/海边.json", "plan.bin"')]);
    const again = await openhouse(['tours', 'import', path.join(store.root, 'bundles', 'loft'), ...as]);
    expect(again).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^unchanged {2}loft {2}\S+\n {2}notice: /) });
  });

  test('finds tours at any depth and in any capitals, and names what belongs to none', { tags: 'slow' }, async () => {
    const estate = path.join(store.root, 'estate');
    const deep = path.join(estate, 'north', 'street', '12');
    await mkdir(path.join(deep, 'assets'), { recursive: true });
    await writeFile(
      path.join(deep, 'VR-Info.JSON'),
      JSON.stringify({ resource_code: 'deep', name: 'D', is_active: true }),
    );
    await mkdir(path.join(estate, 'work'));
    await writeFile(path.join(estate, 'work', 'flat.json'), JSON.stringify({ vr_code: 'flat', model: {} }));
    await mkdir(path.join(estate, '__MACOSX'));
    const installed = path.join(estate, 'node_modules', 'openhouse', 'tours');
    await mkdir(installed, { recursive: true });
    await writeFile(path.join(installed, 'demo.json'), JSON.stringify({ vr_code: 'demo', model: {} }));
    for (const file of ['__MACOSX/._x.json', '.hidden', 'Thumbs.db', 'notes.txt', 'north/plan.dwg']) {
      await writeFile(path.join(estate, file), '');
    }
    await symlink('/etc/hostname', path.join(estate, 'north', 'link.json'));
    const { exitCode, out } = await openhouse(['tours', 'import', estate, ...as]);
    expect(exitCode).toBe(0);
    const said = out
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => line.replaceAll(`${store.root}/`, ''));
    expect(said).toEqual([
      'not taken  estate/north/link.json: no part of a tour',
      'not taken  estate/north/plan.dwg: no part of a tour',
      'not taken  estate/notes.txt: no part of a tour',
      'created    deep  estate/north/street/12',
      'created    flat  estate/work/flat.json',
    ]);
    const json = await openhouse(['tours', 'import', estate, '--json', ...as]);
    expect(JSON.parse(json.out.split('\n')[0] ?? '')).toEqual({
      outcome: 'not taken',
      path: path.join(estate, 'north', 'link.json'),
    });
  });

  test('what was packed comes out again byte for byte', { tags: 'slow' }, async () => {
    expect((await openhouse(['export', 'loft', '--to', path.join(store.root, 'out')])).exitCode).toBe(0);
    const exported = path.join(store.root, 'out', 'loft', 'assets');
    expect(await readFile(path.join(exported, 'plan.bin'))).toEqual(Buffer.from([0, 255, 1, 254]));
    expect(await readFile(path.join(exported, 'pano', '海边.json'), 'utf8')).toBe('{"rooms": 12}');
  });

  test('a link in a bundle stays here and is named; a file that is no tour is refused before anything is sent', {
    tags: 'slow',
  }, async () => {
    const directory = await bundle('linked');
    await symlink('/etc/hostname', path.join(directory, 'assets', 'host'));
    const linked = await openhouse(['tours', 'import', directory, ...as]);
    expect(linked.exitCode).toBe(0);
    expect(linked.out).toContain(`not taken  ${path.join(directory, 'assets', 'host')}: no part of a tour\n`);
    expect(linked.out).toMatch(/^created {4}linked/m);
    const odd = await openhouse(['tours', 'import', path.join(directory, 'assets', 'plan.bin'), ...as]);
    expect(odd).toMatchObject({ exitCode: 2, err: expect.stringContaining('neither a .zip nor a .json') });
  });

  test('activates and removes; the audit log has the name', { tags: 'slow' }, async () => {
    expect((await openhouse(['tours', 'activate', 'loft', ...as])).out).toBe('loft is active.\n');
    expect((await openhouse(['tours', '--search', 'loft', ...as])).out).toMatch(/^loft\tactive\t/);
    const removed = await openhouse(['tours', 'remove', 'loft', '--confirm', 'loft', ...as]);
    expect(removed).toMatchObject({ exitCode: 0, out: 'loft is removed.\n' });
    const missing = await openhouse(['tours', 'activate', 'loft', '--json', ...as]);
    expect([missing.exitCode, JSON.parse(missing.err).error.code]).toEqual([1, 'TOUR_NOT_FOUND']);
    const { out } = await openhouse(['audit', '--json', ...as]);
    const entries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
      expect.arrayContaining(['tour.import succeeded', 'tour.import TOUR_REFUSED', 'tour.remove succeeded']),
    );
  });
});
