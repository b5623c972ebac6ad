import { join } from 'node:path';
import { hotListExample } from '../packages/contract/src/gateway/examples/hot-list.ts';
import { readRealWork, type Work, writeBundle } from './real-work.ts';

/** Bytes of JSON that a shortened work has at least. */
const SHORTENED = { 'bench-2k': 2000, 'bench-20k': 20_000 } as const;

/** Resource code of the whole real work. */
export const REAL_TOUR = 'bench-300k';

/** Tours that are read once each, so that none of them is in memory: enough to push one another out. */
export const COLD_TOURS = 1000;
const COLD_BYTES = 20_000;

const TAGS = 200;
const SECONDS_A_DAY = 86_400;

/**
 * Writes the bundles that the benchmark reads.
 * @param coldTours How many of the tours that are read cold.
 * @returns The folder that holds them.
 */
export async function writeTours(folder: string, coldTours: number): Promise<string> {
  const work = readRealWork();
  const bundles = join(folder, 'bundles');
  const write = (code: string, basics: object, more: Readonly<Record<string, object>> = {}) => {
    const info = { name: code, is_active: true, ...basics, vr_code: undefined, resource_code: code };
    return writeBundle(bundles, code, { 'vr-info': info, ...more });
  };
  await write(REAL_TOUR, work, { 'hot-list': tagList() });
  for (const [code, bytes] of Object.entries(SHORTENED)) await write(code, shortened(work, bytes));
  const cold = shortened(work, COLD_BYTES);
  // Each with bytes of its own, as tours have.
  for (let index = 0; index < coldTours; index += 1) {
    await write(coldCode(index), { ...cold, name: `Cold tour ${index}` });
  }
  return bundles;
}

export const coldCode = (index: number): string => `bench-cold-${index}`;

/** The work with fewer observers; below a few kilobytes without its certificate too. */
function shortened(work: Work, bytes: number): object {
  const { certificate, _signature, observers, panorama, ...rest } = work;
  const base = { ...rest, ...(bytes > 10_000 && { certificate, _signature }) };
  for (let count = 0; ; count += 1) {
    const list = panorama.list.slice(0, count);
    const candidate = { ...base, observers: observers.slice(0, count), panorama: { count: list.length, list } };
    if (JSON.stringify(candidate).length >= bytes || count === observers.length) return candidate;
  }
}

function tagList(): object {
  const { tagList: tags, ...rest } = hotListExample.data;
  const [first] = tags;
  const tagOf = (index: number) => ({
    ...first,
    id: index + 1,
    // Not in the order of the ids, so that ordering has something to do.
    create_timestamp: (first?.create_timestamp ?? 0) + ((index * 7) % TAGS) * SECONDS_A_DAY,
  });
  return { ...rest, tagList: Array.from({ length: TAGS }, (_, index) => tagOf(index)) };
}
