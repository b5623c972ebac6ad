import { vrInfo } from '@openhouse/contract';
import type { Client } from 'pg';
import type { Outcome } from '../load/generator.ts';
import { askInTurn } from '../load/in-turn.ts';
import type { Expected, Load } from '../load/load.ts';
import type { Cores } from '../measure/cores.ts';
import { cpuSeconds } from '../measure/cpu-time.ts';
import { median } from '../measure/median.ts';
import { residentBytes } from '../measure/resident.ts';
import { ask, like } from '../probe.ts';
import { readLoad } from '../reads.ts';
import type { Openhouse } from '../servers/openhouse.ts';
import { type Sizes, sizesOf } from './sizes.ts';
import { codeOf, type GrowingStore } from './store.ts';
import { workingSet } from './working-set.ts';

/** Reads of one store, medians over the rounds. */
export interface StoreReads {
  /** From the request's first byte to the answer's last, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the service a read, in microseconds; NaN where the system does not tell. */
  readonly cpuMicroseconds: number;
}

/** What a read costs in a store of one size. */
export interface ColdReads {
  readonly tours: number;
  readonly grown: StoreReads;
  /** The smallest store, read in turn with it. */
  readonly smallest: StoreReads;
  /** Median over the rounds of the median latency of the one to that of the other. */
  readonly ratio: number;
  /** Transactions of the grown store for each read; a statement outside a transaction is one. */
  readonly transactionsARead: number;
  /** Of the service over the grown store. */
  readonly residentBytes: number;
  readonly sizes: Sizes;
}

export interface ColdReadOptions {
  readonly cores: Cores;
  readonly rounds: number;
  /** Of one round, in which both stores are read. */
  readonly seconds: number;
}

/** Mebibytes of payloads in memory: less than the working set has, which is read in turn, so that none is found there. */
export const COLD_CACHE_MB = 1;
/** A process of PostgreSQL that has nothing to do tells its counts after ten seconds. */
const COUNTS_AFTER_MS = 11_000;

/** Reads the two stores in turn within each round, so that whatever else the machine does falls on both alike. */
export async function measureColdReads(
  smallest: GrowingStore,
  grown: GrowingStore,
  options: ColdReadOptions,
): Promise<ColdReads> {
  const sides: Sides = { smallest: await sideOf(smallest), grown: await sideOf(grown) };
  for (const { owner } of [smallest, grown]) options.cores.keepOnServerCore(await servingProcesses(owner));
  // Processes that were idle while the store grew have to get warm again.
  await readInTurn(sides, options);
  const rounds: Round[] = [];
  const transactionsBefore = await transactions(grown);
  for (let round = 0; round < options.rounds; round += 1) rounds.push(await readInTurn(sides, options));
  const readsOfGrown = rounds.reduce((sum, round) => sum + round.grown.reads, 0);
  return {
    tours: grown.tours(),
    grown: middle(rounds.map((round) => round.grown)),
    smallest: middle(rounds.map((round) => round.smallest)),
    ratio: median(rounds.map((round) => round.grown.p50Ms / round.smallest.p50Ms)),
    transactionsARead: ((await transactions(grown)) - transactionsBefore) / readsOfGrown,
    residentBytes: residentBytes(sides.grown.service.pid) ?? Number.NaN,
    sizes: await sizesOf(grown.owner),
  };
}

/**
 * Processes of the database that serve our service. Where one of them runs is up to the system otherwise, and waking it on
 * another core costs as much as a read: that decided the ratio.
 */
async function servingProcesses(owner: Client): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
}

interface Side {
  readonly service: Openhouse;
  readonly load: Load;
}

interface RoundOfStore extends StoreReads {
  readonly reads: number;
}

/** Of the smallest store and of the grown one. */
interface Both<Of> {
  readonly smallest: Of;
  readonly grown: Of;
}

type Sides = Both<Side>;
type Round = Both<RoundOfStore>;

async function sideOf(store: GrowingStore): Promise<Side> {
  const service = await store.service(COLD_CACHE_MB);
  const targets = workingSet(store.tours()).map((tour) => `${vrInfo.path}?resource_code=${codeOf(tour)}`);
  const load = readLoad(service, targets, 'gzip');
  return { service, load: { ...load, expected: await readOnce(load) } };
}

/** Reads each tour once, so that PostgreSQL has it in memory. @returns What all answers are like. */
async function readOnce(load: Omit<Load, 'expected'>): Promise<Expected> {
  let [minLength, maxLength] = [Number.MAX_SAFE_INTEGER, 0];
  for (const target of load.targets) {
    const answer = await ask(load, target);
    if (answer.status !== 200) throw new Error(`${target} was answered ${answer.status}: ${answer.text}`);
    const expected = like(answer);
    minLength = Math.min(minLength, expected.minLength);
    maxLength = Math.max(maxLength, expected.maxLength);
  }
  return { status: 200, minLength, maxLength };
}

async function readInTurn({ smallest, grown }: Sides, { cores, seconds }: ColdReadOptions): Promise<Round> {
  const before = { smallest: usedBy(smallest), grown: usedBy(grown) };
  const [ofSmallest, ofGrown] = await askInTurn(cores, { loads: [smallest.load, grown.load], seconds });
  return {
    smallest: readsOf(ofSmallest, usedBy(smallest) - before.smallest),
    grown: readsOf(ofGrown, usedBy(grown) - before.grown),
  };
}

/** Processor time of a service so far, in seconds. */
const usedBy = ({ service }: Side): number => cpuSeconds(service.pid) ?? Number.NaN;

/** @throws {Error} where an answer was wrong. */
function readsOf(outcome: Outcome | undefined, cpu: number): RoundOfStore {
  const { requests: reads = 0, wrong = 0, p50Ms = null, p99Ms = null } = outcome ?? {};
  if (wrong > 0 || p50Ms === null || p99Ms === null) throw new Error(`${wrong} of ${reads} responses were wrong`);
  return { reads, p50Ms, p99Ms, cpuMicroseconds: (cpu * 1e6) / reads };
}

function middle(rounds: readonly StoreReads[]): StoreReads {
  return {
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cpuMicroseconds: median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  };
}

async function transactions({ owner }: GrowingStore): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, COUNTS_AFTER_MS));
  const { rows } = await owner.query<{ n: string }>(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.n);
}
