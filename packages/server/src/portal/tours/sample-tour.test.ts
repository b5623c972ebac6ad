import { constants, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../testing/dashboard-people.ts';
import { useStore } from '../../testing/database.ts';
import { type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';

describe('the sample tour', () => {
  const store = useStore();
  let suite: UploadSuite;
  beforeEach(async () => {
    suite = await uploadSuite(store.database);
  });
  afterEach(() => suite.close());
  const add = () => suite.owner.post('/api/tours/sample');
  const payloads = async () => {
    const { rows } = await store.database.pool.query<{ body: Buffer }>(
      "select body from frame where (select set_config('app.team', '*', true)) is not null",
    );
    // Without a final block, as frames are kept.
    const whole = { finishFlush: constants.Z_SYNC_FLUSH };
    return rows.map(({ body }) => inflateRawSync(body, whole).toString()).join('\n');
  };

  test('becomes a tour of the Team, with its files at the addresses they have there, and every node is told', {
    tags: 'slow',
  }, async () => {
    const answer = await add();
    expect(answer.json().data.tour).toMatchObject({ resourceCode: 'demo-loft', observers: 12 });
    expect(await suite.tours()).toMatchObject([{ resourceCode: 'demo-loft' }]);
    expect(suite.told.times).toBe(1);
    const team = (await suite.owner.get('/api/me')).json().data.teams[0].id;
    const addresses = (await payloads()).match(/http:\/\/[^/"]+\/files\/[^/]+\//g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([`http://gateway.localhost:4001/files/${team}/`]));
    expect(addresses.length).toBeGreaterThan(100);
  });

  test('is added once, however often it is asked for', { tags: 'slow' }, async () => {
    const codes = await Promise.all([add(), add(), add()]);
    expect(codes.map(outcomeOf)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(await suite.tours()).toHaveLength(1);
  });

  test('does not replace a tour that has its code', async () => {
    await suite.work(JSON.stringify(basics('demo-loft', { name: '自己的' })));
    expect((await add()).json().data.tour).toMatchObject({ name: '自己的' });
    expect(await payloads()).not.toContain('observers');
  });

  test('can be removed, and added again', { tags: 'slow' }, async () => {
    await add();
    await suite.owner.post('/api/tours/demo-loft/remove', { confirm: 'demo-loft' });
    expect(outcomeOf(await add())).toBe('succeeded');
    expect(await suite.tours()).toHaveLength(1);
  });

  test('has its entry in the audit', { tags: 'slow' }, async () => {
    await add();
    const { entries } = (await suite.owner.get('/api/audit')).json().data;
    expect(entries[0]).toMatchObject({ action: 'tour.import', subject: 'demo-loft', outcome: 'succeeded' });
  });
});
