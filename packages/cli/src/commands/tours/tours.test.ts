import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate, openStore, parseConfig } from '@openhouse/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../run.ts';
import { keptWorld } from '../../testing/world.ts';

let root: string;
const env = () => ({ DATA_DIR: path.join(root, 'store') });

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'openhouse-cli-tours-'));
  const database = await openStore(parseConfig(env()), () => {});
  await migrate(database);
  await database.pool.query("insert into team (code, name) values ('acme', 'Acme Homes')");
  await database.close();
  for (const code of ['one', 'two']) {
    const work = path.join(root, `${code}.json`);
    await writeFile(
      work,
      JSON.stringify({ resource_code: code, name: `Tour\u001b ${code}`, model: { file_url: 'm' } }),
    );
    await openhouse(['import', work]);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function openhouse(args: string[]) {
  const world = keptWorld(env());
  return { exitCode: await run(args, world), ...world.written };
}

test('lists a line a tour, last imported first, with nothing that moves the cursor', async () => {
  const { exitCode, out } = await openhouse(['tours', 'list']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(
    /^two\tinactive\t\d+\t0\t\d{4}-[^\t]+Z\tnever\tTour\ufffd two\none\tinactive\t\d+\t0\t[^\t]+\tnever\tTour\ufffd one\n$/,
  );
  const asJson = await openhouse(['tours', 'list', '--json', '--search', 'ONE']);
  expect(JSON.parse(asJson.out)).toMatchObject({ resourceCode: 'one', isActive: false, lastReadAt: null });
});

test('removes a tour whose code is said twice, and says what is not there', async () => {
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
    err: 'Team acme has no tour one.\n',
  });
  expect((await openhouse(['tours', 'list'])).out).toMatch(/^two\t[^\n]*\n$/);
});
