import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hotListExample } from '../../packages/contract/src/gateway/examples/hot-list.ts';

/** A real work of `@realsee/open-works`, from which the tours are cut: 357 observers, 317 KB once it is minified. */
const REAL_WORK = 'real/pWLy9ndnVL73Xqja/work.json';

/**
 * Numbers of observers of the tours, one quantile of the mix each: real works have 2 to 357, and most have few. The mean
 * is 36.
 */
const OBSERVERS = [2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 17, 19, 22, 25, 29, 34, 45, 90, 357];

/** Every second tour has tags, so many. */
const TAGS = 20;

/** Tours that are imported; those beyond are copies of them made inside the server. */
export const PROTOTYPES = 200;

interface Work {
  readonly observers: readonly unknown[];
  readonly panorama: { readonly list: readonly unknown[] };
  readonly [field: string]: unknown;
}

/**
 * Writes tours of the mix as bundles, each with bytes of its own: another stretch of the work, another name.
 * @param prefix Of their resource codes; a number from 0 on follows.
 * @returns The folder that holds them.
 */
export async function writeTours(folder: string, prefix: string, count: number): Promise<string> {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
  const work = JSON.parse(readFileSync(join(packageFolder, REAL_WORK), 'utf8')) as Work;
  const bundles = join(folder, `bundles-${prefix}`);
  for (let tour = 0; tour < count; tour += 1) {
    const code = `${prefix}${tour}`;
    const files = { 'vr-info': stretchOf(work, tour, code), ...(tour % 2 === 0 && { 'hot-list': tagsOf(tour) }) };
    await mkdir(join(bundles, code), { recursive: true });
    for (const [name, payload] of Object.entries(files)) {
      await writeFile(join(bundles, code, `${name}.json`), JSON.stringify(payload));
    }
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
