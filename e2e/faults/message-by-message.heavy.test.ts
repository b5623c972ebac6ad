import { afterAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../packages/server/src/testing/database.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import type { WireSide } from '../../packages/server/src/testing/wire-proxy.ts';
import { atEachMessage, type HitMessages } from './each-message.ts';
import { type FaultedPortal, startFaultedPortal } from './faulted-portal.ts';
import { writeFlows } from './write-flows.ts';

/** Installations that are worked at side by side: a call waits for the database most of its time. */
const PORTALS = 5;

const sides: readonly WireSide[] = ['statement', 'answer'];

describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('a lost connection to the database', () => {
  const sums = new Map<string, HitMessages>();
  const free: FaultedPortal[] = [];
  const started: Promise<FaultedPortal>[] = [];
  const waiting: ((one: FaultedPortal) => void)[] = [];
  afterAll(async () => {
    await Promise.all(started.map(async (one) => (await one).close()));
    for (const [what, { points, before, done, succeeded, unknown }] of sums)
      console.log(
        `${what}: ${points} messages hit, ${before} times as before, ${done} done; ` +
          `${succeeded} answered well, ${unknown} told that it is away though done`,
      );
  });

  /** Works at a portal that nobody else works at meanwhile. */
  async function atOne(run: (at: FaultedPortal) => Promise<void>): Promise<void> {
    const one =
      free.pop() ??
      (await (started.length < PORTALS ? startOne() : new Promise<FaultedPortal>((resolve) => waiting.push(resolve))));
    try {
      await run(one);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(one);
      else next(one);
    }
  }
  const startOne = () => {
    const one = startFaultedPortal(postgresUrl());
    started.push(one);
    return one;
  };

  describe.each(sides)('cut at each %s', (side) => {
    test.concurrent.each(writeFlows.map((flow) => [flow.name, flow] as const))('%s', (_name, flow) =>
      atOne(async (at) => {
        const came = await atEachMessage(at, flow, side);
        expect(came.points).toBeGreaterThan(0);
        const what = `cut at ${side}s`;
        sums.set(what, added(sums.get(what), came));
      }),
    );
  });
});

function added(sum: HitMessages | undefined, came: HitMessages): HitMessages {
  if (sum === undefined) return came;
  return {
    points: sum.points + came.points,
    before: sum.before + came.before,
    done: sum.done + came.done,
    succeeded: sum.succeeded + came.succeeded,
    unknown: sum.unknown + came.unknown,
  };
}
