import { setTimeout as sleep } from 'node:timers/promises';
import { deadlineOf, judge, type Outage, type Seen, type Sight, type Verdict } from './history.ts';
import { inTurns, type Kind, type Subject } from './kinds.ts';
import type { TwoNodes } from './nodes.ts';

/** What is done to node 1 while a change is made. */
export type Disturbance = { readonly name: string; readonly lastsMs: number; readonly recoveryMs: number };

/** A quarter of the rounds is calm; in half no poll of node 1 succeeds for a second; in a quarter it is alone for 3, 8 or 15 s. */
const CALM: Disturbance = { name: 'calm', lastsMs: 0, recoveryMs: 0 };
const CUT: Disturbance = { name: 'cut off', lastsMs: 1000, recoveryMs: 1000 };
/** Connections that died in silence are given up, and made anew, in five seconds (decision 0116). */
const partition = (seconds: number): Disturbance => ({
  name: `alone for ${seconds} s`,
  lastsMs: seconds * 1000,
  recoveryMs: 5000,
});
const PARTITIONS = [3, 8, 15].map(partition);

/** @param round From 0. */
export function disturbanceOf(round: number): Disturbance {
  if (round % 4 === 2) return PARTITIONS[((round - 2) / 4) % PARTITIONS.length] ?? CALM;
  return round % 4 === 0 ? CALM : CUT;
}

const NODES = [0, 1];
/** Between two reads of a subject on a node. */
const REST_MS = 200;
/** Changes that are under way at once. */
const WRITERS = 8;
/** How long a node may take beyond its deadline until it is given up; what it has not shown then is a fault. */
const PATIENCE_MS = 30_000;
/** Default of STANDING_STALE_MAX_S: beyond it a node answers 503 instead of what it last knew (decision 0015). */
const STALE_MAX_MS = 10_000;

/** What came of one kind in one round. */
export interface Tried {
  readonly kind: string;
  readonly verdicts: readonly Verdict[];
  readonly reads: number;
}

/** Makes each change of a group of kinds once, while everything is read through both nodes, and judges what was seen. */
export async function tryRound(nodes: TwoNodes, kinds: readonly Kind[], round: number): Promise<readonly Tried[]> {
  const disturbance = disturbanceOf(round);
  // The node that is disturbed acknowledges nothing.
  const writer = disturbance === CALM ? (round / 4) % 2 : 0;
  const all = kinds.flatMap(({ subjects, boundMs }) => subjects.map((subject) => ({ subject, boundMs })));
  await inTurns(all, WRITERS, ({ subject }) => subject.prepare());
  await Promise.all(all.flatMap(({ subject }) => NODES.map((node) => untilOld(subject, node))));

  const watched = new Map(all.map(({ subject }) => [subject, watch(subject)]));
  let outage: Outage | undefined;
  const disturbed = disturb(nodes, disturbance).then((known) => {
    outage = known;
  });
  const trials = await inTurns(all, WRITERS, async ({ subject, boundMs }) => {
    const beganMs = performance.now();
    await subject.change(writer);
    const acknowledgedMs = performance.now();
    const bounds = NODES.map((node) => (node === writer ? 0 : boundMs));
    return { subject, beganMs, acknowledgedMs, boundMs: bounds };
  });
  await disturbed;
  const judged = await Promise.all(
    trials.map(async ({ subject, ...times }) => {
      const watching = watched.get(subject);
      if (watching === undefined) throw new Error(`${subject.name} is not watched`);
      const name = `${subject.name}, ${disturbance.name}, round ${round}`;
      const trial = { ...times, name, staleMaxMs: STALE_MAX_MS, outage };
      const sights = await watching.until(NODES.map((node) => deadlineOf(trial, node)));
      return { subject, verdict: judge({ ...trial, sights }), reads: sights.length };
    }),
  );
  return kinds.map(({ name, subjects }) => {
    const own = judged.filter(({ subject }) => subjects.includes(subject));
    return {
      kind: name,
      verdicts: own.map(({ verdict }) => verdict),
      reads: own.reduce((sum, { reads }) => sum + reads, 0),
    };
  });
}

async function disturb(nodes: TwoNodes, { name, lastsMs, recoveryMs }: Disturbance): Promise<Outage | undefined> {
  if (lastsMs === 0) return undefined;
  const fromMs = performance.now();
  await (name === CUT.name ? nodes.cut(lastsMs) : nodes.partition(lastsMs));
  return { node: 1, fromMs, untilMs: performance.now(), recoveryMs };
}

async function untilOld(subject: Subject, node: number): Promise<void> {
  const endsAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await seenBy(subject, node);
    if (seen === 'old') return;
    if (performance.now() > endsAtMs)
      throw new Error(`${subject.name} on node ${node} is not as before: ${JSON.stringify(seen)}`);
    await sleep(REST_MS);
  }
}

/** No answer is a refusal. */
const seenBy = (subject: Subject, node: number): Promise<Seen> => subject.read(node).catch(() => 'refused');

/** Readers of one subject, one at each node, that go on until they have seen enough. */
function watch(subject: Subject): { until(deadlinesMs: readonly number[]): Promise<readonly Sight[]> } {
  const sights: Sight[] = [];
  let stopped = false;
  const readers = NODES.map(async (node) => {
    while (!stopped) {
      const startMs = performance.now();
      const seen = await seenBy(subject, node);
      sights.push({ node, startMs, endMs: performance.now(), seen });
      await sleep(REST_MS * (0.5 + Math.random()));
    }
  });
  const isEnough = (deadlinesMs: readonly number[]) =>
    NODES.every((node) => {
      const deadlineMs = deadlinesMs[node] ?? 0;
      const isLate = performance.now() > deadlineMs + PATIENCE_MS;
      return isLate || sights.some((one) => one.node === node && one.startMs > deadlineMs && one.seen === 'new');
    });
  return {
    async until(deadlinesMs) {
      while (!isEnough(deadlinesMs)) await sleep(REST_MS);
      stopped = true;
      await Promise.all(readers);
      return sights;
    },
  };
}
