import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOpenToOthers } from './open-files.ts';

let own = '';
beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), 'openhouse-open-files-'));
});
afterAll(() => rm(own, { recursive: true }));

test('a folder of our own that others may read is to be closed', async () => {
  await chmod(own, 0o755);
  expect(await filesOpenToOthers({ DATA_DIR: own })).toEqual([{ path: own, mode: '0755', mend: `chmod 0700 ${own}` }]);
});

test('one of another user stays as it is, for its other users need it; root may close it', async () => {
  const { uid } = await stat(own);
  const mendFor = async (userId: number) =>
    (await filesOpenToOthers({ DATA_DIR: own }, userId)).map(({ mend }) => mend);
  const says = `it belongs to another user: name a folder of the service’s own in DATA_DIR, such as ${join(own, 'data')},`;
  expect(await mendFor(uid + 1)).toEqual([expect.stringContaining(says)]);
  expect(await mendFor(0)).toEqual([`chmod 0700 ${own}`]);
});
