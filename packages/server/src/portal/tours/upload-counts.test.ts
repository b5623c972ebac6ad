import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '../../observe/metrics.ts';
import { useStore } from '../../testing/database.ts';
import { type UploadSuite, uploadSuite } from '../../testing/uploads.ts';
import { basics } from '../../tours/import/testing/bundle.ts';
import { zipArchive } from '../../tours/import/testing/zip-archive.ts';

const store = useStore();
let suite: UploadSuite;
beforeEach(async () => {
  suite = await uploadSuite(store.database);
});
afterEach(() => suite.close());

const tour = (code: string, more = {}) => ({
  name: `${code}/vr-info.json`,
  content: JSON.stringify(basics(code, more)),
});
const picture = { name: 'a/assets/cover.jpg', content: Buffer.from([0xff, 0xd8, 1]) };
const broken = { name: 'x/vr-info.json', content: '{"a":' };
const bytesOf = (...entries: Parameters<typeof zipArchive>[0]) => zipArchive(entries).length;

test('what became of an upload, its bytes, and each of its tours', { tags: 'slow' }, async () => {
  await suite.zip([tour('a'), tour('b')]);
  await suite.zip([tour('a'), tour('b', { name: 'New' }), broken]);
  await suite.zip([broken]);
  expect(suite.counted).toEqual([
    ...['created', 'created', ['imported', bytesOf(tour('a'), tour('b'))]],
    ...['refused', 'unchanged', 'changed', ['in part', bytesOf(tour('a'), tour('b', { name: 'New' }), broken)]],
    ...['refused', ['refused', bytesOf(broken)]],
  ]);
});

test('one that fails for reasons of the service', { tags: 'slow' }, async () => {
  suite.breakFiles();
  const answer = await suite.zip([tour('a'), picture]);
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(suite.counted).toEqual([['failed', bytesOf(tour('a'), picture)]]);
});

test('one that never arrived whole is not counted', async () => {
  expect((await suite.owner.upload('/api/tours/imports?name=a.txt', 'text/plain', 'a')).statusCode).toBe(415);
  expect(suite.counted).toEqual([]);
});

test('metrics have count, bytes and time', async () => {
  const metrics = createMetrics(NOTHING);
  metrics.upload('imported', 1000, 700);
  metrics.upload('refused', 24, 20);
  metrics.uploadedTour('created');
  const text = await metrics.registry.metrics();
  for (const line of [
    'openhouse_uploads_total{outcome="imported"} 1',
    'openhouse_uploads_total{outcome="refused"} 1',
    'openhouse_upload_bytes_total 1024',
    'openhouse_upload_seconds_bucket{le="0.5"} 1',
    'openhouse_upload_seconds_bucket{le="1"} 2',
    'openhouse_upload_seconds_sum 0.72',
    'openhouse_uploaded_tours_total{outcome="created"} 1',
  ])
    expect(text.split('\n')).toContain(line);
});

const NOTHING: Parameters<typeof createMetrics>[0] = {
  cacheBytes: () => 0,
  cacheHits: () => 0,
  cacheMisses: () => 0,
  standingAgeMs: () => 0,
  clockAheadS: () => 0,
  assetsAway: () => false,
  certificates: () => [],
  pools: () => [],
  ready: () => true,
  refusesChanges: () => false,
  limiterShared: undefined,
};
