import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { workerMetrics } from './worker-metrics.ts';

/** What a worker would report after so many calls. */
async function reportOf(calls: number, cacheBytes: number) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'calls_total', help: 'calls', labelNames: ['status'], registers }).inc({ status: 'ok' }, calls);
  new Gauge({ name: 'cache_bytes', help: 'bytes', registers }).set(cacheBytes);
  const seconds = new Histogram({ name: 'call_seconds', help: 'seconds', buckets: [1, 2], registers });
  for (let call = 0; call < calls; call += 1) seconds.observe(1.5);
  return registry.getMetricsAsJSON();
}

test('counts of all workers are summed', async () => {
  const metrics = workerMetrics(() => 2);
  const text = await metrics.text([await reportOf(3, 100), await reportOf(4, 50)]);
  expect(text).toContain('calls_total{status="ok"} 7');
  expect(text).toContain('cache_bytes 150');
  expect(text).toContain('call_seconds_bucket{le="2"} 7');
  expect(text).toContain('openhouse_workers 2');
});

test('what a worker counted stays counted when it ends, however many follow; what it held does not', async () => {
  const metrics = workerMetrics(() => 1);
  metrics.retire(await reportOf(3, 100));
  metrics.retire(await reportOf(5, 100));
  metrics.workerLost();
  const text = await metrics.text([await reportOf(1, 7)]);
  expect(text).toContain('calls_total{status="ok"} 9');
  expect(text).toContain('call_seconds_count 9');
  expect(text).toContain('cache_bytes 7\n');
  expect(text).toContain('openhouse_workers_lost_total 1');
});

test('as objects they are what the text shows', async () => {
  const metrics = workerMetrics(() => 2);
  metrics.retire(await reportOf(2, 100));
  const live = [await reportOf(3, 100), await reportOf(4, 50)];
  const objects = await metrics.json(live);
  const text = await metrics.text(live);
  expect(objects.map(({ name }) => name).toSorted()).toEqual(
    [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name).toSorted(),
  );
  expect(objects.find(({ name }) => name === 'calls_total')?.values).toMatchObject([
    { labels: { status: 'ok' }, value: 9 },
  ]);
});
