import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledEndpoints } from '@openhouse/contract';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localAssetStore } from '../../kernel/assets/local-asset-store.ts';
import { writeBundle } from '../../testing/bundle.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, enter } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../../testing/injected-portal.ts';
import { testKeys } from '../../testing/portal.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { importTours } from '../../tours/import/import-tours.ts';
import { useDirectory } from '../../tours/import/testing/bundle.ts';
import { type PartVerdict, verifyInstallation } from './verify-installation.ts';

describe('verifying what an installation holds', () => {
  const store = useStore();
  const directory = useDirectory();
  const keys = testKeys(1);
  let portal: InjectedPortal;
  let owner: Client;
  let folder: string;

  beforeEach(async () => {
    folder = await directory.write({});
    portal = injectedPortal(store.database, {
      dashboard: testDashboard(store.database, { sealingKeys: keys }),
      sessionSealingKeys: keys,
    });
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Team');
    await createApp(ada, 'App');
    owner = await store.database.connectAsOwner();
    await owner.query("select set_config('app.team', '*', false)");
    const { rows } = await owner.query<{ id: string }>('select id from team');
    const bundle = await writeBundle(await directory.write({}), {
      code: 'loft',
      files: { 'a.jpg': 'a picture', 'again.jpg': 'a picture', 'plan.png': 'a plan' },
    });
    await importTours(store.database, localAssetStore(folder), rows[0]?.id ?? '', [bundle]);
  });
  afterEach(async () => {
    await owner.end();
    await portal.app.close();
  });

  async function verified(sealingKeys = keys, contents = true): Promise<PartVerdict[]> {
    const installation = {
      database: store.database,
      assets: localAssetStore(folder),
      appSecretSealingKeys: sealingKeys,
      sessionSealingKeys: sealingKeys,
    };
    const verdicts: PartVerdict[] = [];
    for await (const verdict of verifyInstallation(installation, contents)) verdicts.push(verdict);
    return verdicts;
  }
  const wrongs = (verdicts: readonly PartVerdict[]) =>
    verdicts.flatMap(({ part, wrong, faults }) => (wrong === 0 ? [] : [[part, wrong, faults[0]]]));
  /** Where the store keeps the bytes that begin so. */
  async function fileOf(content: string): Promise<string> {
    const hash = createHash('sha256').update(content).digest('hex');
    const names = await readdir(folder, { recursive: true });
    return join(folder, names.find((name) => name.replaceAll('/', '').endsWith(hash)) ?? 'none');
  }

  test('all is whole: each part, and how many were looked at', { tags: 'slow' }, async () => {
    const counted = (await verified()).map(({ part, checked, wrong }) => [part, checked, wrong]);
    expect(counted).toEqual([
      ['Teams', 1, 0],
      ['apps', 1, 0],
      ['tours', 1, 0],
      ['audit logs', 1, 0],
      ['payloads', bundledEndpoints.length, 0],
      ['files', 2, 0],
      ['app secrets', 1, 0],
      ['webhook secrets', 0, 0],
      ['session tokens', 1, 0],
    ]);
  });

  test('Teams of which nothing is there, as a dump leaves them that was not taken for all Teams', {
    tags: 'slow',
  }, async () => {
    await owner.query('truncate team_member, app, tour, audit_head, audit_entry cascade');
    expect(wrongs(await verified())).toEqual([
      ['Teams', 1, expect.stringMatching(/^\S+ has no member, no app, no tour and no audit log$/)],
    ]);
    await owner.query('truncate team cascade');
    expect((await verified()).map(({ checked, wrong }) => [checked, wrong]).slice(0, 3)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  slowAfter(2, [
    [
      'an entry of the audit log that was changed',
      () => owner.query("update audit_entry set subject = 'x' where number = 1"),
      ['audit logs', 1, expect.stringMatching(/^the audit log of \S+ is broken at entry 1$/)],
    ],
    [
      'a payload whose checksum is another',
      () => owner.query('update frame set crc = (crc + 1) % 4294967296 where op = 1'),
      ['payloads', 1, expect.stringMatching(/^vr-info of \S+\/loft does not have its checksum$/)],
    ],
    [
      'a payload that was cut off',
      () => owner.query('update frame set body = substr(body, 1, 5) where op = 1'),
      ['payloads', 1, expect.stringMatching(/^vr-info of \S+\/loft cannot be unpacked$/)],
    ],
    [
      'a file that is missing',
      async () => rm(await fileOf('a plan')),
      ['files', 1, expect.stringMatching(/^plan\.png of \S+\/loft \([0-9a-f]{64}\) is missing$/)],
    ],
    [
      'a file that was changed, its size kept',
      async () => writeFile(await fileOf('a plan'), 'A plan'),
      ['files', 1, expect.stringContaining('does not have its hash')],
    ],
    [
      'a file that was cut off',
      async () => writeFile(await fileOf('a plan'), 'a'),
      ['files', 1, expect.stringContaining('has 1 bytes instead of 6')],
    ],
  ])('%s', async (_, damage, expected) => {
    await damage();
    expect(wrongs(await verified())).toEqual([expected]);
  });

  test('without reading files, one that kept its size passes', { tags: 'slow' }, async () => {
    await writeFile(await fileOf('a plan'), 'A plan');
    expect(wrongs(await verified(keys, false))).toEqual([]);
  });

  test('sealed values whose key is not in the ring', { tags: 'slow' }, async () => {
    expect(wrongs(await verified(testKeys(2)))).toEqual([
      ['app secrets', 1, expect.stringContaining('was sealed with key 1')],
      ['session tokens', 1, expect.stringContaining('was sealed with key 1')],
    ]);
  });
});
