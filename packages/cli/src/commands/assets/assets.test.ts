import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { useCommandStore } from '../../testing/store.ts';

const store = useCommandStore();
const { env, openhouse } = store;

async function imported(name: string): Promise<void> {
  const bundle = path.join(store.root, 'loft');
  await mkdir(path.join(bundle, 'assets'), { recursive: true });
  await writeFile(path.join(bundle, 'vr-info.json'), JSON.stringify({ resource_code: 'loft', name, is_active: true }));
  await writeFile(path.join(bundle, 'assets', 'view.txt'), name);
  expect(await openhouse(['import', bundle])).toMatchObject({ exitCode: 0 });
}

test('collect counts, then removes what nothing names; move copies the rest and says what to set', {
  tags: 'slow',
}, async () => {
  await imported('old');
  await imported('newer');
  const files = pathToFileURL(path.join(store.root, 'store', 'assets')).href;
  const say = (removed: string) => `2 files in ${files}: 1 named by tours, 1 ${removed} (3 B)\n`;
  const dry = await openhouse(['assets', 'collect', '--dry-run']);
  expect(dry).toEqual({ exitCode: 0, err: '', out: say('would be removed') });
  expect(await openhouse(['assets', 'collect'])).toEqual({ exitCode: 0, err: '', out: say('removed') });
  const json = await openhouse(['assets', 'collect', '--json']);
  expect(JSON.parse(json.out)).toEqual({ kept: 1, named: 1, young: 0, removed: 0, bytes: 0, dry_run: false });

  const to = pathToFileURL(path.join(store.root, 'shared')).href;
  const moved = await openhouse(['assets', 'move', '--to', to]);
  expect(moved).toMatchObject({ exitCode: 0, out: `1 files copied and verified (5 B), 0 were there already: ${to}\n` });
  expect(moved.err).toContain(`Now set ASSET_STORE_URL=${to} for every node`);
  expect(moved.err).toContain(`openhouse assets move --from ${files} --to ${to}`);
  const shared = env({ ASSET_STORE_URL: to });
  expect(await openhouse(['assets', 'collect'], shared)).toMatchObject({ exitCode: 0 });
  const again = await openhouse(['assets', 'move', '--from', files, '--to', to], shared);
  expect(again).toEqual({
    exitCode: 0,
    err: '',
    out: `0 files copied and verified (0 B), 1 were there already: ${to}\n`,
  });
});

test('another folder is refused until it is adopted, by every command that needs files', { tags: 'slow' }, async () => {
  const elsewhere = env({ ASSET_STORE_URL: pathToFileURL(path.join(store.root, 'elsewhere')).href });
  const refused = await openhouse(['assets', 'collect'], elsewhere);
  expect([refused.exitCode, refused.err]).toEqual([2, expect.stringContaining('lie in another store')]);
  expect((await openhouse(['teams', 'list', '--store'], elsewhere)).err).not.toContain('another store');
  expect(await openhouse(['assets', 'adopt'], elsewhere)).toMatchObject({ exitCode: 0 });
  expect(await openhouse(['assets', 'collect'], elsewhere)).toMatchObject({ exitCode: 0 });
  expect((await openhouse(['assets', 'collect'])).exitCode).toBe(2);
});

test.each([
  [[], 'with --to'],
  [['--to', 'https://s3.example.com/tours'], '--to takes s3://bucket/prefix, or file:///folder'],
])('move %j says what is missing', async (args, said) => {
  const { exitCode, err } = await openhouse(['assets', 'move', ...args]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(said)]);
});
