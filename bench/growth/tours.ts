import { join } from 'node:path';
import { hotListExample } from '../../packages/contract/src/gateway/examples/hot-list.ts';
import { readRealWork, type Work, writeBundle } from '../real-work.ts';

/**
 * Numbers of observers of the tours, one quantile of the mix each: real works have 2 to 357, and most have few. The mean
 * is 36.
 */
const OBSERVERS = [2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 17, 19, 22, 25, 29, 34, 45, 90, 357];

/** Every second tour has tags, so many. */
const TAGS = 20;

/** Tours that are imported; those beyond are copies of them made inside the server. */
export const PROTOTYPES = 200;

/**
 * Writes tours of the mix as bundles, each with bytes of its own: another stretch of the work, another name.
 * @param prefix Of their resource codes; a number from 0 on follows.
 * @returns The folder that holds them.
 */
export async function writeTours(folder: string, prefix: string, count: number): Promise<string> {
  const work = readRealWork();
  const bundles = join(folder, `bundles-${prefix}`);
  for (let tour = 0; tour < count; tour += 1) {
    const code = `${prefix}${tour}`;
    const tags = tour % 2 === 0 && { 'hot-list': tagsOf(tour) };
    await writeBundle(bundles, code, { 'vr-info': stretchOf(work, tour, code), ...tags });
  }
  return bundles;
}

function stretchOf(work: Work, tour: number, code: string): object {
  const count = OBSERVERS[tour % OBSERVERS.length] ?? 1;
  const from = (tour * count) % (work.observers.length - count + 1);
  const list = work.panorama.list.slice(from, from + count);
  return {
    ...work,
    vr_code: undefined,
    resource_code: code,
    name: `Tour ${code}`,
    is_active: true,
    observers: work.observers.slice(from, from + count),
    panorama: { ...work.panorama, count: list.length, list },
  };
}

function tagsOf(tour: number): object {
  const { tagList, ...rest } = hotListExample.data;
  const [first] = tagList;
  return { ...rest, tagList: Array.from({ length: TAGS }, (_, tag) => ({ ...first, id: tour * TAGS + tag + 1 })) };
}
