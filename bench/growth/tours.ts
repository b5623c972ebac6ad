import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hotListExample } from '../../packages/contract/src/gateway/examples/hot-list.ts';

/**
 * Numbers of observers of the tours, one quantile of the mix each: real works have 2 to 357, most have few, and a tour
 * of 357 has 317 KB of JSON, 56 KB deflated.
 */
const OBSERVERS = [2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 17, 19, 22, 25, 29, 34, 45, 90, 357];
/** Every second tour has tags. */
const TAGS = 20;

/** Tours of the mix that have bytes of their own; the others are copies of them. */
export const PROTOTYPES = 200;

interface Work {
  readonly observers: readonly unknown[];
  readonly panorama: { readonly list: readonly unknown[] };
  readonly [field: string]: unknown;
}

/** Real works with as many observers as the largest tour of the mix needs; smaller ones are cut from them. */
function realWorks(): Work[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json')), 'real');
  return readdirSync(folder).flatMap((code) => {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, code, 'work.json'), 'utf8'));
    const work = (typeof parsed === 'string' ? JSON.parse(parsed) : parsed) as Partial<Work>;
    return work.observers && work.panorama ? [work as Work] : [];
  });
}

/**
 * Writes tours of the mix, each with bytes of its own, as bundles.
 * @param prefix Of their resource codes.
 * @returns The folder that holds them.
 */
export async function writeTours(folder: string, prefix: string, count: number): Promise<string> {
  const works = realWorks();
  const bundles = join(folder, `bundles-${prefix}`);
  for (let index = 0; index < count; index += 1) {
    const observers = OBSERVERS[index % OBSERVERS.length] ?? 1;
    const fitting = works.filter((work) => work.observers.length >= observers);
    const work = fitting[Math.floor(index / OBSERVERS.length) % fitting.length];
    if (work === undefined) throw new Error(`no real work has ${observers} observers`);
    const code = `${prefix}${index}`;
    await mkdir(join(bundles, code), { recursive: true });
    const files = { 'vr-info': cut(work, observers, code), ...(index % 2 === 0 && { 'hot-list': tagsOf(index) }) };
    for (const [name, payload] of Object.entries(files)) {
      await writeFile(join(bundles, code, `${name}.json`), JSON.stringify(payload));
    }
  }
  return bundles;
}

function cut(work: Work, observers: number, code: string): object {
  const list = work.panorama.list.slice(0, observers);
  return {
    ...work,
    vr_code: undefined,
    resource_code: code,
    name: `Tour ${code}`,
    observers: work.observers.slice(0, observers),
    panorama: { ...work.panorama, count: list.length, list },
  };
}

function tagsOf(tour: number): object {
  const { tagList, ...rest } = hotListExample.data;
  const [first] = tagList;
  return { ...rest, tagList: Array.from({ length: TAGS }, (_, tag) => ({ ...first, id: tour * TAGS + tag + 1 })) };
}
