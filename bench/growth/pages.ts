import { vrList } from '@openhouse/contract';
import { askInTurn } from '../load/in-turn.ts';
import type { Load } from '../load/load.ts';
import type { Cores } from '../measure/cores.ts';
import { median } from '../measure/median.ts';
import { ask } from '../probe.ts';
import { readLoad } from '../reads.ts';
import type { Openhouse } from '../servers/openhouse.ts';
import type { GrowingStore } from './store.ts';

/** Tours of a page, as the list has them where nobody asks for another number. */
const PAGE_SIZE = 20;

/** What is asked of the list: at the start, in the middle, at the end, and what changed since the middle. */
export const ASKED = ['first page', 'middle page', 'last page', 'middle page of what changed'] as const;
export type AskedOfList = (typeof ASKED)[number];

/** What a page costs in a store of one size, medians over the rounds. */
export interface PageCost {
  readonly tours: number;
  readonly asked: AskedOfList;
  /** From the request's first byte to the answer's last, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The same page of the smallest store, asked for in turn with it, in milliseconds. */
  readonly smallestP50Ms: number;
  /** Median over the rounds of the one to the other. */
  readonly ratio: number;
}

export interface PageOptions {
  readonly cores: Cores;
  readonly rounds: number;
  /** Of one round, in which both stores are asked. */
  readonly seconds: number;
}

/** Asks both stores for the same places of their lists in turn, so that what else the machine does falls on both. */
export async function measurePages(
  smallest: GrowingStore,
  grown: GrowingStore,
  { cores, rounds, seconds }: PageOptions,
): Promise<PageCost[]> {
  const [ofSmallest, ofGrown] = [await smallest.service(1), await grown.service(1)];
  const costs: PageCost[] = [];
  for (const asked of ASKED) {
    const loads = [await loadOf(ofSmallest, smallest.tours(), asked), await loadOf(ofGrown, grown.tours(), asked)];
    // Connections and plans that were idle get warm.
    await askInTurn(cores, { loads, seconds });
    const measured: { readonly least: number; readonly p50Ms: number; readonly p99Ms: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [least, most] = await askInTurn(cores, { loads, seconds });
      if (least?.p50Ms == null || most?.p50Ms == null || most.p99Ms == null || least.wrong + most.wrong > 0) {
        throw new Error(`${asked}: ${most?.wrong ?? 0} answers were wrong`);
      }
      measured.push({ least: least.p50Ms, p50Ms: most.p50Ms, p99Ms: most.p99Ms });
    }
    costs.push({
      tours: grown.tours(),
      asked,
      p50Ms: median(measured.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(measured.map(({ p99Ms }) => p99Ms)),
      smallestP50Ms: median(measured.map(({ least }) => least)),
      ratio: median(measured.map(({ p50Ms, least }) => p50Ms / least)),
    });
  }
  return costs;
}

/** @throws {Error} where the page is not full: then something else would be measured. */
async function loadOf(service: Openhouse, tours: number, asked: AskedOfList): Promise<Load> {
  const places: Readonly<Record<AskedOfList, number>> = {
    'first page': 0,
    'middle page': 0.5,
    'last page': 1,
    'middle page of what changed': 0.5,
  };
  const last = Math.floor(tours / PAGE_SIZE);
  const page = Math.max(1, Math.min(last, Math.floor(last * places[asked])));
  const since = asked === 'middle page of what changed' ? '&modified_since=1' : '';
  const target = `${vrList.path}?page=${page}&page_size=${PAGE_SIZE}${since}`;
  const load = readLoad(service, [target], 'identity');
  const answer = await ask(load);
  const found = (JSON.parse(answer.text) as { data?: { list?: unknown[] } }).data?.list?.length;
  if (found !== PAGE_SIZE) throw new Error(`${target} has ${found} tours: ${answer.text.slice(0, 200)}`);
  return {
    ...load,
    expected: { status: 200, minLength: answer.text.length - 200, maxLength: answer.text.length + 200 },
  };
}
