import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localAssetStore } from '../../packages/server/src/kernel/assets/local-asset-store.ts';
import { createTeam, useStore } from '../../packages/server/src/testing/database.ts';
import { importTours } from '../../packages/server/src/tours/import/import-tours.ts';
import { storedTours } from '../../packages/server/src/tours/import/testing/stored-tours.ts';
import { dataSources } from '../../packages/server/src/tours/operations.ts';
import { bundledReads, codes, committedIds } from './testing/committed-payloads.ts';
import { committedAssets, TOURS } from './wire/committed.ts';
import { pathsBelow } from './wire/files-of-bundle.ts';

/* The gateway's own import takes the committed bundles whole. */

describe('importing the demo tours', () => {
  const store = useStore();
  let folder: string;
  let teamId: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openhouse-import-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    ({ id: teamId } = await createTeam(store.database, { name: 'Owners' }));
  });
  const run = () => importTours(store.database, localAssetStore(folder), teamId, [TOURS]);

  test('all are taken, without a warning; again, nothing changes', async () => {
    const first = await run();
    expect(first.refused).toEqual([]);
    expect(first.imported.map(({ code }) => code).sort()).toEqual([...codes].sort());
    const notices = first.imported.flatMap((tour) => tour.notices);
    expect(notices.filter(({ kind }) => ['missing', 'null', 'other-type', 'file-missing'].includes(kind))).toEqual([]);
    expect((await run()).imported.map(({ outcome }) => outcome)).toEqual(codes.map(() => 'unchanged'));
  });

  test('every operation and every file comes to lie in the store', { tags: 'slow' }, async () => {
    await run();
    const stored = await storedTours(store.database, teamId);
    for (const code of codes) {
      const tour = stored.find((candidate) => candidate.code === code);
      const operations = bundledReads.map((name) => dataSources[name].op).sort((left, right) => left - right);
      expect(Object.keys(tour?.payloads ?? {}).map(Number)).toEqual(operations);
      expect(tour?.assets.map(({ path }) => path).sort()).toEqual(pathsBelow(committedAssets(code)));
    }
  });

  test('ids beyond 2^53 arrive digit by digit', { tags: 'slow' }, async () => {
    await run();
    const loft = (await storedTours(store.database, teamId)).find(({ code }) => code === 'demo-loft');
    const json = loft?.payloads[dataSources['hot-list'].op]?.json ?? '';
    expect([...json.matchAll(/"id":(\d+)/g)].map(([, digits]) => digits)).toEqual(
      committedIds('demo-loft', 'hot-list'),
    );
  });
});
