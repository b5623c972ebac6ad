import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './grow.ts';
import type { MeasuredService } from './service.ts';

/** What the service's memory held at one moment, in bytes. */
export interface MemorySample {
  /** Seconds since the reads began. */
  readonly atS: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly externalBytes: number;
  /** What the cache says it holds. */
  readonly cacheBytes: number;
  /** Reads so far. */
  readonly reads: number;
}

const SAMPLES = 120;
const CONNECTIONS = 8;

/** Reads so many tours in turn for some minutes, each far more often pushed out than found, and watches the memory. */
export async function watchMemory(service: MeasuredService, tours: number, minutes: number): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + minutes * 60_000;
  let reads = 0;
  const load = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    while (performance.now() < endsAtMs) {
      reads += 1;
      await service.read(codeOf((reads * 7919) % tours), connection);
    }
  });
  while (performance.now() < endsAtMs) {
    await sleep((minutes * 60_000) / SAMPLES);
    const metrics = await service.metrics();
    samples.push({
      atS: (performance.now() - startedAtMs) / 1000,
      residentBytes: service.residentBytes(),
      heapUsedBytes: metrics.nodejs_heap_size_used_bytes ?? Number.NaN,
      externalBytes: metrics.nodejs_external_memory_bytes ?? Number.NaN,
      cacheBytes: metrics.openhouse_frame_cache_bytes ?? Number.NaN,
      reads,
    });
  }
  await Promise.all(load);
  return samples;
}
