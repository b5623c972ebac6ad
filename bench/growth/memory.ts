import { setTimeout as sleep } from 'node:timers/promises';
import { vrInfo } from '@openhouse/contract';
import type { Load } from '../load/load.ts';
import { runSteady } from '../load/steady.ts';
import type { Cores } from '../measure/cores.ts';
import { metricsOf } from '../measure/metrics.ts';
import { residentBytes } from '../measure/resident.ts';
import { readLoad } from '../reads.ts';
import type { Openhouse } from '../servers/openhouse.ts';
import { codeOf, type GrowingStore } from './store.ts';
import { shuffled } from './working-set.ts';

/** What the service's memory held at one moment, in bytes. */
export interface MemorySample {
  /** Seconds since the reads began. */
  readonly atS: number;
  readonly resident: number;
  /** What the cache counts: its budget bounds this. */
  readonly cache: number;
  readonly heapUsed: number;
  /** Outside JavaScript's heap: the payloads' bytes. */
  readonly external: number;
}

export interface MemoryWatch {
  readonly tours: number;
  readonly budgetMebibytes: number;
  readonly reads: number;
  readonly seconds: number;
  /** Resident before the first read, in bytes. */
  readonly residentBefore: number;
  readonly samples: readonly MemorySample[];
}

export interface MemoryOptions {
  readonly cores: Cores;
  readonly tours: number;
  readonly budgetMebibytes: number;
  readonly minutes: number;
}

const SAMPLES = 120;
/** Callers with gzip get the stored bytes; for the others the JSON is inflated, kept and counted too. */
const CONNECTIONS = { gzip: 6, identity: 2 } as const;

/** Reads the store's first tours in no order for some minutes, each as often as the others, and watches the memory. */
export async function watchMemory(store: GrowingStore, options: MemoryOptions): Promise<MemoryWatch> {
  const service = await store.service(options.budgetMebibytes);
  const residentBefore = residentBytes(service.pid) ?? Number.NaN;
  const seconds = options.minutes * 60;
  const inOneOrder = shuffled(options.tours).map((tour) => `${vrInfo.path}?resource_code=${codeOf(tour)}`);
  // Each caller its own order, or one would find what the other has just read.
  const orders = { gzip: inOneOrder, identity: inOneOrder.toReversed() };
  const expected = { status: 200, minLength: 1, maxLength: Number.MAX_SAFE_INTEGER };
  const reading = (['gzip', 'identity'] as const).map((coding) => {
    const load: Load = { ...readLoad(service, orders[coding], coding), expected };
    return runSteady(options.cores, { load, connections: CONNECTIONS[coding], seconds });
  });
  const sampling = sample(service, seconds);
  const outcomes = await Promise.all(reading);
  const wrong = outcomes.reduce((sum, outcome) => sum + outcome.wrong, 0);
  if (wrong > 0) throw new Error(`${wrong} responses were wrong`);
  const reads = outcomes.reduce((sum, { requests }) => sum + requests, 0);
  const { tours, budgetMebibytes } = options;
  return { tours, budgetMebibytes, reads, seconds, residentBefore, samples: await sampling };
}

async function sample(service: Openhouse, seconds: number): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const startedAtMs = performance.now();
  for (let due = 1; due <= SAMPLES; due += 1) {
    const dueAtMs = startedAtMs + (due / SAMPLES) * seconds * 1000;
    await sleep(Math.max(0, dueAtMs - performance.now()));
    const metrics = await metricsOf(service.operatorOrigin);
    samples.push({
      atS: (performance.now() - startedAtMs) / 1000,
      resident: residentBytes(service.pid) ?? Number.NaN,
      cache: metrics.openhouse_frame_cache_bytes ?? Number.NaN,
      heapUsed: metrics.nodejs_heap_size_used_bytes ?? Number.NaN,
      external: metrics.nodejs_external_memory_bytes ?? Number.NaN,
    });
  }
  return samples;
}
